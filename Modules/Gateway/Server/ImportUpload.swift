import Contracts
import Hummingbird
import RPC
import WebPages

/// Receives the form of a new import: the file is streamed to the ingestion worker as it arrives.
struct ImportUpload: Sendable {
    /// A client of the bus.
    let bus: Client
    let profile: String
    /// The token that the form must have before its file.
    let formToken: String

    /// Time in which a short import ends before the page of running imports is shown.
    private static let patience = Duration.seconds(2)

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
                upload = (name, try await store(parts, name))
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

    /// Sends the bytes of a file to the ingestion worker.
    /// - Returns: The handle of the upload.
    private func store(_ parts: PartReader, _ name: String) async throws -> String {
        let options = CallOptions(deadline: .never, profile: profile)
        let uploaded = try await bus.upload(
            Imports.upload, Imports.UploadRequest(name: name, bytes: nil), options
        ) { writer in
            try await parts.sendFile(to: writer)
        }
        return uploaded.upload
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
