import Aggregation
import CivilTime
import Contracts
import Folding
import HealthMetrics

/// Samples, health rows and day totals of a profile.
struct MemoryHealth: Sendable {
    struct ChunkKey: Hashable, Sendable {
        var series: Int64
        var segment: Int64
    }

    /// An import that is not published.
    struct Staged: Sendable {
        var chunks: [ChunkRecord] = []
        var rows: [HealthRow] = []
    }

    /// The series; that with number n has the index n - 1.
    private(set) var series: [SeriesKey] = []
    var staged: [Int64: Staged] = [:]
    private(set) var published: [Int64: Staging.PublishResponse] = [:]
    /// The reports of published imports, oldest first.
    var reports: [ImportReport] = []
    private(set) var chunks: [ChunkKey: ChunkRecord] = [:]
    private(set) var rows: [HealthRow.Identity: HealthRow] = [:]
    /// The source orders that a person chose, by metric.
    var orders: [String: [String]] = [:]
    var corrections: [SampleReference: Correction] = [:]
    var metrics: [String: MemoryMetric] = [:]

    /// The number of a series, added if it is new.
    mutating func number(of key: SeriesKey) -> Int64 {
        if let index = series.firstIndex(of: key) { return Int64(index) + 1 }
        series.append(key)
        return Int64(series.count)
    }

    /// The series of a metric, or of all, ascending by number.
    func rows(of metric: String?) -> [SeriesRow] {
        series.enumerated().map { SeriesRow(id: Int64($0.offset) + 1, key: $0.element) }
            .filter { metric == nil || $0.key.metric == metric }
    }

    func row(_ number: Int64) -> SeriesRow? { rows(of: nil).first { $0.id == number } }

    /// The chunks of a metric, by segment and then by series.
    func chunks(of metric: String) -> [ChunkRecord] {
        let numbers = Set(rows(of: metric).map(\.id))
        return chunks.values.filter { numbers.contains($0.series) }
            .sorted { ($0.segment, $0.series) < ($1.segment, $1.series) }
    }

    /// The metrics that have samples, ascending.
    var sampled: [String] {
        Set(chunks.values.compactMap { row($0.series)?.key.metric }).sorted()
    }

    /// Replaces a chunk; one without samples is removed.
    mutating func store(_ chunk: ChunkRecord) {
        let key = ChunkKey(series: chunk.series, segment: chunk.segment)
        chunks[key] = chunk.count == 0 ? nil : chunk
    }

    /// Publishes an import and marks its days as dirty. `version` is the data version if something
    /// changed.
    mutating func publish(_ id: Int64, version: Int64) -> Staging.PublishResponse {
        let staged = staged.removeValue(forKey: id) ?? Staged()
        var dirty: [String: ClosedRange<Int32>] = [:]
        for chunk in staged.chunks {
            let key = ChunkKey(series: chunk.series, segment: chunk.segment)
            let old = chunks[key]
            guard old?.hashHigh != chunk.hashHigh || old?.hashLow != chunk.hashLow,
                let metric = row(chunk.series)?.key.metric
            else { continue }
            store(chunk)
            for span in [old, chunk].compactMap({ $0?.days }) {
                dirty[metric] = dirty[metric]?.union(span) ?? span
            }
        }
        var isChanged = !dirty.isEmpty
        for row in staged.rows where rows[row.identity] != row {
            rows[row.identity] = row
            isChanged = true
            // Workouts that overlap are merged, so that one changes the days of others.
            if row.workout != nil, let days = workoutDays { markWorkouts(days, version) }
        }
        for (metric, days) in dirty { mark(metric, days, version) }
        let stale = metrics.filter { $0.value.changed == version && isChanged }.keys.sorted()
        let response = Staging.PublishResponse(
            version: isChanged ? version : version - 1, metrics: stale)
        published[id] = response
        return response
    }

    /// Marks days of a metric as dirty, and those of metrics derived from it.
    mutating func mark(_ metric: String, _ days: ClosedRange<Int32>, _ version: Int64) {
        metrics[metric, default: MemoryMetric()].mark(days, version)
        for derivation in Derivation.allCases where derivation.sourceMetric == metric {
            for derived in derivation.metrics {
                metrics[derived, default: MemoryMetric()]
                    .mark(days.widened(by: derivation.affectedDays), version)
            }
        }
    }

