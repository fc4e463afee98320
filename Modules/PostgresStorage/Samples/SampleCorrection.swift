import Contracts
import Correcting
import HealthMetrics
import PostgresClient
import StorageCore

/// A correction of a sample within a transaction: reads the data around the sample, and plans the writes.
/// Workers fold the affected days.
struct SampleCorrection {
    let sample: SampleReference
    private let series: SeriesRow
    private let entered: SeriesRow?
    private let correction: Correction?
    private let units: UnitSystem
    private let hasHeartbeats: Bool

    /// The first queries, which find the series and the correction of a sample.
    static func queries(_ sample: SampleReference, _ profile: Int64) -> [PostgresQuery] {
        [
            SeriesRows.row(sample.series, profile),
            SeriesRows.entered(beside: sample.series, profile),
            CorrectionRows.correction(of: sample, profile),
            CorrectionRows.corrections(replacingWith: sample, profile),
            SettingRows.all(of: profile),
            SeriesRows.all(of: profile, metric: HeartbeatSeries.metric),
        ]
    }

    /// Looks the correction up by the removed sample, then by its replacement.
    /// - Throws: `StorageError.noSample` if the profile does not have the series.
    init(_ results: [PostgresResult], of sample: SampleReference) throws {
        guard let series = try results[0].first.map(SeriesRows.series) else {
            throw StorageError.noSample
        }
        self.sample = sample
        self.series = series
        entered = try results[1].first.map(SeriesRows.series)
        var correction = try results[2].first.map(CorrectionRows.correction)
        if correction == nil, series.id == entered?.id {
            correction = try results[3].first.map(CorrectionRows.correction)
        }
        self.correction = correction
        units =
            try SettingRows.values(results[4])[Settings.units].flatMap(UnitSystem.init) ?? .metric
        hasHeartbeats = results[5].rowCount > 0
    }

    /// Plans the correction and adds its writes and effects to the transaction.
    func apply(
        _ replacement: CorrectionPlan.Replacement, _ transaction: ProfileTransaction
    ) async throws -> (plan: CorrectionPlan, response: Corrections.CorrectResponse) {
        let profile = transaction.profile
        let results = try await transaction.read(details(profile.id))
        let plan = try CorrectionPlan(replacement, for: sample, subject(results))
        var outcome = plan.outcome
        outcome.version = profile.dataVersion
        guard !plan.chunks.isEmpty || correction != plan.correction else {
            return (plan, Corrections.CorrectResponse(outcome: outcome, isFolded: false))
        }
        try add(plan.chunks, to: transaction, results, &outcome)
        let version = profile.dataVersion + 1
        outcome.version = version
        let samples = Int64(plan.chunks.reduce(0) { $0 + Int($1.record.count) })
        let dirty = metrics(of: plan).map { metric in
            DirtyMetric(
                metric: ProfileMetric(profile: profile.id, metric: metric), version: version,
                spans: [DaySpan(of: plan.original)], weight: samples)
        }.withDerived
        transaction.writes.append(
            try CorrectionRows.set(plan.correction, of: plan.original, profile.id))
        transaction.writes += DirtyRows.marking(dirty, profile.id)
        transaction.writes.append(.setVersion(version, profile.id))
        transaction.effects.dirty = dirty
        transaction.effects.logEntries.append(
            try plan.logEntry(before: correction, of: profile))
        return (plan, Corrections.CorrectResponse(outcome: outcome, isFolded: false))
    }

    /// The second queries: the original series, other corrections with the same replacement, the chunks,
    /// and the series of the metric for a new series of entered values.
    private func details(_ profile: Int64) -> [PostgresQuery] {
        let original = correction?.original.series ?? series.id
        var replaced = correction?.original ?? sample
        replaced.value = correction?.replacement ?? sample.value
        let segment = ChunkPosition.segment(of: sample.start)
        let positions = Set([original, entered?.id].compactMap(\.self)).sorted().map {
            ChunkPosition(series: $0, segment: segment)
        }
        return [
            SeriesRows.row(original, profile),
            CorrectionRows.corrections(replacingWith: replaced, profile),
            ChunkRows.published(positions, of: profile),
            SeriesRows.withSamples(of: [series.key.metric], profile),
            SeriesDeclaration.lastNumber(profile),
        ]
    }

    private func subject(_ results: [PostgresResult]) throws -> CorrectionSubject {
        CorrectionSubject(
            series: series, correction: correction,
            original: try results[0].first.map(SeriesRows.series) ?? series, entered: entered,
            isReplacementShared: correction?.replacement != nil && results[1].rowCount > 1,
            chunks: try results[2].rows.map { try ChunkRows.chunk($0) }, units: units,
            foldContext: nil)
    }

    /// Adds the writes of chunks; those of a new series of entered values after its insertion.
    private func add(
        _ chunks: [CorrectionPlan.Chunk], to transaction: ProfileTransaction,
        _ results: [PostgresResult], _ outcome: inout Corrections.Outcome
    ) throws {
        let profile = transaction.profile.id
        for chunk in chunks {
            var record = chunk.record
            if record.series == 0 {
                let declaration = try SeriesDeclaration(
                    [chunk.key], known: results[3], last: try results[4].first?.int64(0) ?? 0)
                transaction.writes += declaration.writes(profile)
                record.series = declaration.ids[0]
                if outcome.after?.ref.series == 0 { outcome.after?.ref.series = record.series }
            }
            let position = ChunkPosition(series: record.series, segment: record.segment)
            transaction.writes.append(
                record.count > 0
                    ? ChunkRows.upsert([record], of: profile)
                    : ChunkRows.remove([position], of: profile))
        }
    }

    /// The metrics whose days change with a correction: beats depend on their measurement.
    private func metrics(of plan: CorrectionPlan) -> [String] {
        let metric = plan.outcome.metric
        return metric == HeartbeatSeries.measurement && hasHeartbeats
            ? [metric, HeartbeatSeries.metric] : [metric]
    }
}
