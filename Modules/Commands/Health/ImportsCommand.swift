import ArgumentParser
import Contracts
import RPC

struct ImportsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "imports", abstract: "Past imports, their books and their problems.",
        subcommands: [PastImportsCommand.self, CancelImportCommand.self],
        defaultSubcommand: PastImportsCommand.self)
}

struct CancelImportCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "End a running import; nothing of it is kept.")

    @Argument(help: "The number that dayline imports --running shows.")
    var id: Int64

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let request = Imports.CancelRequest(id: id)
        _ = try await session.bus().call(Imports.cancel, request, session.options())
        try session.output.result(request) { "Import \(id) is cancelled." }
        return .done
    }
}

struct PastImportsCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Past imports, their books and their problems.")

    @Argument(help: "One import, with its damaged items.")
    var id: Int64?

    @Flag(
        name: .customLong("put-back"),
        help: "Bring back what the import took out because its file no longer had it.")
    var isRollingBack = false

    @Flag(name: .customLong("running"), help: "Show the imports that run or wait.")
    var shouldShowRunning = false

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard !shouldShowRunning || (id == nil && !isRollingBack) else {
            throw ValidationError("--running stands alone.")
        }
    }

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let client = try session.bus()
        let output = session.output
        if shouldShowRunning {
            let list = try await client.call(Imports.running, Empty(), session.options())
            try output.result(list) { ImportText.running(list.running, output) }
        } else if isRollingBack {
            guard let id else {
                throw UsageError(
                    "Say which import is meant.", hint: "See them with: dayline imports")
            }
            let report = try await client.call(
                Imports.rollBack, ImportLog.ImportRequest(id: id), session.optionsWithoutDeadline())
            await session.syncLinkedActivities(client)
            try output.result(report) { ImportText.report(report, output) }
        } else if let id {
            let entry = try await client.call(
                ImportLog.get, ImportLog.ImportRequest(id: id), session.options())
            try output.result(ImportDetails(entry: entry)) {
                ([ImportText.report(entry.report, output)]
                    + entry.quarantinedItems.map {
                        "\($0.type) at byte \($0.offset), line \($0.line): \($0.reason)\n  \($0.text)"
                    }).joined(separator: "\n")
            }
        } else {
            var listing = ImportLog.ListResponse(imports: [])
            repeat {
                let page = try await client.call(
                    ImportLog.list, ImportLog.ListRequest(before: listing.next), session.options())
                listing.imports += page.imports
                listing.next = page.next
            } while listing.next != nil
            try output.result(listing) { table(listing, output) }
        }
        return .done
    }

    /// A report with the damaged items beside its own keys.
    private struct ImportDetails: Encodable {
        var entry: ImportLog.GetResponse

        func encode(to encoder: any Encoder) throws {
            try entry.report.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(entry.quarantinedItems, forKey: .quarantinedItems)
        }

        enum Key: CodingKey { case quarantinedItems }
    }

    private func table(_ listing: ImportLog.ListResponse, _ output: Output) -> String {
        guard !listing.imports.isEmpty else {
            return "Nothing was imported yet. Start with: dayline import FILE"
        }
        var table = TextTable([
            ("id", .right), ("on", .left), ("importer", .left), ("read", .right),
            ("stored", .right),
            ("duplicate", .right), ("quarantined", .right), ("file", .left),
        ])
        for report in listing.imports {
            table.add([
                "\(report.id)", day(of: report) ?? "-", report.importer,
                NumberText.count(report.read),
                NumberText.count(report.stored), NumberText.count(report.duplicate),
                NumberText.count(report.quarantined), report.file,
            ])
        }
        return table.text(output)
    }

    /// The day and the time of it; those of earlier versions have none.
    private func day(of report: ImportReport) -> String? {
        report.importedAt.map { "\($0.prefix("YYYY-MM-DD".count)) \(TimeText.time($0))" }
    }
}