    private mutating func markWorkouts(_ days: ClosedRange<Int32>, _ version: Int64) {
        for metric in Derivation.workouts.metrics {
            metrics[metric, default: MemoryMetric()].mark(days, version)
        }
    }

    /// Marks all days from `first` on that have samples or workouts.
    mutating func markAll(from first: Int32, _ version: Int64) {
        for metric in sampled {
            let days = chunks(of: metric).map(\.days).reduce(nil) { $0?.union($1) ?? $1 }
            if let days = days?.from(first) { mark(metric, days, version) }
        }
        if let days = workoutDays?.from(first) { markWorkouts(days, version) }
    }

    /// The workouts, ascending by start.
    var workouts: [Workout] {
        rows.values.compactMap(\.workout).sorted {
            ($0.start, $0.end, $0.type, $0.sourceKey) < ($1.start, $1.end, $1.type, $1.sourceKey)
        }
    }

    private var workoutDays: ClosedRange<Int32>? {
        workouts.map { ClosedRange(firstMs: $0.start, lastMs: $0.end) }
            .reduce(nil) { $0?.union($1) ?? $1 }
    }
}

/// The day totals of a metric and the days whose totals are stale.
struct MemoryMetric: Sendable {
    private(set) var totals = DayColumns()
    /// The version that last changed the metric.
    private(set) var changed: Int64 = 0
    /// The version of the totals.
    private(set) var folded: Int64 = 0
    private(set) var dirty: ClosedRange<Int32>?
    /// The first version with dirty days.
    private(set) var dirtySince: Int64 = 0
    /// The number of the lease of the dirty days; nil: not leased.
    var lease: Int64?
    /// The last folded days, with the version of the totals before.
    private(set) var lastFold: (before: Int64, days: ClosedRange<Int32>)?

    mutating func mark(_ days: ClosedRange<Int32>, _ version: Int64) {
        if dirty == nil { dirtySince = version }
        dirty = dirty?.union(days) ?? days
        changed = version
        lease = nil
    }

    /// Replaces the totals of the dirty days.
    mutating func finish(with totals: DayColumns) {
        guard let days = dirty else { return }
        dirty = nil
        lease = nil
        replace(days, with: totals, version: changed)
    }

    /// Replaces the totals of days that were folded with the change to a version.
    mutating func replace(_ days: ClosedRange<Int32>, with new: DayColumns, version: Int64) {
        let unchanged = totals.totals.days.filter { !days.contains($0.day.days) }
        totals = DayColumns(
            DayTotals((unchanged + new.totals.days).sorted { $0.day < $1.day }))
        lastFold = (folded, days)
        folded = version
        changed = version
    }

    /// The totals of some days.
    func totals(in days: ClosedRange<Int32>) -> DayColumns {
        DayColumns(DayTotals(totals.totals.days.filter { days.contains($0.day.days) }))
    }
}

extension HealthRow {
    var workout: Workout? {
        if case .workout(let workout) = self { workout } else { nil }
    }
}

extension ChunkRecord {
    /// The days on which its samples may be, in any zone.
    var days: ClosedRange<Int32> { ClosedRange(firstMs: first, lastMs: last) }
}

extension ClosedRange<Int32> {
    /// The days on which instants may be, in any zone: from a day before to a day after.
    init(firstMs: Int64, lastMs: Int64) {
        func day(_ ms: Int64) -> Int32 { Int32(clamping: ms.floored(by: 86_400_000)) }
        self = (day(firstMs)...day(Swift.max(firstMs, lastMs))).widened(by: 1)
    }

    func union(_ other: Self) -> Self {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }

    func widened(by days: Int32) -> Self {
        let (first, last) = (Int64(lowerBound) - Int64(days), Int64(upperBound) + Int64(days))
        return Int32(clamping: first)...Int32(clamping: last)
    }

    /// The part that does not begin before `first`; nil if it ends earlier.
    func from(_ first: Int32) -> Self? {
        upperBound < first ? nil : Swift.max(lowerBound, first)...upperBound
    }

    /// The range as civil days.
    var span: Days.Span {
        Days.Span(from: CivilDate(days: lowerBound), to: CivilDate(days: upperBound))
    }
}

extension Int64 {
    /// The quotient rounded down.
    fileprivate func floored(by divisor: Int64) -> Int64 {
        self >= 0 ? self / divisor : (self + 1) / divisor - 1
    }
}
