import Contracts
import RPC

/// An import in storage, made when the first thing is to be written: one that finds nothing new leaves
/// the disk alone until its report.
actor StagedImport {
    private let client: Client
    private let begin: Staging.BeginRequest
    private let options: CallOptions
    private var beginning: Task<Int64, any Error>?
    /// The import's number; nil before anything was written.
    private(set) var begunID: Int64?
    private var isOver = false

    init(client: Client, begin: Staging.BeginRequest, options: CallOptions) {
        self.client = client
        self.begin = begin
        self.options = options
    }

    /// The import's number, which it has from now on.
    /// - Throws: CANCELLED when it was given up.
    func id() async throws -> Int64 {
        guard !isOver else { throw Status(.cancelled, "The import was given up.") }
        if let begunID { return begunID }
        let task =
            beginning
            ?? Task { [client, begin, options] in
                try await client.call(Staging.begin, begin, options).id
            }
        beginning = task
        let id = try await task.value
        begunID = id
        return id
    }

    /// Shows what was staged, with the report.
    /// - Returns: The report as it is kept, and what publishing answered.
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

    /// Has storage forget what was staged, also when this task was cancelled. Nothing can be staged
    /// afterwards.
    func abort() async {
        isOver = true
        guard let beginning else { return }
        let client = client
        // The time of the call that began the import may be over.
        let options = CallOptions(profile: options.profile, traceparent: options.traceparent)
        await Task {
            // When storage cannot be reached it clears what is dead at its next start.
            guard let id = try? await beginning.value else { return }
            _ = try? await client.call(
                Staging.abort, Staging.AbortRequest(id: id), options)
        }.value
    }
}
