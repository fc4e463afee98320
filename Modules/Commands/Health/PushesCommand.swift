import ArgumentParser
import Contracts
import Presentation
import RPC
import Tracker

/// Lists the pushed files that could not be imported.
struct PushesCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "pushes",
        abstract: "List pushed files that could not be imported, import them again or remove them.",
        discussion: .examples(
            "imports pushes", "imports pushes --retry", "imports pushes 019ac3f0b2c4-5e1f --remove")
    )

    @Argument(help: "Identifier of a push (default: the newest 100).")
    var id: String?

    @Flag(
        name: .customLong("retry"), help: "Import the files again, as after an update of Dayline.")
    var isRetrying = false

    @Flag(name: .customLong("remove"), help: "Remove the file of the push that is named.")
    var isRemoving = false

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard !isRemoving || (id != nil && !isRetrying) else {
            throw ValidationError("--remove needs the identifier of one push, without --retry.")
        }
    }

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let response = try await response(context)
        try context.output.result(response) { text(response.pushes, context.output) }
        return .done
    }

    private func response(_ context: CommandContext) async throws -> Pushes.FailedResponse {
        let client = try context.bus()
        let options = context.options()
        if isRetrying {
            return try await client.call(Pushes.retry, Pushes.RetryRequest(id: id), options)
        }
        if isRemoving, let id {
            return try await client.call(Pushes.remove, Pushes.RemoveRequest(id: id), options)
        }
        var response = try await client.call(Pushes.failed, Empty(), options)
        if let id {
            response.pushes.removeAll { $0.id != id }
            guard !response.pushes.isEmpty else { throw Pushes.unknown(id) }
        }
        return response
    }

    private func text(_ failed: [Pushes.FailedPush], _ output: Output) -> String {
        guard !failed.isEmpty else { return "No pushed file failed." }
        let count = Self.count(failed.count)
        if isRetrying {
            return "\(count) will be imported again. See the reports with: dayline imports"
        }
        if isRemoving { return "\(count) was removed." }
        return TextTable(
            of: failed, .left("id", \.id), .left("received") { String($0.receivedAt.prefix(10)) },
            .right("size") { NumberText.bytes($0.bytes) }, .left("reason", \.reason)
        ).text(output)
    }

    /// Number of pushed files as words.
    private static func count(_ number: Int) -> String {
        "\(number) pushed \(number == 1 ? "file" : "files")"
    }

    /// The sentence about failed pushes of the profile; nil without failed pushes, and if the web gateway
    /// does not answer.
    static func notice(_ client: Client, _ options: CallOptions) async -> String? {
        guard let failed = try? await client.call(Pushes.failed, Empty(), options).pushes,
            !failed.isEmpty
        else { return nil }
        return
            "\(count(failed.count)) could not be imported. Show the reason with: dayline imports pushes"
    }

    /// The check of pushed files for `dayline doctor`. A stopped web gateway does not fail the check.
    static func check(
        _ profiles: [String], _ client: Client, _ context: CommandContext
    ) async throws -> Checkups.Check {
        for profile in profiles {
            let failed: [Pushes.FailedPush]
            do {
                failed = try await client.call(
                    Pushes.failed, Empty(), context.options(of: profile)
                ).pushes
            } catch {
                guard [.unavailable, .unimplemented].contains(error.code) else { throw error }
                return Checkups.Check(
                    "pushes", ok: true,
                    "Pushed files were not checked, because the web gateway does not answer.")
            }
            if let first = failed.first {
                return Checkups.Check(
                    "pushes", ok: false,
                    """
                    \(count(failed.count)) could not be imported, such as \(first.id): \(first.reason) See \
                    them, import them again or remove them with: dayline imports pushes --profile \
                    \(quoted(profile))
                    """)
            }
        }
        return Checkups.Check("pushes", ok: true, "Every pushed file was imported.")
    }
}
