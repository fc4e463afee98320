import ArgumentParser
import HostFiles
import Presentation
import RPC
import Tracker

/// Lists the pushed files that could not be imported.
struct PushesCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "pushes",
        abstract: "List pushed files that could not be imported, import them again or remove them.",
        discussion: .examples(
            after: "The web gateway imports them within a minute after --retry.",
            "imports pushes", "imports pushes --retry", "imports pushes 019ac3f0b2c4-5e1f --remove")
    )

    @Argument(help: "Identifier of a push (default: all).")
    var id: String?

    @Flag(name: .customLong("retry"), help: "Import them again, as after an update of Dayline.")
    var isRetrying = false

    @Flag(name: .customLong("remove"), help: "Remove the file of the push that is named.")
    var isRemoving = false

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard !isRemoving || (id != nil && !isRetrying) else {
            throw ValidationError("--remove needs the identifier of one push, without --retry.")
        }
    }

    private struct Listing: Encodable {
        var pushes: [FailedPush]
    }

    private struct FailedPush: Encodable {
        var id: String
        var bytes: Int64
        var reason: String
    }

    func run(_ context: CommandContext) async throws -> ExitStatus {
        try context.requireLocal("dayline imports pushes")
        let folder = context.home.pushes
        let failed = folder.failed.filter {
            $0.push.profile == context.profileName && (id == nil || $0.push.id == id)
        }
        if let id, failed.isEmpty {
            throw Status(
                .notFound, "There is no failed push \(id).",
                hint: "List them with: dayline imports pushes")
        }
        for each in failed {
            if isRetrying { try folder.retry(each.push) }
            if isRemoving { folder.removeFailed(each.push) }
        }
        let listing = Listing(
            pushes: failed.map {
                FailedPush(id: $0.push.id, bytes: $0.bytes, reason: $0.reason)
            })
        try context.output.result(listing) { text(failed, context.output) }
        return .done
    }

    private func text(_ failed: [PushFolder.FailedPush], _ output: Output) -> String {
        guard !failed.isEmpty else { return "No pushed file failed." }
        let count = Self.count(failed.count)
        if isRetrying {
            return "\(count) will be imported again. See the reports with: dayline imports"
        }
        if isRemoving { return "\(count) was removed." }
        var table = TextTable([("id", .left), ("size", .right), ("reason", .left)])
        for each in failed {
            table.add([each.push.id, NumberText.bytes(each.bytes), each.reason])
        }
        return table.text(output)
    }

    /// Number of pushed files as words.
    private static func count(_ number: Int) -> String {
        "\(number) pushed \(number == 1 ? "file" : "files")"
    }

    /// The sentence about failed pushes of a profile; nil without failed pushes.
    static func notice(_ context: CommandContext) -> String? {
        guard !context.isRemote else { return nil }
        let failed = context.home.pushes.failed.filter { $0.push.profile == context.profileName }
        guard !failed.isEmpty else { return nil }
        return "\(count(failed.count)) could not be imported. See why with: dayline imports pushes"
    }

    /// The check of pushed files of all profiles for `dayline doctor`.
    static func check(_ home: Home) -> (isPassed: Bool, detail: String) {
        let failed = home.pushes.failed
        guard let first = failed.first else { return (true, "Every pushed file was imported.") }
        return (
            false,
            """
            \(count(failed.count)) could not be imported, such as \(first.push.id): \(first.reason) See \
            them, import them again or remove them with: dayline imports pushes --profile \
            \(quoted(first.push.profile))
            """
        )
    }
}
