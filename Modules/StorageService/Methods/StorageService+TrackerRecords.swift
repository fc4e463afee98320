package import Contracts
import HostFiles
package import RPC
package import StorageCore
package import Tracker

extension StorageService: TrackerRecordOperations {
    package func documents(
        _ request: TrackerRecords.DocumentsRequest, of profile: String
    ) async throws -> TrackerRecords.DocumentsResponse {
        try await file.read { db in
            let profile = try ProfileRow.named(profile, db)
            let page = try DocumentStore.page(
                of: profile.id, kinds: request.kinds, after: request.after, db)
            return TrackerRecords.DocumentsResponse(
                documents: page.documents, next: page.next,
                version: try ChangeLog.latest(db), zones: try profile.zones(db),
                settings: try SettingStore.all(of: profile.id, db))
        }
    }

    package func entries(
        after number: Int64, limit: Int, of profile: String
    ) async throws -> Packet<EntryPage> {
        try await file.read { db in
            try EntryStore.page(
                of: ProfileRow.named(profile, db).id, after: number, limit: limit, db)
        }
    }

    package func entry(
        _ id: Entry.ID, of profile: String
    ) async throws -> TrackerRecords.NumberedEntry {
        try await file.read { db in
            let store = try EntryStore(of: ProfileRow.named(profile, db).id, db)
            guard let row = try store.row(id) else { throw StorageError.noEntry(id.rawValue) }
            return row.numbered
        }
    }

    package func activityDays(
        _ request: TrackerRecords.DaysRequest, of profile: String
    ) async throws -> Packet<Days.ReadResponse> {
        try await file.read { db in
            try ActivityDays.page(request, of: ProfileRow.named(profile, db), db)
        }
    }

    package func answers(
        _ request: TrackerRecords.AnswersRequest, of profile: String
    ) async throws -> TrackerRecords.AnswersResponse {
        try await file.read { db in
            try DayAnswers.last(request, of: ProfileRow.named(profile, db).id, db)
        }
    }

    package func storedReply(
        to request: KeyedRequest, of profile: String
    ) async throws -> Bytes? {
        try await file.read { db in try ChangeLog.reply(to: request, db) }
    }

    package func nextStep(
        _ direction: TrackerRecords.UndoDirection, _ request: KeyedRequest?, of profile: String
    ) async throws -> TrackerRecords.NextResponse? {
        try await file.read { db in
            let profile = try ProfileRow.named(profile, db)
            if let request, try ChangeLog.reply(to: request, db) != nil { return nil }
            let step = try StepRow.next(direction, of: profile.id, db)
            return try step.next(direction, of: profile.id, db)
        }
    }
}
