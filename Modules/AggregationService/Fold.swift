import Aggregation
import CivilTime
import Contracts
import Folding
import HealthMetrics
import RPC

/// Computes day totals from the chunks in storage.
struct Fold: Sendable {
    let reader: SampleReader

    /// The totals of the days from `first` to `last`, without the samples of the source named
    /// `leftOut`.
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
        let range = Folds.ChunksRequest(metric: metric, from: first, to: last, in: zones)
        let corrected = try await corrected(metric, options)
        var folding = try await reader.reduce(
            range, options, into: DayTotalsBuilder(kind: kind, zones: zones)
        ) { folding, chunk in
            if chunk.series.row.key.source != leftOut {
                folding.add(chunk.without(corrected))
            }
        }
        return folding.finished().within(first...last)
    }

    /// The totals of the days from `first` to `last`, by the shown name of the source.
    func totalsBySource(
        of metric: String, from first: CivilDate, to last: CivilDate, in zones: ZoneHistory,
        _ options: CallOptions
    ) async throws -> [String: DayTotals] {
        if Derivation(metric: metric) == .workouts {
            return try await workoutTotalsBySource(
                of: metric, from: first, to: last, in: zones, options)
        }
        let range = Folds.ChunksRequest(metric: metric, from: first, to: last, in: zones)
        let corrected = try await corrected(metric, options)
        let totals = try await reader.reduce(range, options, into: [String: DayTotals]()) {
            totals, chunk in
            totals[chunk.series.shownSource, default: DayTotals()]
                .add(chunk.without(corrected), in: zones)
        }
        return totals.mapValues { $0.within(first...last) }
    }

    /// The corrections to apply to heart beats; nil for other metrics, whose chunks already have
    /// them.
    private func corrected(
        _ metric: String, _ options: CallOptions
    ) async throws -> CorrectedSamples? {
        guard metric == HeartbeatSeries.metric else { return nil }
        return CorrectedSamples(
            try await reader.client.call(
                Corrections.list, Corrections.ListRequest(metric: HeartbeatSeries.measurement),
                options))
    }
}

extension SampleChunk {
    fileprivate func without(_ corrected: CorrectedSamples?) -> SampleChunk {
        guard let corrected else { return self }
        var chunk = self
        chunk.columns = corrected.stripped(columns, of: series.row.key)
        return chunk
    }
}

extension Folds.ChunksRequest {
    /// The chunks that can contain samples of the days from `first` to `last`.
    init(metric: String, from first: CivilDate, to last: CivilDate, in zones: ZoneHistory) {
        self.init(
            metric: metric, from: zones.startOfDay(first),
            to: zones.startOfDay(last.advanced(by: 1)))
    }
}
