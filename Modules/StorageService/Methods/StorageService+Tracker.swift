import Contracts
import GRDB
import RPC
import Tracking

extension StorageService {
    func registerTracker(on router: inout Router) {
        router.handle(Tracker.documents) { [self] request, context in
            try await file.read { db in
                let profile = try ProfileRow.named(context.profile, db)
                let page = try DocumentStore.page(
                    of: profile.id, kinds: request.kinds, after: request.after, db)
                return Tracker.Documents(
                    documents: page.documents, next: page.next,
                    version: try ChangeLog.latest(db), zones: try profile.zones(db),
                    settings: try SettingStore.all(of: profile.id, db))
            }
        }
        router.handle(Tracker.entries) { [self] request, context in
            let limit = min(max(request.limit ?? Tracker.pageLimit, 1), Tracker.pageLimit)
            return try await file.read { db in
                try EntryStore.page(
                    of: ProfileRow.named(context.profile, db).id, after: request.after,
                    limit: limit, db)
            }
        }
        router.handle(Tracker.entry) { [self] request, context in
            try await file.read { db in
                let profile = try ProfileRow.named(context.profile, db)
                let store = try EntryStore(of: profile.id, db)
                guard let row = try store.row(request.id) else {
                    throw StorageError.noEntry(request.id.rawValue)
                }
                return row.numbered
            }
        }
        router.handle(Tracker.days) { [self] request, context in
            try await file.read { db in
                try ActivityDays.page(request, of: ProfileRow.named(context.profile, db), db)
            }
        }
        router.handle(Tracker.answers) { [self] request, context in
            try await file.read { db in
                try DayAnswers.last(request, of: ProfileRow.named(context.profile, db).id, db)
            }
        }
        router.handle(Tracker.recall) { [self] in try await recall($0, $1) }
        registerTrackerChanges(on: &router)
        router.handle(Tracker.fill) { [self] request, context, reader in
            try await fill(request, context, reader)
        }
    }

    /// What the change that the caller's key stands for came to, if it was made.
    private func recall(
        _ request: Tracker.Fingerprint, _ context: CallContext
    ) async throws -> Tracker.Recalled {
        guard let key = context.metadata.idempotencyKey else {
            return Tracker.Recalled(applied: nil)
        }
        let keyed = ChangeLog.KeyedRequest(
            key: key, method: Tracker.apply.name, profile: context.profile,
            body: try JSONBody.encode(request))
        return try await file.read { db in
            let reply = try ChangeLog.reply(to: keyed, db)
            return Tracker.Recalled(
                applied: try reply.map { try JSONBody.decode(Tracker.Applied.self, from: $0) })
        }
    }
}
