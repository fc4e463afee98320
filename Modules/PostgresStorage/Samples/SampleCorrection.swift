import Contracts
import Correcting
import HealthMetrics
import HostFiles
import PostgresClient
import StorageCore

/// A correction of a sample within a transaction: reads the data around the sample, and plans the writes.
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

    /// Plans the correction and adds its writes and effects to the transaction. The affected days are folded
    /// within it where that is possible; see ``CorrectedDays``.
    func apply(
        _ replacement: CorrectionPlan.Replacement, _ zones: ZoneCatalog,
        _ transaction: ProfileTransaction
    ) async throws -> (plan: CorrectionPlan, response: Corrections.CorrectResponse) {
        let profile = transaction.profile
        let metric = series.key.metric
        let results = try await transaction.read(
            details(profile.id) + CorrectedDays.queries(sample, of: metric, profile.id))
        let days = try CorrectedDays(
            Array(results.dropFirst(Self.detailCount)), around: sample, of: metric, zones)
        let plan = try CorrectionPlan(replacement, for: sample, subject(results, days))
        var outcome = plan.outcome
        outcome.version = profile.dataVersion
        guard !plan.chunks.isEmpty || correction != plan.correction else {
            return (plan, Corrections.CorrectResponse(outcome: outcome, isFolded: false))
        }
        try add(plan.chunks, to: transaction, results, &outcome)
        let version = transaction.incrementVersion()
        outcome.version = version
        let isFolded = try days?.store(plan, version: version, in: transaction) ?? false
        let followers = followers(of: plan)
        let samples = Int64(plan.chunks.reduce(0) { $0 + Int($1.record.count) })
        let dirty = ((isFolded ? [] : [metric]) + followers).map { metric in
            DirtyMetric(
                metric: ProfileMetric(profile: profile.id, metric: metric), version: version,
                spans: [DaySpan(of: plan.original)], weight: samples)
        }.withDerived
        transaction.writes.append(
            try CorrectionRows.set(plan.correction, of: plan.original, profile.id))
        transaction.writes += DirtyRows.marking(dirty, profile.id)
        transaction.effects.dirty = dirty
        transaction.effects.logEntries.append(
            try plan.logEntry(before: correction, of: profile))
        return (
            plan,
            Corrections.CorrectResponse(
                outcome: outcome, isFolded: isFolded && followers.isEmpty)
        )
    }

    /// The number of ``details(_:)``.
    private static let detailCount = 5

    /// The second queries: the original series, other corrections with the same replacement, the chunks,
    /// and the series of the metric for a new series of entered values.
    private func details(_ profile: Int64) -> [PostgresQuery] {
        let original = correction?.original.series ?? series.id
        var replaced = correction?.original ?? sample
        replaced.value = correction?.replacement ?? sample.value
        return [
            SeriesRows.row(original, profile),
            CorrectionRows.corrections(replacingWith: replaced, profile),
            ChunkRows.published(ownPositions, of: profile),
            SeriesRows.withSamples(of: [series.key.metric], profile),
            SeriesDeclaration.lastNumber(profile),
        ]
    }

    /// The positions of the chunks with the sample and with an entered value of the same time.
    private var ownPositions: [ChunkPosition] {
        let original = correction?.original.series ?? series.id
        let segment = ChunkPosition.segment(of: sample.start)
        return Set([original, entered?.id].compactMap(\.self)).sorted().map {
            ChunkPosition(series: $0, segment: segment)
        }
    }

    private func subject(
        _ results: [PostgresResult], _ days: CorrectedDays?
    ) throws -> CorrectionSubject {
        let own = try results[2].rows.map { try ChunkRows.chunk($0) }
        let chunks = (own + (days?.chunks ?? [])).withoutRepetitions
        // Of a metric with many series few have samples on these days.
        let present = Set(chunks.map(\.series) + ownPositions.map(\.series))
        let all = try results[3].rows.map(SeriesRows.series)
        return CorrectionSubject(
            series: series, correction: correction,
            original: try results[0].first.map(SeriesRows.series) ?? series, entered: entered,
            isReplacementShared: correction?.replacement != nil && results[1].rowCount > 1,
            chunks: chunks, units: units,
            foldContext: days?.context(all.filter { present.contains($0.id) }))
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

    /// The metrics whose days also change with a correction: beats depend on their measurement.
    private func followers(of plan: CorrectionPlan) -> [String] {
        plan.outcome.metric == HeartbeatSeries.measurement && hasHeartbeats
            ? [HeartbeatSeries.metric] : []
    }
}
