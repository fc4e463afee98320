import Contracts
import Hummingbird
import RPC
import Synchronization
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
    private static let pollInterval = Duration.milliseconds(50)

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
        let isWanted = { (name: String) in fields[name].map { !$0.isEmpty } ?? false }
        return try await run(
            Imports.RunRequest(
                upload: upload.handle, name: upload.name,
                importer: isWanted("importer") ? fields["importer"] : nil,
                zone: isWanted("zone") ? fields["zone"] : nil, isDryRun: isWanted("dryRun"),
                isReconciling: isWanted("reconcile")))
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
    private func run(_ request: Imports.RunRequest) async throws -> String {
        let outcome = Outcome()
        Task { [bus, profile] in
            let options = CallOptions(deadline: .never, profile: profile)
            do {
                let report = try await bus.stream(Imports.run, request, options) { _ in }
                outcome.set(.success(report))
            } catch {
                outcome.set(.failure(error))
            }
        }
        let limit = ContinuousClock.now + Self.patience
        while ContinuousClock.now < limit {
            if let result = outcome.value {
                let report = try result.get()
                return report.id > 0 ? "/import/\(report.id)" : "/import?done=ended"
            }
            try await Task.sleep(for: Self.pollInterval)
        }
        let running = try await bus.call(Imports.running, Empty(), CallOptions(profile: profile))
        let own = running.running.last { $0.profile == profile && $0.file == request.name }
        return own.map { ImportRoutes.path(ofRunning: $0.id) } ?? "/import"
    }
}

/// The result of an import that runs in a task of its own.
private final class Outcome: Sendable {
    private let result = Mutex<Result<ImportReport, any Error>?>(nil)

    var value: Result<ImportReport, any Error>? { result.withLock { $0 } }

    func set(_ value: Result<ImportReport, any Error>) { result.withLock { $0 = value } }
}
