package import Contracts
import GRDB
package import StorageCore
import Tracker

extension StorageService {
    package func fill(
        _ fill: Fill, _ call: ChangeCall
    ) async throws -> Committed<TrackerRecords.ApplyResponse> {
        let checksums = file.checksums
        return try await change(call) { db, effects in
            let profile = try ProfileRow.named(call.profile, db)
            effects.logEntries = [.bulk(fill.request.summary, of: profile)]
            return try Self.apply(fill, of: profile.id, checksums, db)
        }
    }

    /// Writes all pages as one step and stores the displaced rows for its undo.
    private static func apply(
        _ fill: Fill, of profile: Int64, _ checksums: RowChecksums?, _ db: Database
    ) throws -> TrackerRecords.ApplyResponse {
        let request = fill.request
        if let base = request.base, try !ChangeLog.isNewest(base, of: profile, db) {
            throw StorageError.profileConflict
        }
        let step = try ChangeLog.latest(db) + 1
        // New numbers, so that undo can identify the added entries by number.
        let firstEntry = try EntryStore.nextNumber(of: profile, db)
        let displaced = DisplacedRows(step: step, profile: profile)
        for kind in request.replacedKinds { try displaced.displaceAll(kind, db) }
        let writer = EntryBulkWriter(
            displaced: displaced, first: firstEntry, checksums: checksums)
        // Ordered while the documents are written.
        let preparation = try writer.preparation(of: fill, db)
        try write(fill.documents(), displacingInto: displaced, db)
        let added = try writer.insert(fill, preparation, db)
        try StepRow.addFill(
            request.summary, step, entries: added,
            hasReplacedEntries: request.replacedKinds.contains(TrackerRecords.entryKind),
            of: profile, db)
        try StepRow.deleteOldFills(of: profile, db)
        return fill.response(step: step)
    }

    private static func write(
        _ documents: [TrackerRecords.Change], displacingInto displaced: DisplacedRows,
        _ db: Database
    ) throws {
        for document in documents {
            guard document.kind != TrackerRecords.entryKind else {
                try displaced.remove(Entry.ID(document.id), db)
                continue
            }
            let record = TrackerRecords.RecordKey(kind: document.kind, id: document.id)
            try displaced.save(record, db)
            guard let body = document.body else {
                try DocumentStore.delete(record, of: displaced.profile, db)
                continue
            }
            try DocumentStore.save(
                TrackerRecords.Document(
                    kind: record.kind, id: record.id, revision: displaced.step, body: body),
                of: displaced.profile, db)
        }
    }
}
