import Contracts
import RPC

extension StorageService {
    func registerChanges(on router: inout Router) {
        router.handle(Changes.since) { [self] request, context in
            let limit = min(max(request.limit ?? ChangeLog.pageLimit, 1), ChangeLog.pageLimit)
            return try await file.read { db in
                let latest = try ChangeLog.latest(db)
                guard (0...latest).contains(request.number) else {
                    throw Status(
                        .outOfRange,
                        "The database has no change \(request.number): the newest is \(latest).",
                        hint: "Read all data again, and continue from \(latest).")
                }
                let profile =
                    try request.isOfAllProfiles == true
                    ? nil : ProfileRow.named(context.profile, db).id
                return Changes.SinceResponse(
                    changes: try ChangeLog.since(
                        request.number, profile: profile, limit: limit,
                        bytes: WireLimits.pageBytes, db), latest: latest)
            }
        }
    }
}
