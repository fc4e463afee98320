import Contracts
import Hummingbird
import RPC
import Uploads
import WebPages

/// Receives the form of a new import: the file is written to the spool of the home as it arrives.
struct ImportUpload: Sendable {
    /// A client of the bus.
    let bus: Client
    let spool: Spool
    let profile: String
    /// The token that the form must have before its file.
    let formToken: String

    /// Time in which a short import ends before the page of running imports is shown.
    private static let patience = Duration.seconds(2)
    private static let settingsTimeout = Duration.seconds(10)

    /// Stores the file and starts its import.
    /// - Returns: The path of its report, or of its progress if it takes long.
    func receive(_ request: Request) async throws -> String {
        let parts = PartReader(
            try MultipartParser(contentType: request.headers[.contentType] ?? ""),
            request.body.makeAsyncIterator())
        var fields: [String: String] = [:]
        var upload: (name: String, handle: String)?
        while let event = try await parts.next() {
            switch event {
            case .field(let name, let value): fields[name] = value
            case .file(let name):
                guard fields["csrf"] == formToken else { throw Status.foreignForm }
                let stored = try await store(Imports.UploadRequest(name: name, bytes: nil)) {
                    try await parts.writeFile(to: $0)
                }
                upload = (name, stored.upload)
            case .bytes, .fileEnd: break
            }
        }
        guard fields["csrf"] == formToken else { throw Status.foreignForm }
        guard let upload, !upload.name.isEmpty else {
            throw Status(.invalidArgument, "No file was chosen.", hint: "Choose a file first.")
        }
        return try await run(Self.request(fields, upload: upload.handle, name: upload.name))
    }

    /// The request of an import with the options of a form.
    static func request(
        _ fields: [String: String], upload: String, name: String
    ) -> Imports.RunRequest {
        let isWanted = { (name: String) in fields[name].map { !$0.isEmpty } ?? false }
        return Imports.RunRequest(
            upload: upload, name: name, importer: isWanted("importer") ? fields["importer"] : nil,
            zone: isWanted("zone") ? fields["zone"] : nil, isDryRun: isWanted("dryRun"),
            isReconciling: isWanted("reconcile"))
    }

    /// Writes an upload to the spool, from which the ingestion worker imports it; `write` appends its bytes.
    func store(
        _ upload: Imports.UploadRequest, _ write: (SpoolFile) async throws -> Void
    ) async throws -> Imports.UploadResponse {
        let settings = try await bus.call(
            Settings.list, Empty(),
            CallOptions(deadline: .after(Self.settingsTimeout), profile: profile))
        return try await spool.receive(
            upload, limit: ImportLimit.bytes(of: settings.values[Settings.importLimit]), write)
    }

    /// Runs the import, which continues if the browser leaves.
    /// - Returns: The path of its report, or of its progress if it takes long.
    func run(_ request: Imports.RunRequest) async throws -> String {
        let (events, continuation) = AsyncStream<RunEvent>.makeStream()
        Task { [bus, profile] in
            let options = CallOptions(deadline: .never, profile: profile)
            do {
                let report = try await bus.stream(Imports.run, request, options) { progress in
                    if let id = progress.id { continuation.yield(.started(id)) }
                }
                continuation.yield(.ended(.success(report)))
            } catch {
                continuation.yield(.ended(.failure(error)))
            }
            continuation.finish()
        }
        let timer = Task {
            try await Task.sleep(for: Self.patience)
            continuation.yield(.late)
        }
        defer { timer.cancel() }
        var id: Int64?
        for await event in events {
            switch event {
            case .started(let number): id = number
            case .ended(let result):
                let report = try result.get()
                return report.id > 0 ? "/import/\(report.id)" : "/import?done=ended"
            case .late: return id.map { ImportRoutes.path(ofRunning: $0) } ?? "/import"
            }
        }
        return "/import"
    }

    private enum RunEvent: Sendable {
        /// The import has a number in the list of running imports.
        case started(Int64)
        case ended(Result<ImportReport, any Error>)
        /// The page of running imports is shown now.
        case late
    }
}
