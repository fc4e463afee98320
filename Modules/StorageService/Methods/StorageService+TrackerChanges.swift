package import Contracts
import GRDB
package import StorageCore

extension StorageService {
    package func apply(
        _ request: TrackerRecords.ApplyRequest, _ call: ChangeCall
    ) async throws -> Committed<TrackerRecords.ApplyResponse> {
        try await change(call) { db, effects in
            let profile = try ProfileRow.named(call.profile, db)
            if let base = request.base, try !ChangeLog.isNewest(base, of: profile.id, db) {
                throw StorageError.profileConflict
            }
            var writer = try TrackerWriter(profile, db, who: request.origin ?? "person")
            try writer.write(request)
            if request.isFinal == true {
                try PurgedRecords(
                    writer.records + writer.removedEntries, of: profile.id
                ).purge(db)
                return writer.finish(
                    request.summary, &effects, hasPreviousValues: false, reply: request.reply)
            }
            let applied = writer.finish(request.summary, &effects, reply: request.reply)
            guard !applied.records.isEmpty else { return applied }
            if request.origin == nil {
                try StepRow.add(
                    request.summary, first: applied.first, last: applied.last, of: profile.id, db)
            } else {
                try FollowingChanges.add(applied, of: profile.id, db)
            }
            return applied
        }
    }

    package func undoOrRedo(
        _ direction: TrackerRecords.UndoDirection, expected: Int64?, _ call: ChangeCall
    ) async throws -> Committed<TrackerRecords.ApplyResponse> {
        try await change(call) { db, effects in
            let profile = try ProfileRow.named(call.profile, db)
            let step = try StepRow.next(direction, of: profile.id, db)
            try step.check(expected: expected, direction)
            try step.set(undone: direction == .undo, of: profile.id, db)
            var writer = try TrackerWriter(profile, db)
            try FollowingChanges.revert(after: step, of: profile.id, by: &writer, db)
            if step.isFill {
                try DisplacedRows(step: step.first, profile: profile.id).exchange(step, db)
                return writer.finish(exchanging: step, of: profile, &effects)
            }
            try writer.revert(step, direction, step.changes(of: profile.id, db))
            return writer.finish(step.summary, &effects)
        }
    }
}
