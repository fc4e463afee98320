import Contracts
import RPC

/// An import in storage, created with its first write: an import without new data writes only its
/// report.
actor StagedImport {
    private let client: Client
    private let begin: Staging.BeginRequest
    private let options: CallOptions
    private var beginTask: Task<Int64, any Error>?
    /// Number of the import; nil before the first write.
    private(set) var createdID: Int64?
    private var isAborted = false

    init(client: Client, begin: Staging.BeginRequest, options: CallOptions) {
        self.client = client
        self.begin = begin
        self.options = options
    }

    /// Number of the import, which is created by the first call.
    /// - Throws: CANCELLED after ``abort()``.
    func id() async throws -> Int64 {
        guard !isAborted else { throw Status(.cancelled, "The import was aborted.") }
        if let createdID { return createdID }
        let task =
            beginTask
            ?? Task { [client, begin, options] in
                try await client.call(Staging.begin, begin, options).id
            }
        beginTask = task
        let id = try await task.value
        createdID = id
        return id
    }

    /// Publishes the staged rows together with the report.
    /// - Returns: The report with its number and version.
    func publish(
        _ report: ImportReport, quarantined: [QuarantinedItem] = []
    ) async throws -> ImportReport {
        var report = report
        report.id = try await id()
        let publish = Staging.PublishRequest(
            id: report.id, report: report, quarantined: quarantined)
        report.version = try await client.call(Staging.publish, publish, options).version
        return report
    }

    /// Discards the staged rows, even if this task was cancelled. Nothing can be staged afterwards.
    func abort() async {
        isAborted = true
        guard let beginTask else { return }
        let client = client
        // The deadline of the import's call may have passed.
        let options = CallOptions(profile: options.profile, traceparent: options.traceparent)
        await Task {
            // Without a connection, storage discards staged rows at its next start.
            guard let id = try? await beginTask.value else { return }
            _ = try? await client.call(
                Staging.abort, Staging.AbortRequest(id: id), options)
        }.value
    }
}
