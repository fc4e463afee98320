package import Contracts
import RPC
import StorageCore

extension StorageService: ChangeLogOperations {
    package func changes(
        since request: Changes.SinceRequest, limit: Int, of profile: String
    ) async throws -> Changes.SinceResponse {
        try await file.read { db in
            let latest = try ChangeLog.latest(db)
            try ChangeLog.check(request.number, latest: latest)
            let profile =
                try request.isOfAllProfiles == true ? nil : ProfileRow.named(profile, db).id
            return Changes.SinceResponse(
                changes: try ChangeLog.since(
                    request.number, profile: profile, limit: limit,
                    bytes: WireLimits.pageBytes, db), latest: latest)
        }
    }
}
