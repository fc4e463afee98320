import CivilTime
import Contracts
import Correcting
import HealthMetrics
import HostFiles
import PostgresClient
import StorageCore

/// The days around a corrected sample, where they can be folded within the correction. Longer samples, and
/// days with more chunks or samples, are folded by workers like those of an import.
struct CorrectedDays {
    private static let longestInDays = 8
    private static let chunkLimit = 32
    private static let sampleLimit: Int64 = 1 << 17

    let chunks: [ChunkRecord]
    private let days: DaySpan
    private let metric: String
    private let order: [String]
    private let zones: ZoneHistory
    private let foldedVersion: Int64
    private let stored: DayColumns
    /// True if month partials are stored.
    private let hasConsent: Bool

    /// The queries for the days of a sample of a metric.
    static func queries(
        _ sample: SampleReference, of metric: String, _ profile: Int64
    ) -> [PostgresQuery] {
        let days = DaySpan(of: sample)
        // In every zone a day starts and ends within a day of its start and end in UTC, and the days before
        // and after are read too.
        let day: Int64 = 86_400_000
        let isShort = Int(days.to) - Int(days.from) < longestInDays
        let (from, to) = ((Int64(days.from) - 2) * day, (Int64(days.to) + 3) * day)
        return [
            MetricStateRows.unchanged(metric, profile),
            ChunkRows.overlapping(
                metric, from: from, to: to, limit: isShort ? chunkLimit + 1 : 0, profile),
            SourceOrderRows.order(of: metric, profile), ProfileRows.zones(of: profile),
            DayBlockRows.touched(by: [days.wholeMonths], of: metric, profile),
            ParticipantRows.participant(profile),
        ]
    }

    /// Nil if workers have to fold the days: other days of the metric are dirty, another metric is derived
    /// from this one, or there are more samples than the limits allow.
    init?(
        _ results: [PostgresResult], around sample: SampleReference, of metric: String,
        _ zones: ZoneCatalog
    ) throws {
        days = DaySpan(of: sample)
        guard Int(days.to) - Int(days.from) < Self.longestInDays,
            !Derivation.allCases.contains(where: { $0.sourceMetric == metric }),
            let version = try results[0].first?.int64(0)
        else { return nil }
        chunks = try results[1].rows.map { try ChunkRows.chunk($0) }
        guard chunks.count <= Self.chunkLimit,
            chunks.reduce(0, { $0 + Int64($1.count) }) <= Self.sampleLimit
        else { return nil }
        self.metric = metric
        order = try SourceOrderRows.order(results[2])
        self.zones = try zones.history(ProfileRows.zones(results[3]))
        foldedVersion = version
        stored = try DayBlockRows.totals(results[4])
        hasConsent = ParticipantRows.hasConsent(results[5])
    }

    func context(_ series: [SeriesRow]) -> CorrectionSubject.FoldContext {
        CorrectionSubject.FoldContext(
            days: CivilDate(days: days.from)...CivilDate(days: days.to), series: series,
            order: order, zones: zones)
    }

    /// Adds the writes of the totals that the plan has.
    /// - Returns: False if it has none.
    func store(
        _ plan: CorrectionPlan, version: Int64, in transaction: ProfileTransaction
    ) throws -> Bool {
        guard let folded = plan.folded else { return false }
        try folded.check(within: days)
        let profile = transaction.profile.id
        let slices = [FoldedMetric.Slice(days: days, totals: folded)]
        let (blocks, numbers, totals) = DayBlock.replacing(slices, in: stored)
        transaction.writes +=
            DayBlockRows.replacement(of: numbers, by: blocks, of: metric, profile)
            + [MetricStateRows.change(of: metric, to: version, profile)]
        if hasConsent {
            transaction.writes += MonthPartialRows.replacement(
                of: [days], by: totals, of: metric, profile)
        }
        transaction.effects.folded = (
            FoldedMetric(
                metric: ProfileMetric(profile: profile, metric: metric), version: version,
                slices: slices), foldedVersion
        )
        return true
    }
}
