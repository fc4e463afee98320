import Aggregation
import CivilTime
import Contracts
import Folding
import Metrics
import RPC
import Samples

/// The days that a corrected sample touches, folded where it is corrected: their chunks are at hand,
/// and whoever waits for the correction need not wait for another worker.
struct AffectedDays {
    private let foldContext: CorrectionSubject.FoldContext
    private let kind: MetricKind

    /// Nil when storage leaves these days to the aggregation workers.
    init?(_ subject: CorrectionSubject) {
        // Beats of deleted measurements do not count.
        guard let surroundings = subject.foldContext,
            subject.series.key.metric != HeartbeatSeries.metric
        else { return nil }
        self.foldContext = surroundings
        kind = Metric.known(key: subject.series.key.metric)?.kind ?? .discrete
    }

    /// The days as they are with some of the stored chunks changed; nil when a stored chunk is damaged,
    /// which is told where all of them are read, or a total is too large to be written down.
    func folded(
        _ stored: [ChunkRecord], with changed: [CorrectionBuilder.Chunk]
    ) -> DayColumns? {
        var chunks: [Key: SampleColumns] = [:]
        var rows = foldContext.series
        for chunk in changed {
            let row =
                rows.first { $0.key == chunk.key }
                ?? SeriesRow(id: Self.unassignedID, key: chunk.key)
            if row.id == Self.unassignedID { rows.append(row) }
            chunks[Key(segment: chunk.segment, series: row.id)] = chunk.columns
        }
        for record in stored {
            let place = Key(segment: record.segment, series: record.series)
            guard chunks[place] == nil else { continue }
            let columns = record.data.withUnsafeBytes { try? ChunkCodec.decode($0) }
            guard let columns else { return nil }
            chunks[place] = columns
        }
        let ranked = RankedSeries.ranked(
            Folds.ChunkPage(series: rows, order: foldContext.order))
        let series = Dictionary(
            ranked.map { ($0.row.id, $0) }, uniquingKeysWith: { first, _ in first })
        let days = foldContext.days
        let zones = foldContext.zones
        let start = zones.startOfDay(days.lowerBound)
        let end = zones.startOfDay(days.upperBound.advanced(by: 1))
        var folding = DayTotalsBuilder(kind: kind, zones: zones)
        let met = chunks.compactMap { place, columns in
            series[place.series].flatMap { series in
                columns.overlaps(start, end)
                    ? SampleChunk(series: series, segment: place.segment, columns: columns) : nil
            }
        }
        for chunk in met.sorted(by: { $0.isBefore($1) }) { folding.add(chunk) }
        let totals = DayColumns(folding.finished().within(days))
        return totals.isFinite ? totals : nil
    }

    /// The number of a series that is still to be made: all others are lower.
    private static let unassignedID = Int64.max

    private struct Key: Hashable {
        var segment: Int64
        var series: Int64
    }
}

extension SampleChunk {
    /// By segment, and within it by the place of the series.
    fileprivate func isBefore(_ other: SampleChunk) -> Bool {
        (segment, series.position) < (other.segment, other.series.position)
    }
}

extension SampleColumns {
    /// Whether the chunk is one that storage gives out for the time from `start` to before `end`.
    fileprivate func overlaps(_ start: Int64, _ end: Int64) -> Bool {
        guard let first = starts.first, let last = ends.max() else { return false }
        return first < end && last >= start
    }
}

extension DayColumns {
    fileprivate var isFinite: Bool {
        [sum, rawSum, min, max, last].allSatisfy { $0.allSatisfy(\.isFinite) }
    }
}
