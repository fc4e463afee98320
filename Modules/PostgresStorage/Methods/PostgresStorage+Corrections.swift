import CivilTime
package import Contracts
package import Correcting
import HostFiles
import PostgresClient
import RPC
package import StorageCore

extension PostgresStorage: CorrectionOperations {
    package func corrections(
        of metric: String?, _ profile: String
    ) async throws -> Corrections.ListResponse {
        try await read(profile) {
            [CorrectionRows.all(of: metric, $0), SeriesRows.all(of: $0, metric: metric)]
        } _: { _, results in
            let corrections = try results[0].rows.map(CorrectionRows.correction)
            let named = Set(corrections.map(\.original.series))
            return Corrections.ListResponse(
                series: try results[1].rows.map(SeriesRows.series).filter {
                    named.contains($0.id)
                }, corrections: corrections)
        }
    }

    package func correct(
        _ request: Corrections.CorrectRequest, as replacement: CorrectionPlan.Replacement,
        _ call: ChangeCall
    ) async throws -> Committed<Corrections.CorrectResponse> {
        try await change(call) { profile in
            SampleCorrection.queries(request.sample, profile) + [ProfileRows.zones(of: profile)]
        } _: { transaction, results in
            let correction = try SampleCorrection(results, of: request.sample)
            let zones = try ProfileRows.zones(results[results.count - 1])
            let (plan, response) = try await correction.apply(
                replacement, catalog, transaction)
            if !transaction.effects.logEntries.isEmpty {
                let number = transaction.latest + 1
                transaction.writes += StepRows.insertion(
                    StepRow(
                        first: number, last: number,
                        summary: try request.action.stepSummary(of: plan, catalog.history(zones))),
                    of: transaction.profile.id)
            }
            return response
        }
    }

    package func revertCorrection(
        _ direction: TrackerRecords.UndoDirection, expected: Int64?, _ call: ChangeCall
    ) async throws -> Committed<TrackerRecords.ApplyResponse> {
        try await change(call) { profile in
            [
                StepRows.next(direction, of: profile),
                StepRows.changesOfNext(direction, of: profile),
            ]
        } _: { transaction, results in
            let step = try StepRows.step(results[0], direction)
            try step.check(expected: expected, direction)
            let changes = try results[1].rows.map(ChangeRows.change)
            guard let sample = try step.response(direction, { changes }).sample else {
                throw StorageError.notSampleStep(direction)
            }
            let profile = transaction.profile.id
            transaction.writes = [
                StepRows.setting(step, isUndone: direction == .undo, of: profile)
            ]
            let first = transaction.latest + 1
            do {
                let correction = try SampleCorrection(
                    await transaction.read(SampleCorrection.queries(sample.original, profile)),
                    of: sample.original)
                let (plan, _) = try await correction.apply(
                    CorrectionPlan.Replacement(sample.correction), catalog, transaction)
                return step.response(
                    revertedTo: plan, first: first, changes: transaction.effects.logEntries.count)
            } catch {
                // An import has removed the sample since.
                guard Status(describing: error).code == .notFound else { throw error }
                return step.response(revertedTo: nil, first: first, changes: 0)
            }
        }
    }
}

extension StepRows {
    /// Marks a step as undone or done.
    fileprivate static func setting(
        _ step: StepRow, isUndone: Bool, of profile: Int64
    ) -> PostgresQuery {
        PostgresQuery(
            "UPDATE dayline.step SET is_undone = $3 WHERE profile_id = $1 AND first_change = $2",
            .int64(profile), .int64(step.first), .bool(isUndone))
    }
}
