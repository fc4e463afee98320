import Aggregation
import CivilTime
import Contracts
import Metrics
import RPC
import Samples

/// Makes the totals of some days from the samples that storage hands over.
struct Fold: Sendable {
    let reader: SampleReader

    /// The totals of the days from `first` to `last`. Samples of the source named `leftOut` do not
    /// count.
    func totals(
        of metric: String, from first: CivilDate, to last: CivilDate, in zones: ZoneHistory,
        without leftOut: String? = nil, _ options: CallOptions
    ) async throws -> DayTotals {
        switch Derivation(metric: metric) {
        case .sleep: try await sleepHours(from: first, to: last, in: zones, options)
        case .workouts:
            try await workoutTotals(of: metric, from: first, to: last, in: zones, options)
        case nil:
            try await sampleTotals(
                of: metric, from: first, to: last, in: zones, without: leftOut, options)
        }
    }

    private func sampleTotals(
        of metric: String, from first: CivilDate, to last: CivilDate, in zones: ZoneHistory,
        without leftOut: String?, _ options: CallOptions
    ) async throws -> DayTotals {
        let kind = Metric.known(key: metric)?.kind ?? .discrete
        let range = Folds.Range(metric: metric, from: first, to: last, in: zones)
        var folding = try await reader.reduce(
            range, options, into: FoldingDays(kind: kind, zones: zones)
        ) { folding, chunk in
            if chunk.series.row.key.source != leftOut { folding.add(chunk) }
        }
        return folding.finished().within(first...last)
    }

    /// The totals of the days from `first` to `last` by the shown names of the sources.
    func totalsBySource(
        of metric: String, from first: CivilDate, to last: CivilDate, in zones: ZoneHistory,
        _ options: CallOptions
    ) async throws -> [String: DayTotals] {
        if Derivation(metric: metric) == .workouts {
            return try await workoutTotalsBySource(
                of: metric, from: first, to: last, in: zones, options)
        }
        let range = Folds.Range(metric: metric, from: first, to: last, in: zones)
        let totals = try await reader.reduce(range, options, into: [String: DayTotals]()) {
            totals, chunk in
            totals[chunk.series.row.key.source, default: DayTotals()].fold(chunk, in: zones)
        }
        return totals.mapValues { $0.within(first...last) }
    }
}

/// The days of a metric while its samples come, in order of time.
private struct FoldingDays: Sendable {
    private let zones: ZoneHistory
    private var raw = DayTotals()
    /// Of samples that are aggregates themselves: they count on days without raw ones.
    private var aggregates = DayTotals()
    /// Of cumulative metrics: what their sources come to together.
    private var merge: SourceMerge?
    /// The samples of the present segment, which are merged when all of them are there.
    private var pending: [SourceSamples] = []
    private var segment = Int64.min

    init(kind: MetricKind, zones: ZoneHistory) {
        self.zones = zones
        if kind == .cumulative { merge = SourceMerge(in: zones) }
    }

    mutating func add(_ chunk: SampleChunk) {
        if chunk.series.isRaw {
            raw.fold(chunk, in: zones)
        } else {
            aggregates.fold(chunk, in: zones)
        }
        guard merge != nil else { return }
        if chunk.segment > segment { mergePending(until: chunk.segment) }
        segment = chunk.segment
        let columns = chunk.columns
        pending.append(
            SourceSamples(
                rank: chunk.series.rank, place: chunk.series.place, starts: columns.starts,
                ends: columns.ends, values: columns.values))
    }

    mutating func finished() -> DayTotals {
        mergePending(until: .max)
        var totals = raw
        totals.fillGaps(from: aggregates)
        if var merge { totals.replaceSums(with: merge.finished()) }
        return totals
    }

    private mutating func mergePending(until segment: Int64) {
        let (start, isBeyond) = segment.multipliedReportingOverflow(by: Segment.milliseconds)
        merge?.add(pending, until: isBeyond ? .max : start)
        pending.removeAll(keepingCapacity: true)
    }
}

extension DayTotals {
    fileprivate mutating func fold(_ chunk: SampleChunk, in zones: ZoneHistory) {
        let columns = chunk.columns
        columns.starts.withUnsafeBufferPointer { starts in
            columns.ends.withUnsafeBufferPointer { ends in
                columns.values.withUnsafeBufferPointer { values in
                    fold(
                        starts: starts, ends: ends, values: values,
                        rank: Int32(clamping: chunk.series.place), in: zones)
                }
            }
        }
    }
}

extension Folds.Range {
    /// What days from `first` to `last` may have samples in.
    init(metric: String, from first: CivilDate, to last: CivilDate, in zones: ZoneHistory) {
        self.init(
            metric: metric, from: zones.startOfDay(first),
            to: zones.startOfDay(last.advanced(by: 1)))
    }
}
