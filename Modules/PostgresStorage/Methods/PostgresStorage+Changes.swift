package import Contracts
import PostgresClient
import RPC
import StorageCore

extension PostgresStorage: ChangeLogOperations {
    package func changes(
        since request: Changes.SinceRequest, limit: Int, of profile: String
    ) async throws -> Changes.SinceResponse {
        guard request.isOfAllProfiles != true else {
            throw Status(
                .unimplemented,
                "In PostgreSQL each profile numbers its changes itself, so that changes of all profiles have "
                    + "no common order.", hint: "Read the changes of each profile.")
        }
        return try await read(profile) { id in
            [
                ChangeRows.page(
                    after: request.number, of: id, limit: limit, bytes: WireLimits.pageBytes)
            ]
        } _: { state, results in
            try ChangeLog.check(request.number, latest: state.latest)
            return Changes.SinceResponse(
                changes: try results[0].rows.map { try ChangeRows.change($0) },
                latest: state.latest)
        }
    }
}
