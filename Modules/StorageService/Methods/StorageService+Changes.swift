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
                        "There is no change \(request.number) in this database: the newest is "
                            + "\(latest).",
                        hint: "Read everything anew, and go on from \(latest).")
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
