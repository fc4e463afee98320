import ArgumentParser
import Contracts
import Glibc
import HostFiles
import Presentation
import RPC
import Tracker

struct ImportCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "import", abstract: "Import files, such as an Apple Health export.",
        discussion: """
            Samples that are stored already are not added again.
            Exit status 3: done, with quarantined, truncated or damaged input.
            A dry run of a CSV file or a Fitbit archive prints how the file is read; edit this \
            mapping, and pass it with --mapping.
            A file superseded-N.json has the changes that only a superseded home has (dayline promote).

            EXAMPLES:
              dayline import export.zip
              dayline import tracker.json --as dayline-json --zone Europe/Berlin
              dayline import calendar.ics
              dayline import export.zip --dry-run
              dayline import scale.csv --dry-run > scale.mapping
              dayline import scale.csv --mapping scale.mapping
            """)

    /// The importer of Apple Health exports.
    private static let appleHealth = "apple-health"

    @Argument(help: "Files or folders; - is standard input.", completion: .file())
    var files: [String]

    @Option(
        name: .customLong("as"), help: "Use this importer (default: by name and content).",
        completion: .custom(NameCompletion.importers))
    var importer: String?

    @Option(help: "Read times in this zone if the format records none (default: the profile's).")
    var zone: String?

    @Option(
        help: ArgumentHelp(
            "Read a CSV file or Fitbit archive by the mapping FILE, which --dry-run prints (default: guess).",
            valueName: "file"), completion: .file())
    var mapping: String?

    @Flag(name: .customLong("dry-run"), help: "Report without storing anything.")
    var isDryRun = false

    @Flag(
        name: .customLong("reconcile"),
        help: "Remove stored data that this complete export lacks.")
    var isReconciling = false

    @Flag(
        name: .customLong("replace"),
        help: """
            With --as dayline-json: replace all tracker data; weight entries, milestones and \
            annotations only if the file has some.
            """)
    var isReplacing = false

    @Flag(
        name: .customLong("all"),
        help: "Import all exports of a folder or an archive (default: refuse several).")
    var shouldImportAll = false

    @Flag(
        name: .customLong("yes"),
        help: "Take over the changes of a superseded home without a question.")
    var isConfirmed = false

    @OptionGroup var globals: GlobalOptions

    /// Maps INVALID_ARGUMENT to a failure: the file is invalid, not the command line.
    func exitStatus(for code: Status.Code) -> ExitStatus {
        code == .invalidArgument ? .failed : ExitStatus(code)
    }

    func validate() throws {
        guard !isReplacing || importer == Documents.importer else {
            throw ValidationError("--replace requires --as \(Documents.importer).")
        }
        guard zone == nil || importer != Self.appleHealth else {
            throw ValidationError(
                "--zone does not apply to --as \(Self.appleHealth): its exports record their zones."
            )
        }
        guard !isReconciling || importer != Documents.importer else {
            throw ValidationError("--reconcile does not apply to --as \(Documents.importer).")
        }
        guard mapping == nil || importer != Documents.importer else {
            throw ValidationError("--mapping does not apply to --as \(Documents.importer).")
        }
    }

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let client = try context.bus()
        if files.count == 1, !context.isRemote,
            let superseded = try SupersededImport(files[0], context)
        {
            return try await superseded.run(isConfirmed: isConfirmed, isDryRun: isDryRun)
        }
        if let zone { try checkZone(zone) }
        try await context.requireProfile(client)
        var reports: [ImportReport] = []
        var failure: Status?
        var candidates: [Imports.ExportFile] = []
        for file in files where failure == nil {
            do {
                for input in try await inputs(of: file, context, client) {
                    reports.append(try await report(of: input, context, client))
                }
            } catch let error as MultipleExportsError {
                failure = error.status
                candidates = error.files
            } catch {
                failure = Status(describing: error)
            }
        }
        if let failure, reports.isEmpty, candidates.isEmpty { throw failure }
        if context.output.isJSON, files.count > 1 || shouldImportAll || !candidates.isEmpty {
            let list = ImportList(
                imports: reports, error: failure.map { Failure($0) },
                candidates: candidates.isEmpty ? nil : candidates)
            try context.output.result(list) { "" }
        } else {
            try show(reports, context.output)
        }
        if !candidates.isEmpty, !context.output.isJSON {
            try context.output.line(ImportText.candidates(candidates, context.output))
        }
        if !isDryRun {
            if reports.contains(where: { $0.step != nil }) {
                context.output.printNotice("Revert with: dayline undo")
            }
            for report in reports { context.printUpdates(report.linked) }
        }
        if let failure {
            if !context.output.isJSON { context.output.failure(failure) }
            return exitStatus(for: failure.code)
        }
        return reports.contains { $0.quarantined > 0 || $0.isTruncated } ? .doneWithDamage : .done
    }

    /// The reports of several files up to the first failure.
    private struct ImportList: Encodable {
        var imports: [ImportReport]
        var error: Failure?
        /// The exports of a folder that has several; none of them was imported.
        var candidates: [Imports.ExportFile]?
    }

    /// Prints each report, or one line for a file with the same bytes as an earlier one.
    private func show(_ reports: [ImportReport], _ output: Output) throws {
        for (index, report) in reports.enumerated() {
            let earlier = reports[..<index].first { $0.id > 0 && $0.id == report.sameAs }
            try output.result(report) {
                if report.isDryRun, let mapping = report.mapping {
                    // The result is the mapping alone, so that it can be written to a file.
                    output.printNotice(ImportText.report(report, output))
                    return mapping
                }
                return earlier.map { ImportText.repetition(report, of: $0) }
                    ?? ImportText.report(report, output)
            }
        }
    }

    /// The text of the file of `--mapping`; nil without the option.
    private func mappingText() throws -> String? {
        guard let mapping else { return nil }
        let limit = Imports.RunRequest.mappingBytes
        guard let bytes = try Files.readIfPresent(mapping, limit: limit) else {
            throw Status(
                .notFound, "There is no mapping \(mapping).",
                hint: "Write one with: dayline import FILE --dry-run > \(quoted(mapping))")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func checkZone(_ zone: String) throws {
        do {
            _ = try ZoneCatalog().zone(zone)
        } catch {
            let status = Status(describing: error)
            throw UsageError(status.message, hint: status.hint)
        }
    }

    /// A folder or an archive with several exports, of which none was chosen.
    private struct MultipleExportsError: Error {
        var status: Status
        var files: [Imports.ExportFile]
    }

    /// The way in which the ingestion worker gets the bytes of an input.
    private enum Input {
        case standardInput
        /// A file or folder that the worker opens.
        case path(String)
        /// A file of a folder or an archive with several exports, by its absolute path.
        case export(String)
        /// A file that the command reads and uploads.
        case upload(String)

        /// The argument of a command that imports the input.
        var argument: String {
            switch self {
            case .standardInput: "-"
            case .path(let file), .export(let file), .upload(let file): file
            }
        }
    }

    /// The inputs of an argument: several exports of a folder or an archive only with `--all`.
    private func inputs(
        of file: String, _ context: CommandContext, _ client: Client
    ) async throws -> [Input] {
        if file == "-" { return [.standardInput] }
        if context.isRemote { return [.upload(file)] }
        let path = try absolutePath(file)
        let inspection: Imports.InspectResponse
        let options = context.optionsWithoutDeadline()
        do throws(Status) {
            inspection = try await client.call(
                Imports.inspect, Imports.InspectRequest(path: path, importer: importer), options)
        } catch {
            return [try Self.hiddenInput(file, path, error)]
        }
        guard inspection.files.count > 1 else { return [.path(file)] }
        guard shouldImportAll else {
            let isOfTables = inspection.importer == Documents.tableImporter
            let status = Status(
                .failedPrecondition,
                "\(file) has \(inspection.files.count) exports, so none was imported.",
                hint: (isOfTables ? "Import all with: " : "Import one by its path, or all with: ")
                    + "dayline import --all \(quoted(file))")
            throw MultipleExportsError(status: status, files: inspection.files)
        }
        return inspection.files.map { .export($0.path) }
    }

    /// The input for a path that the worker did not open: the worker of the system instance does not see homes
    /// and /tmp, so the command reads a file there itself.
    /// - Throws: `error` unless the command can read a file or folder at the path.
    private static func hiddenInput(
        _ file: String, _ path: String, _ error: Status
    ) throws -> Input {
        // An unknown importer is NOT_FOUND too, without the path.
        guard [.notFound, .permissionDenied].contains(error.code), error.message.contains(path),
            access(path, R_OK) == 0
        else { throw error }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            return .upload(file)
        }
        throw Status(
            error.code, "The system service cannot read the folder \(path).",
            hint: SystemUnit.remedy(forReading: path))
    }

    private func report(
        of input: Input, _ context: CommandContext, _ client: Client
    ) async throws -> ImportReport {
        let output = context.output
        var request = Imports.RunRequest(
            importer: importer, zone: zone, isDryRun: isDryRun, isReconciling: isReconciling,
            isReplacing: isReplacing ? true : nil, mapping: try mappingText())
        switch input {
        case .standardInput:
            request.upload = try await upload(STDIN_FILENO, "Standard input", context, client)
            request.name = "standard input"
        case .path(let file):
            request.path = try absolutePath(file)
        case .export(let path): request.path = path
        case .upload(let file):
            request.upload = try await upload(file: file, context, client)
            request.name = Self.name(of: file)
        }
        defer { output.endProgress() }
        do {
            let notices = WaitingNotices(output)
            return try await client.stream(Imports.run, request, context.optionsWithoutDeadline()) {
                progress in
                notices.show(progress)
                output.progress(ImportText.progress(progress))
            }
        } catch {
            throw interruption(Status(describing: error), of: input.argument)
        }
    }

    /// `status` with a hint to repeat the import if the connection was lost during it.
    private func interruption(_ status: Status, of file: String) -> Status {
        guard status.code == .unavailable, status.hint?.contains("dayline up") != true else {
            return status
        }
        return Status(
            .unavailable, status.message,
            hint:
                "An import is stored completely or not at all. Run it again: dayline import \(file)"
        )
    }

    private func absolutePath(_ file: String) throws -> String {
        guard let path = Files.canonicalPath(file) else {
            // Other processes cannot open a pipe of this process.
            guard access(file, F_OK) != 0 else {
                throw Status(
                    .invalidArgument, "\(file) is neither a file nor a folder.",
                    hint: "Send its content through standard input: dayline import - < \(file)")
            }
            throw Status(
                .notFound, "There is no file \(file).",
                hint: "Check its name and its folder.")
        }
        return path
    }

    /// Uploads a file whose path the ingestion worker cannot open.
    /// - Returns: The handle of the upload.
    private func upload(
        file: String, _ context: CommandContext, _ client: Client
    ) async throws -> String {
        let path = try absolutePath(file)
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Status(
                .invalidArgument,
                "\(file) is not a file, and folders are imported on their machine only.",
                hint: "Import its files one by one, or a zip archive of the folder.")
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw HostFileError.system(operation: "read", path: path, code: errno)
        }
        defer { close(descriptor) }
        return try await upload(descriptor, Self.name(of: path), context, client)
    }

    private static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// Uploads the bytes of a descriptor to the ingestion worker.
    /// - Returns: The handle of the upload.
    private func upload(
        _ descriptor: Int32, _ name: String, _ context: CommandContext, _ client: Client
    ) async throws -> String {
        let start = Imports.UploadRequest(name: name, bytes: nil)
        let uploaded = try await client.upload(
            Imports.upload, start, context.optionsWithoutDeadline()
        ) { writer in
            try await ByteStream.send(descriptor, name, to: writer)
        }
        return uploaded.upload
    }
}
