import ArgumentParser
import Contracts
import Glibc
import HostFiles
import RPC
import TrackerFormat

struct ImportCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Bring in a file: an Apple Health export, for one.",
        discussion: """
            A second import of the same file, or of one that overlaps it, adds nothing twice.
            Exit status 3: done, and something of the file was damaged.
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

    @OptionGroup var globals: GlobalOptions

    /// A file that is no export is no fault of the words.
    func exitStatus(for code: Status.Code) -> ExitStatus {
        code == .invalidArgument ? .failed : ExitStatus(code)
    }

    func validate() throws {
        guard !isReplacing || importer == TrackerFiles.importer else {
            throw ValidationError("--replace is for --as \(TrackerFiles.importer).")
        }
        guard !isReconciling || importer != TrackerFiles.importer else {
            throw ValidationError("--reconcile is for health data.")
        }
    }

    func run(_ session: Session) async throws -> ExitStatus {
        let client = try session.bus()
        if let zone { try checkZone(zone) }
        var reports: [ImportReport] = []
        var failure: Status?
        for file in files where failure == nil {
            do {
                reports.append(try await report(of: file, session, client))
            } catch {
                failure = Status(describing: error)
            }
        }
        if let failure, reports.isEmpty { throw failure }
        if session.output.isJSON, files.count > 1 {
            let several = Several(imports: reports, error: failure.map { Failure($0) })
            try session.output.result(several) { "" }
        } else {
            for report in reports {
                try session.output.result(report) { ImportText.report(report, session.output) }
            }
        }
        if !isDryRun {
            if reports.contains(where: { $0.importer == TrackerFiles.importer }) {
                session.output.note("Take it back with: dayline undo")
            }
            if reports.contains(where: { $0.importer != TrackerFiles.importer }) {
                await session.readLinkedActivities(client)
            }
        }
        if let failure {
            if !session.output.isJSON { session.output.failure(failure) }
            return exitStatus(for: failure.code)
        }
        return reports.contains { $0.quarantined > 0 || $0.isTruncated } ? .doneWithDamage : .done
    }

    /// What became of several files: those after one that failed were not begun.
    private struct Several: Encodable {
        var imports: [ImportReport]
        var error: Failure?
    }

    private func checkZone(_ zone: String) throws {
        do {
            _ = try ZoneCatalog().zone(zone)
        } catch {
            let status = Status(describing: error)
            throw UsageError(status.message, hint: status.hint)
        }
    }

    /// Whether a file is for the tracker: as was said, else when it begins like one of its documents
    /// and no importer that is installed asks for files of its name.
    private func isTracker(
        _ file: String, _ session: Session, _ client: Client
    ) async throws -> Bool {
        if let importer { return importer == TrackerFiles.importer }
        guard TrackerImport.isDocument(beginning: TrackerFileTransfer.head(of: file)) else {
            return false
        }
        let name = String(file.split(separator: "/").last ?? "")
        let installed = try await client.call(Imports.importers, Empty(), session.options())
        return !installed.plugins.contains { plugin in
            plugin.accepts.contains { FilePattern($0).matches(name) }
        }
    }

    private func report(
        of file: String, _ session: Session, _ client: Client
    ) async throws -> ImportReport {
        if try await isTracker(file, session, client) {
            return try await TrackerFileTransfer(session: session, client: client).take(
                file, zone: zone, replaces: isReplacing, isDryRun: isDryRun)
        }
        let path = file == "-" ? try await upload(session, client) : try absolutePath(file)
        let output = session.output
        let request = Imports.Run(
            path: path, name: file == "-" ? "standard input" : nil, importer: importer, zone: zone,
            isDryRun: isDryRun, isReconciling: isReconciling)
        defer { output.endProgress() }
        do {
            return try await client.stream(Imports.run, request, session.patient()) { progress in
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
    private func upload(_ session: Session, _ client: Client) async throws -> String {
        let start = Imports.Upload(name: "standard input", bytes: nil)
        let uploaded = try await client.upload(Imports.upload, start, session.patient()) { writer in
            try await ByteStream.send(STDIN_FILENO, "Standard input", to: writer)
        }
        return uploaded.path
    }
}
