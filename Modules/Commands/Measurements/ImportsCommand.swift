import ArgumentParser
import Contracts
import RPC

struct ImportsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "imports", abstract: "Past imports, their books and their problems.",
        subcommands: [PastImportsCommand.self, CancelImportCommand.self],
        defaultSubcommand: PastImportsCommand.self)
}

struct CancelImportCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "End a running import; nothing of it is kept.")

    @Argument(help: "The number that dayline imports --running shows.")
    var id: Int64

    @OptionGroup var globals: GlobalOptions

    func run(_ session: Session) async throws -> ExitStatus {
        let request = Imports.Cancel(id: id)
        _ = try await session.bus().call(Imports.cancel, request, session.options())
        try session.output.result(request) { "Import \(id) is cancelled." }
        return .done
    }
}

struct PastImportsCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Past imports, their books and their problems.")

    @Argument(help: "One import, with its damaged items.")
    var id: Int64?

    @Flag(
        name: .customLong("put-back"),
        help: "Bring back what the import took out because its file no longer had it.")
    var isPuttingBack = false

    @Flag(name: .customLong("running"), help: "Show the imports that run or wait.")
    var showsRunning = false

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard !showsRunning || (id == nil && !isPuttingBack) else {
            throw ValidationError("--running stands alone.")
        }
    }

    func run(_ session: Session) async throws -> ExitStatus {
        let client = try session.bus()
        let output = session.output
        if showsRunning {
            let list = try await client.call(Imports.running, Empty(), session.options())
            try output.result(list) { ImportText.running(list.running, output) }
        } else if isPuttingBack {
            guard let id else {
                throw UsageError(
                    "Say which import is meant.", hint: "See them with: dayline imports")
            }
            let report = try await client.call(
                Imports.putBack, ImportLog.Get(id: id), session.patient())
            await session.readLinkedActivities(client)
            try output.result(report) { ImportText.report(report, output) }
        } else if let id {
            let entry = try await client.call(
                ImportLog.get, ImportLog.Get(id: id), session.options())
            try output.result(OneImport(entry: entry)) {
                ([ImportText.report(entry.report, output)]
                    + entry.quarantinedItems.map {
                        "\($0.type) at byte \($0.offset), line \($0.line): \($0.reason)\n  \($0.text)"
                    }).joined(separator: "\n")
            }
        } else {
            var listing = ImportLog.Listing(imports: [])
            repeat {
                let page = try await client.call(
                    ImportLog.list, ImportLog.AskList(before: listing.next), session.options())
                listing.imports += page.imports
                listing.next = page.next
            } while listing.next != nil
            try output.result(listing) { table(listing, output) }
        }
        return .done
    }

    /// A report with the damaged items beside its own keys.
    private struct OneImport: Encodable {
        var entry: ImportLog.Entry

        func encode(to encoder: any Encoder) throws {
            try entry.report.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(entry.quarantinedItems, forKey: .quarantinedItems)
        }

        enum Key: CodingKey { case quarantinedItems }
    }

    private func table(_ listing: ImportLog.Listing, _ output: Output) -> String {
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
        report.importedAt.map { "\($0.prefix("YYYY-MM-DD".count)) \(WallText.time($0))" }
    }
}
