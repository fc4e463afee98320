import CivilTime
package import Contracts
package import Correcting
import GRDB
import HealthMetrics
import HostFiles
import RPC
package import StorageCore

extension StorageService: CorrectionOperations {
    package func corrections(
        of metric: String?, _ profile: String
    ) async throws -> Corrections.ListResponse {
        try await file.read { db in
            let profile = try ProfileRow.named(profile, db).id
            let corrections = try CorrectionStore.all(of: profile, metric: metric, db)
            let named = Set(corrections.map(\.original.series))
            let series = try SeriesStore.all(of: profile, metric: metric, db)
            return Corrections.ListResponse(
                series: series.filter { named.contains($0.id) }, corrections: corrections)
        }
    }

    package func correct(
        _ request: Corrections.CorrectRequest, as replacement: CorrectionPlan.Replacement,
        _ call: ChangeCall
    ) async throws -> Committed<Corrections.CorrectResponse> {
        try await change(call) { [self] db, effects in
            let profile = try ProfileRow.named(call.profile, db)
            let plan = try plan(replacement, for: request.sample, profile, db)
            let applied = try apply(plan, of: profile, db, &effects)
            if !effects.logEntries.isEmpty {
                let number = try ChangeLog.latest(db) + 1
                try StepRow.add(
                    request.action.stepSummary(
                        of: plan, catalog.history(try profile.zones(db))),
                    first: number, last: number, of: profile.id, db)
            }
            return applied
        }
    }

    package func revertCorrection(
        _ direction: TrackerRecords.UndoDirection, expected: Int64?, _ call: ChangeCall
    ) async throws -> Committed<TrackerRecords.ApplyResponse> {
        try await change(call) { [self] db, effects in
            try revert(direction, expected: expected, call, db, &effects)
        }
    }

    private func plan(
        _ replacement: CorrectionPlan.Replacement, for sample: SampleReference,
        _ profile: ProfileRow,
        _ db: Database
    ) throws -> CorrectionPlan {
        let subject = try CorrectionSubjects(
            profile: profile, zones: catalog, extents: extents
        ).subject(of: sample, db)
        return try CorrectionPlan(replacement, for: sample, subject)
    }

    private func revert(
        _ direction: TrackerRecords.UndoDirection, expected: Int64?, _ call: ChangeCall,
        _ db: Database,
        _ effects: inout CommitEffects
    ) throws -> TrackerRecords.ApplyResponse {
        let profile = try ProfileRow.named(call.profile, db)
        let step = try StepRow.next(direction, of: profile.id, db)
        try step.check(expected: expected, direction)
        guard let sample = try step.next(direction, of: profile.id, db).sample else {
            throw StorageError.notSampleStep(direction)
        }
        try step.set(undone: direction == .undo, of: profile.id, db)
        let number = try ChangeLog.latest(db) + 1
        let plan: CorrectionPlan
        do {
            plan = try self.plan(
                CorrectionPlan.Replacement(sample.correction), for: sample.original, profile, db)
        } catch {
            // An import has removed the sample since.
            guard Status(describing: error).code == .notFound else { throw error }
            return step.response(revertedTo: nil, first: number, changes: 0)
        }
        _ = try apply(plan, of: profile, db, &effects)
        return step.response(
            revertedTo: plan, first: number, changes: effects.logEntries.count)
    }

    private func apply(
        _ plan: CorrectionPlan, of profile: ProfileRow, _ db: Database,
        _ effects: inout CommitEffects
    ) throws -> Corrections.CorrectResponse {
        var outcome = plan.outcome
        let metric = ProfileMetric(profile: profile.id, metric: outcome.metric)
        for chunk in plan.chunks {
            var record = chunk.record
            if record.series == 0 {
                record.series = try SeriesStore.declare([chunk.key], profile: profile.id, db)[0]
                if outcome.after?.ref.series == 0 { outcome.after?.ref.series = record.series }
            }
            try ChunkStore.replace(record, of: profile.id, db)
            extents.record(record, of: metric)
        }
        let before = try CorrectionStore.correction(of: plan.original, profile: profile.id, db)
        outcome.version = profile.dataVersion
        guard !plan.chunks.isEmpty || before != plan.correction else {
            return Corrections.CorrectResponse(outcome: outcome, isFolded: false)
        }
        try CorrectionStore.set(plan.correction, of: plan.original, profile: profile.id, db)
        outcome.version = try profile.incrementVersion(db)
        let days = DaySpan(of: plan.original)
        let isFolded = try Self.storeFolded(
            plan.folded, metric, days, outcome.version, db, &effects)
        let following = try Self.followers(of: metric, db)
        let dirty = (isFolded ? [] : [metric]) + following
        if !dirty.isEmpty {
            let samples = Int64(plan.chunks.reduce(0) { $0 + Int($1.record.count) })
            effects.dirty = try DirtyDays.mark(
                dirty.map {
                    DirtyMetric(
                        metric: $0, version: outcome.version, spans: [days], weight: samples)
                }, db)
        }
        effects.logEntries.append(try plan.logEntry(before: before, of: profile))
        return Corrections.CorrectResponse(
            outcome: outcome, isFolded: isFolded && following.isEmpty)
    }

    /// Stores days that were folded within the change; false if workers have to fold them.
    private static func storeFolded(
        _ folded: DayColumns?, _ metric: ProfileMetric, _ days: DaySpan, _ version: Int64,
        _ db: Database, _ effects: inout CommitEffects
    ) throws -> Bool {
        guard let folded,
            let before = try DayTotalStore.foldedVersion(
                of: metric.profile, metric: metric.metric, db)
        else { return false }
        try folded.check(within: days)
        let foldedMetric = FoldedMetric(
            metric: metric, version: version,
            slices: [FoldedMetric.Slice(days: days, totals: folded)])
        try DayTotalStore.replaceWithChange(foldedMetric, db)
        effects.folded = (foldedMetric, before)
        return true
    }

    /// The metrics whose days also change with a correction: beats depend on their measurement.
    private static func followers(
        of metric: ProfileMetric, _ db: Database
    ) throws -> [ProfileMetric] {
        guard metric.metric == HeartbeatSeries.measurement,
            try !SeriesStore.all(of: metric.profile, metric: HeartbeatSeries.metric, db).isEmpty
        else { return [] }
        return [ProfileMetric(profile: metric.profile, metric: HeartbeatSeries.metric)]
    }
}
