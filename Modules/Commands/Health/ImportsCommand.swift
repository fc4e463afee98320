import ArgumentParser
import Contracts
import Presentation
import RPC

struct ImportsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "imports", abstract: "List, show, cancel, undo and repeat imports.",
        discussion: .examples("imports", "imports list --running", "imports undo 3"),
        subcommands: [
            PastImportsCommand.self, CancelImportCommand.self, UndoImportCommand.self,
            OriginalCommand.self, ImportAgainCommand.self, PushesCommand.self,
        ],
        defaultSubcommand: PastImportsCommand.self)
}

struct CancelImportCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "cancel", abstract: "Cancel a running import and discard what it read.",
        discussion: .examples("imports cancel 3", "imports cancel 3 --json"))

    @Argument(help: "Number of the import, from dayline imports --running.")
    var id: Int64

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let request = Imports.CancelRequest(id: id)
        _ = try await context.bus().call(Imports.cancel, request, context.options())
        try context.output.result(request) { "Import \(id) is cancelled." }
        return .done
    }
}

struct UndoImportCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "undo", abstract: "Remove the samples and rows that an import added.",
        discussion: .examples(
            after: """
                Samples that were stored before the import, and those that later imports added, stay. A \
                sample that a later import repeated is removed too; import that file again to store it. \
                The undo is an import of its own, which dayline imports ID --put-back reverts. Tracker \
                records are undone with dayline undo.
                """, "imports undo 3", "imports undo 3 --json"))

    @Argument(help: "Number of the import, from dayline imports.")
    var id: Int64

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let report = try await context.bus().call(
            Imports.undo, ImportLog.ImportRequest(id: id), context.optionsWithoutDeadline())
        context.printUpdates(report.linked)
        let output = context.output
        try output.result(report) { ImportText.report(report, output) }
        return .done
    }
}

struct PastImportsCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "list", abstract: "List past imports with their counts, or show one.",
        discussion: .examples(
            "imports list", "imports list --running", "imports list 3 --put-back"))

    @Argument(help: "Number of an import to show with its quarantined items.")
    var id: Int64?

    @Flag(
        name: .customLong("put-back"),
        help:
            "Restore the samples and rows that this import removed, by reconciliation or as an undo."
    )
    var isRollingBack = false

    @Flag(name: .customLong("running"), help: "List running and waiting imports.")
    var shouldShowRunning = false

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard !shouldShowRunning || (id == nil && !isRollingBack) else {
            throw ValidationError("--running cannot be used with an import's number or --put-back.")
        }
    }

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let client = try context.bus()
        let output = context.output
        if shouldShowRunning {
            let list = try await client.call(Imports.running, Empty(), context.options())
            try output.result(list) { ImportText.running(list.running, output) }
        } else if isRollingBack {
            guard let id else {
                throw UsageError(
                    "--put-back needs the number of an import.",
                    hint: "List the imports with: dayline imports")
            }
            let report = try await client.call(
                Imports.rollBack, ImportLog.ImportRequest(id: id), context.optionsWithoutDeadline())
            context.printUpdates(report.linked)
            try output.result(report) { ImportText.report(report, output) }
        } else if let id {
            let entry = try await client.call(
                ImportLog.get, ImportLog.ImportRequest(id: id), context.options())
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
                    ImportLog.list, ImportLog.ListRequest(before: listing.next), context.options())
                listing.imports += page.imports
                listing.next = page.next
            } while listing.next != nil
            let notice =
                output.isJSON ? nil : await PushesCommand.notice(client, context.options())
            try output.result(listing) {
                [table(listing, output), notice].compactMap(\.self).joined(separator: "\n")
            }
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
            ("duplicate", .right), ("quarantined", .right), ("kept", .right), ("file", .left),
        ])
        for report in listing.imports {
            table.add([
                "\(report.id)", day(of: report) ?? "-", report.importer,
                NumberText.count(report.read),
                NumberText.count(report.stored), NumberText.count(report.duplicate),
                NumberText.count(report.quarantined),
                report.originalBytes.map { NumberText.bytes($0) } ?? "-",
                file(of: report),
            ])
        }
        return table.text(output)
    }

    private func file(of report: ImportReport) -> String {
        guard report.undoneBy != nil else { return report.file }
        guard let restored = report.restoredBy else { return "\(report.file) (undone)" }
        return "\(report.file) (put back by \(restored))"
    }

    /// The day and time of an import; nil for imports of earlier versions.
    private func day(of report: ImportReport) -> String? {
        report.importedAt.map { "\($0.prefix("YYYY-MM-DD".count)) \(TimeText.time($0))" }
    }
}
