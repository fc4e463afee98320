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
    /// `excluded`, or of a part of the samples.
    func totals(
        of metric: String, from first: CivilDate, to last: CivilDate, in zones: ZoneHistory,
        without excluded: String? = nil, part: SamplePart = .all, _ options: CallOptions
    ) async throws -> DayTotals {
        switch Derivation(metric: metric) {
        case .sleep: try await sleepHours(from: first, to: last, in: zones, part: part, options)
        case .workouts:
            // Workouts are never totals.
            part == .aggregates
                ? DayTotals()
                : try await workoutTotals(of: metric, from: first, to: last, in: zones, options)
        case nil:
            try await sampleTotals(
                of: metric, from: first, to: last, in: zones, without: excluded, part: part,
                options)
        }
    }

    private func sampleTotals(
        of metric: String, from first: CivilDate, to last: CivilDate, in zones: ZoneHistory,
        without excluded: String?, part: SamplePart, _ options: CallOptions
    ) async throws -> DayTotals {
        let kind = Metric.known(key: metric)?.kind ?? .discrete
        // A total of a day in another zone includes samples of the day before or after.
        let range = Folds.ChunksRequest(
            metric: metric, from: first.advanced(by: -1), to: last.advanced(by: 1), in: zones)
        let corrections = try await heartbeatCorrections(metric, options)
        var builder = try await reader.reduce(
            range, options, into: DayTotalsBuilder(kind: kind, zones: zones)
        ) { builder, chunk in
            if chunk.series.row.key.source != excluded, part.includes(chunk.series) {
                builder.add(chunk.applying(corrections))
            }
        }
        return builder.finished().within(first...last)
    }

    /// The totals of the days from `first` to `last`, by the shown name of the source. Those of a metric with
    /// means have the measurements and the weights that the mean of the source has; those of other metrics
    /// have all samples.
    func totalsBySource(
        of metric: String, from first: CivilDate, to last: CivilDate, in zones: ZoneHistory,
        _ options: CallOptions
    ) async throws -> [String: DayTotals] {
        switch Derivation(metric: metric) {
        case .sleep:
            return try await sleepHoursBySource(from: first, to: last, in: zones, options)
        case .workouts:
            return try await workoutTotalsBySource(
                of: metric, from: first, to: last, in: zones, options)
        case nil: break
        }
        let range = Folds.ChunksRequest(metric: metric, from: first, to: last, in: zones)
        let corrections = try await heartbeatCorrections(metric, options)
        let kind = Metric.known(key: metric)?.kind ?? .discrete
        if kind == .discrete {
            return try await reader.reduce(range, options, into: [String: DayTotalsBuilder]()) {
                builders, chunk in
                builders[
                    chunk.series.shownSource, default: DayTotalsBuilder(kind: kind, zones: zones)
                ].add(chunk.applying(corrections))
            }.mapValues { builder in
                var builder = builder
                return builder.finished().within(first...last)
            }
        }
        let totals = try await reader.reduce(range, options, into: [String: DayTotals]()) {
            totals, chunk in
            totals[chunk.series.shownSource, default: DayTotals()]
                .add(chunk.applying(corrections), in: zones)
        }
        return totals.mapValues { $0.within(first...last) }
    }

    /// The corrections to apply to heart beats; nil for other metrics, whose chunks already have
    /// them.
    func heartbeatCorrections(
        _ metric: String, _ options: CallOptions
    ) async throws -> SampleCorrections? {
        guard metric == HeartbeatSeries.metric else { return nil }
        return SampleCorrections(
            try await reader.client.call(
                Corrections.list, Corrections.ListRequest(metric: HeartbeatSeries.measurement),
                options))
    }
}

/// The samples that a fold reads.
enum SamplePart {
    case all
    /// Single measurements.
    case raw
    /// Totals of minutes, hours or days.
    case aggregates

    func includes(_ series: RankedSeries) -> Bool {
        switch self {
        case .all: true
        case .raw: series.isRaw
        case .aggregates: !series.isRaw
        }
    }
}

extension SampleChunk {
    func applying(_ corrections: SampleCorrections?) -> SampleChunk {
        guard let corrections else { return self }
        var chunk = self
        chunk.columns = corrections.removingDeleted(from: columns, of: series.row.key)
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
