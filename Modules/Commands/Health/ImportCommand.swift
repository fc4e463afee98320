import ArgumentParser
import Contracts
import Glibc
import HostFiles
import RPC
import Tracker

struct ImportCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Bring in a file: an Apple Health export, for one.",
        discussion: """
            A second import of the same file, or of one that overlaps it, adds nothing twice.
            Exit status 3: done, and something of the file was damaged.

            EXAMPLES:
              dayline import export.zip
              dayline import tracker.json --as dayline-json --zone Europe/Berlin
              dayline import export.zip --dry-run
            """)

    @Argument(help: "Files or folders; - is standard input.", completion: .file())
    var files: [String]

    @Option(
        name: .customLong("as"), help: "The importer to use.",
        completion: .custom(NameCompletion.importers))
    var importer: String?

    @Option(help: "The exporting time zone, for formats that do not say.")
    var zone: String?

    @Flag(name: .customLong("dry-run"), help: "Report, and store nothing.")
    var isDryRun = false

    @Flag(
        name: .customLong("reconcile"),
        help: "Remove what the file, being complete, no longer has.")
    var isReconciling = false

    @Flag(
        name: .customLong("replace"),
        help: """
            With --as dayline-json: everything that was there goes, weighings, milestones and \
            remarks only where the file has some.
            """)
    var isReplacing = false

    @Flag(
        name: .customLong("all"), help: "Import every export in a folder (default: refuse several)."
    )
    var shouldImportAll = false

    @OptionGroup var globals: GlobalOptions

    /// A file that is no export is no fault of the words.
    func exitStatus(for code: Status.Code) -> ExitStatus {
        code == .invalidArgument ? .failed : ExitStatus(code)
    }

    func validate() throws {
        guard !isReplacing || importer == Documents.importer else {
            throw ValidationError("--replace is for --as \(Documents.importer).")
        }
        guard !isReconciling || importer != Documents.importer else {
            throw ValidationError("--reconcile is for health data.")
        }
    }

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let client = try session.bus()
        if let zone { try checkZone(zone) }
        try await session.requireProfile(client)
        var reports: [ImportReport] = []
        var failure: Status?
        var candidates: [Imports.ExportFile] = []
        for file in files where failure == nil {
            do {
                for input in try await inputs(of: file, session, client) {
                    reports.append(try await report(of: input, session, client))
                }
            } catch let several as MultipleExportsError {
                failure = several.status
                candidates = several.files
            } catch {
                failure = Status(describing: error)
            }
        }
        if let failure, reports.isEmpty, candidates.isEmpty { throw failure }
        if session.output.isJSON, files.count > 1 || shouldImportAll || !candidates.isEmpty {
            let several = ImportList(
                imports: reports, error: failure.map { Failure($0) },
                candidates: candidates.isEmpty ? nil : candidates)
            try session.output.result(several) { "" }
        } else {
            try show(reports, session.output)
        }
        if !candidates.isEmpty, !session.output.isJSON {
            try session.output.line(ImportText.candidates(candidates, session.output))
        }
        if !isDryRun {
            if reports.contains(where: { $0.importer == Documents.importer }) {
                session.output.printNotice("Take it back with: dayline undo")
            }
            if reports.contains(where: { $0.importer != Documents.importer }) {
                await session.syncLinkedActivities(client)
            }
        }
        if let failure {
            if !session.output.isJSON { session.output.failure(failure) }
            return exitStatus(for: failure.code)
        }
        return reports.contains { $0.quarantined > 0 || $0.isTruncated } ? .doneWithDamage : .done
    }

    /// What became of several files: those after one that failed were not begun.
    private struct ImportList: Encodable {
        var imports: [ImportReport]
        var error: Failure?
        /// The exports of a folder that has several; none of them was imported.
        var candidates: [Imports.ExportFile]?
    }

    /// Shows each report, and of a file whose bytes an earlier file of this command has, one line.
    private func show(_ reports: [ImportReport], _ output: Output) throws {
        for (index, report) in reports.enumerated() {
            let earlier = reports[..<index].first { $0.id > 0 && $0.id == report.sameAs }
            try output.result(report) {
                earlier.map { ImportText.repetition(report, of: $0) }
                    ?? ImportText.report(report, output)
            }
        }
    }

    private func checkZone(_ zone: String) throws {
        do {
            _ = try ZoneCatalog().zone(zone)
        } catch {
            let status = Status(describing: error)
            throw UsageError(status.message, hint: status.hint)
        }
    }

    /// One import: a file or a folder with one export.
    private struct Input {
        var file: String
        var isTracker = false
    }

    /// A folder with several exports, of which none was chosen.
    private struct MultipleExportsError: Error {
        var status: Status
        var files: [Imports.ExportFile]
    }

    /// The files to import for an argument: several exports of a folder only with `--all`.
    private func inputs(
        of file: String, _ session: CommandContext, _ client: Client
    ) async throws -> [Input] {
        if importer == Documents.importer { return [Input(file: file, isTracker: true)] }
        if file == "-" { return [Input(file: file)] }
        let path = try absolutePath(file)
        let inspection = try await client.call(
            Imports.inspect, Imports.InspectRequest(path: path, importer: importer),
            session.optionsWithoutDeadline())
        if inspection.importer == Documents.importer {
            return [Input(file: file, isTracker: true)]
        }
        guard inspection.files.count > 1 else { return [Input(file: file)] }
        guard shouldImportAll else {
            let status = Status(
                .failedPrecondition,
                "The folder \(file) has \(inspection.files.count) exports, so none was imported.",
                hint: "Import one by its path, or all with: dayline import --all \(quoted(file))")
            throw MultipleExportsError(status: status, files: inspection.files)
        }
        return inspection.files.map { Input(file: $0.path) }
    }

    private func report(
        of input: Input, _ session: CommandContext, _ client: Client
    ) async throws -> ImportReport {
        let file = input.file
        if input.isTracker {
            return try await TrackerDocumentTransfer(session: session, client: client).send(
                file, zone: zone, isReplacing: isReplacing, isDryRun: isDryRun)
        }
        let path = file == "-" ? try await upload(session, client) : try absolutePath(file)
        let output = session.output
        let request = Imports.RunRequest(
            path: path, name: file == "-" ? "standard input" : nil, importer: importer, zone: zone,
            isDryRun: isDryRun, isReconciling: isReconciling)
        defer { output.endProgress() }
        do {
            let notices = WaitingNotices(output)
            return try await client.stream(Imports.run, request, session.optionsWithoutDeadline()) {
                progress in
                notices.show(progress)
                output.progress(ImportText.progress(progress))
            }
        } catch {
            throw interruption(Status(describing: error), of: file)
        }
    }

    /// What was lost on the way can be asked for again; what never ran has a hint of its own.
    private func interruption(_ status: Status, of file: String) -> Status {
        guard status.code == .unavailable, status.hint?.contains("dayline up") != true else {
            return status
        }
        return Status(
            .unavailable, status.message,
            hint: "An import is kept whole or not at all. Run it again: dayline import \(file)")
    }

    private func absolutePath(_ file: String) throws -> String {
        guard let path = Files.canonicalPath(file) else {
            // The name of a pipe that this process was given is known to no other.
            guard access(file, F_OK) != 0 else {
                throw Status(
                    .invalidArgument, "\(file) is neither a file nor a folder.",
                    hint: "Send its content through standard input: dayline import - < \(file)")
            }
            throw Status(
                .notFound, "There is no file \(file).",
                hint: "Apple's Health app writes one: profile picture, Export All Health Data.")
        }
        return path
    }

    /// Sends standard input to the ingestion worker, which keeps it for the import.
    private func upload(_ session: CommandContext, _ client: Client) async throws -> String {
        let start = Imports.UploadRequest(name: "standard input", bytes: nil)
        let uploaded = try await client.upload(
            Imports.upload, start, session.optionsWithoutDeadline()
        ) { writer in
            try await ByteStream.send(STDIN_FILENO, "Standard input", to: writer)
        }
        return uploaded.path
    }
}
