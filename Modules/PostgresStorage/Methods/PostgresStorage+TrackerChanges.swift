package import Contracts
import PostgresClient
package import RPC
package import StorageCore

extension PostgresStorage {
    package func storedReply(
        to request: KeyedRequest, of profile: String
    ) async throws -> Bytes? {
        try await read(profile) {
            [StoredReply.query($0, request)]
        } _: { _, results in
            try StoredReply(results[0], to: request).map { stored in
                try JSONBody.encode(stored.decoded(as: TrackerRecords.ApplyResponse.self))
            }
        }
    }

    package func nextStep(
        _ direction: TrackerRecords.UndoDirection, _ request: KeyedRequest?, of profile: String
    ) async throws -> TrackerRecords.NextResponse? {
        try await read(profile) { id in
            [
                StepRows.next(direction, of: id), StepRows.changesOfNext(direction, of: id),
            ] + (request.map { [StoredReply.query(id, $0)] } ?? [])
        } _: { _, results in
            if let request, try StoredReply(results[2], to: request) != nil { return nil }
            return try StepRows.step(results[0], direction).response(direction) {
                try results[1].rows.map { try ChangeRows.change($0) }
            }
        }
    }

    package func apply(
        _ request: TrackerRecords.ApplyRequest, _ call: ChangeCall
    ) async throws -> Committed<TrackerRecords.ApplyResponse> {
        try await change(of: call.profile, call) { profile in
            LoadedRecords.queries(for: request.changes.map(\.key), of: profile)
        } _: { transaction, results in
            let profile = transaction.profile
            try transaction.check(base: request.base)
            let store = try LoadedRecords(results, of: profile.id)
            var writer = TrackerWriter(
                profile, store, first: transaction.latest + 1, who: request.origin ?? "person")
            try writer.write(request)
            transaction.writes = try store.writes()
            if request.isFinal == true {
                transaction.writes += RecordPurge.queries(
                    writer.records + writer.removedEntries, of: profile.id)
                return writer.finish(
                    request.summary, &transaction.effects, hasPreviousValues: false,
                    reply: request.reply)
            }
            let applied = writer.finish(
                request.summary, &transaction.effects, reply: request.reply)
            guard !applied.records.isEmpty else { return applied }
            if request.origin == nil {
                transaction.writes += StepRows.insertion(
                    StepRow(first: applied.first, last: applied.last, summary: request.summary),
                    of: profile.id)
            } else {
                transaction.writes.append(
                    StepRows.followingInsertion(applied, of: profile.id))
            }
            return applied
        }
    }

    package func undoOrRedo(
        _ direction: TrackerRecords.UndoDirection, expected: Int64?, _ call: ChangeCall
    ) async throws -> Committed<TrackerRecords.ApplyResponse> {
        try await change(of: call.profile, call) { profile in
            [
                StepRows.next(direction, of: profile),
                StepRows.changesOfNext(direction, of: profile),
                StepRows.changesFollowingNext(direction, of: profile),
            ]
        } _: { transaction, results in
            let profile = transaction.profile
            let (stepRow, stepChanges, followingChanges) = (results[0], results[1], results[2])
            let step = try StepRows.step(stepRow, direction)
            try step.check(expected: expected, direction)
            let changes = try stepChanges.rows.map { try ChangeRows.change($0) }
            let following = try followingChanges.rows.map { try ChangeRows.change($0) }
            let records = (step.isFill ? [] : changes) + following
            let store = try LoadedRecords(
                try await transaction.read(
                    LoadedRecords.queries(for: records.map(\.record), of: profile.id)),
                of: profile.id)
            var writer = TrackerWriter(profile, store, first: transaction.latest + 1)
            // Changes without a step, such as health sync, are reverted first: they follow the step.
            for change in following { try writer.restore(change.record, to: change.before) }
            if !step.isFill { try writer.revert(step, direction, changes) }
            transaction.writes = StepRows.marking(
                step, isUndone: direction == .undo, of: profile.id)
            transaction.writes += try store.writes()
            guard step.isFill else {
                return writer.finish(step.summary, &transaction.effects)
            }
            transaction.writes += DisplacedRows(step: step.first, profile: profile.id)
                .exchange(step)
            return writer.finish(exchanging: step, of: profile, &transaction.effects)
        }
    }
}

extension ProfileTransaction {
    /// - Throws: `StorageError.profileConflict` if the profile has a change after `base`, or no change with
    ///   that number.
    func check(base: Int64?) throws {
        guard let base, base != latest else { return }
        throw StorageError.profileConflict
    }
}
