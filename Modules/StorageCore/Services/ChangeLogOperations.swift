package import Contracts
import RPC

/// The operations of the change log.
package protocol ChangeLogOperations: StorageOperations {
    /// The changes after the number of the request, at most `limit`.
    /// - Throws: OUT_OF_RANGE as of ``ChangeLog/check(_:latest:)``.
    func changes(
        since request: Changes.SinceRequest, limit: Int, of profile: String
    ) async throws -> Changes.SinceResponse
}

extension StorageServices where Engine: ChangeLogOperations {
    func registerChanges(on router: inout Router) {
        router.handle(Changes.since) { [engine] request, context in
            let limit = min(max(request.limit ?? ChangeLog.pageLimit, 1), ChangeLog.pageLimit)
            return try await engine.changes(since: request, limit: limit, of: context.profile)
        }
    }
}
