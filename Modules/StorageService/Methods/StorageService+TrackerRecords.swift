import Contracts
import GRDB
import HostFiles
import RPC
import Tracker

extension StorageService {
    func registerTracker(on router: inout Router) {
        router.handle(TrackerRecords.documents) { [self] request, context in
            try await file.read { db in
                let profile = try ProfileRow.named(context.profile, db)
                let page = try DocumentStore.page(
                    of: profile.id, kinds: request.kinds, after: request.after, db)
                return TrackerRecords.DocumentsResponse(
                    documents: page.documents, next: page.next,
                    version: try ChangeLog.latest(db), zones: try profile.zones(db),
                    settings: try SettingStore.all(of: profile.id, db))
            }
        }
        router.handle(TrackerRecords.entries) { [self] request, context in
            let limit = min(
                max(request.limit ?? TrackerRecords.pageLimit, 1), TrackerRecords.pageLimit)
            return try await file.read { db in
                try EntryStore.page(
                    of: ProfileRow.named(context.profile, db).id, after: request.after,
                    limit: limit, db)
            }
        }
        router.handle(TrackerRecords.entry) { [self] request, context in
            try await file.read { db in
                let profile = try ProfileRow.named(context.profile, db)
                let store = try EntryStore(of: profile.id, db)
                guard let row = try store.row(request.id) else {
                    throw StorageError.noEntry(request.id.rawValue)
                }
                return row.numbered
            }
        }
        router.handle(TrackerRecords.days) { [self] request, context in
            try await file.read { db in
                try ActivityDays.page(request, of: ProfileRow.named(context.profile, db), db)
            }
        }
        router.handle(TrackerRecords.answers) { [self] request, context in
            try await file.read { db in
                try DayAnswers.last(request, of: ProfileRow.named(context.profile, db).id, db)
            }
        }
        router.handle(TrackerRecords.namedPhotos) { [self] request, _ in
            guard request.files.count <= TrackerRecords.photoFileLimit else {
                throw Status(
                    .invalidArgument,
                    "\(request.files.count) photo files are more than "
                        + "\(TrackerRecords.photoFileLimit), the limit of a request.")
            }
            // A replaced database can be restored again, and its photos with it.
            guard ReplacedDatabases(database: file.path).paths.isEmpty else {
                return TrackerRecords.PhotoFilesResponse(files: request.files)
            }
            return try await file.read { db in
                TrackerRecords.PhotoFilesResponse(
                    files: try NamedPhotos.named(among: request.files, db))
            }
        }
        router.handle(TrackerRecords.findResult) { [self] in try await recall($0, $1) }
        registerTrackerChanges(on: &router)
        router.handle(TrackerRecords.fill) { [self] request, context, reader in
            try await fill(request, context, reader)
        }
    }

    /// The result of the change with the caller's idempotency key; nil if the key is unknown.
    private func recall(
        _ request: TrackerRecords.FingerprintRequest, _ context: CallContext
    ) async throws -> TrackerRecords.RecallResponse {
        guard let key = context.metadata.idempotencyKey else {
            return TrackerRecords.RecallResponse(applied: nil)
        }
        let keyed = ChangeLog.KeyedRequest(
            key: key, method: TrackerRecords.apply.name, profile: context.profile,
            body: try JSONBody.encode(request))
        return try await file.read { db in
            let reply = try ChangeLog.reply(to: keyed, db)
            return TrackerRecords.RecallResponse(
                applied: try reply.map {
                    try JSONBody.decode(TrackerRecords.ApplyResponse.self, from: $0)
                })
        }
    }
}
