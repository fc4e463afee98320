import ArgumentParser
import Contracts
import Presentation
import RPC

/// Writes or removes the stored file of an import.
struct OriginalCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "original", abstract: "Write the stored file of an import to a file.",
        discussion: """
            The files of imports are stored while the setting "originals" is on.

            EXAMPLES:
              dayline settings set originals on
              dayline imports original 3 export.zip
              dayline imports original 3 --remove
            """)

    @Argument(help: "Number of the import, from dayline imports.")
    var id: Int64

    @Argument(help: "File to write; - is standard output.", completion: .file())
    var file: String?

    @Flag(name: .customLong("remove"), help: "Remove the stored file; the import stays.")
    var isRemoving = false

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard (file == nil) == isRemoving else {
            throw ValidationError("Name a file to write, or use --remove.")
        }
    }

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let client = try context.bus()
        let request = ImportLog.ImportRequest(id: id)
        guard let file else {
            let response = try await client.call(Originals.remove, request, context.options())
            try context.output.result(response) {
                response.removedBytes == 0
                    ? "The file of import \(id) is removed; another import has the same bytes."
                    : "The file of import \(id) is removed: \(NumberText.bytes(response.removedBytes))."
            }
            return .done
        }
        let original = try await DocumentDownload(context: context, client: client)
            .receive(Originals.read, request, into: file)
        let summary =
            "\(file): \(original.file) of import \(id), \(NumberText.bytes(original.bytes))"
        if file == "-" {
            context.output.printNotice(summary)
        } else {
            try context.output.result(original) { summary }
        }
        return .done
    }
}

/// Imports the stored file of an earlier import.
struct ImportAgainCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "again",
        abstract: "Import the stored file of an import again, as after an update of its importer.",
        discussion: .examples("imports again 3", "imports again 3 --zone Europe/Berlin"))

    @Argument(help: "Number of the import, from dayline imports.")
    var id: Int64

    @Option(
        name: .customLong("as"), help: "Use this importer (default: that of the import).",
        completion: .custom(NameCompletion.importers))
    var importer: String?

    @Option(help: "Read times in this zone if the format records none (default: the profile's).")
    var zone: String?

    @Flag(name: .customLong("dry-run"), help: "Report without storing anything.")
    var isDryRun = false

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let client = try context.bus()
        let earlier = try await client.call(
            ImportLog.get, ImportLog.ImportRequest(id: id), context.options()
        ).report
        let request = Imports.RunRequest(
            original: id, importer: importer ?? earlier.importer, zone: zone, isDryRun: isDryRun,
            mapping: earlier.mapping)
        let output = context.output
        defer { output.endProgress() }
        let report = try await client.stream(
            Imports.run, request, context.optionsWithoutDeadline()
        ) { output.progress(ImportText.progress($0)) }
        try output.result(report) { ImportText.report(report, output) }
        context.printUpdates(report.linked)
        return report.quarantined > 0 || report.isTruncated ? .doneWithDamage : .done
    }
}
