import Aggregation
import CivilTime
import Contracts
import Folding
import HealthMetrics
import RPC
import Samples

/// The day totals that a sample correction changes. They are folded with the correction, where the
/// chunks are already in memory, so that the caller need not wait for another worker.
struct AffectedDays {
    private let foldContext: CorrectionSubject.FoldContext
    private let kind: MetricKind

    /// Nil if an aggregation worker folds the affected days.
    init?(_ subject: CorrectionSubject) {
        // Totals of heart beats also depend on the corrections of heart rate variability, which a
        // subject does not have.
        guard let foldContext = subject.foldContext,
            subject.series.key.metric != HeartbeatSeries.metric
        else { return nil }
        self.foldContext = foldContext
        kind = Metric.known(key: subject.series.key.metric)?.kind ?? .discrete
    }

    /// Folds the days with some of the stored chunks replaced; nil if a stored chunk is damaged,
    /// which a fold of all chunks reports, or if a total is out of range.
    func folded(
        _ stored: [ChunkRecord], with changed: [CorrectionBuilder.Chunk]
    ) -> DayColumns? {
        var rows = foldContext.series
        var chunks: [Key: SampleColumns] = [:]
        for chunk in changed {
            let row =
                rows.first { $0.key == chunk.key }
                ?? SeriesRow(id: Self.unassignedID, key: chunk.key)
            if row.id == Self.unassignedID { rows.append(row) }
            chunks[Key(segment: chunk.segment, series: row.id)] = chunk.columns
        }
        for record in stored {
            let key = Key(segment: record.segment, series: record.series)
            guard chunks[key] == nil else { continue }
            let columns = record.data.withUnsafeBytes { try? ChunkCodec.decode($0) }
            guard let columns else { return nil }
            chunks[key] = columns
        }
        return totals(of: chunks, in: rows)
    }

    /// The totals of the affected days; nil if a total is out of range.
    private func totals(of chunks: [Key: SampleColumns], in rows: [SeriesRow]) -> DayColumns? {
        let ranked = RankedSeries.ranked(
            Folds.ChunkPage(series: rows, order: foldContext.order))
        let series = Dictionary(
            ranked.map { ($0.row.id, $0) }, uniquingKeysWith: { first, _ in first })
        let days = foldContext.days
        let zones = foldContext.zones
        // A worker reads the days before and after too: an aggregate that ends or begins on one of them
        // has what the raw samples there leave.
        let start = zones.startOfDay(days.lowerBound.advanced(by: -1))
        let end = zones.startOfDay(days.upperBound.advanced(by: 2))
        var builder = DayTotalsBuilder(kind: kind, zones: zones)
        let overlapping = chunks.compactMap { key, columns in
            series[key.series].flatMap { series in
                columns.overlaps(start, end)
                    ? SampleChunk(series: series, segment: key.segment, columns: columns) : nil
            }
        }
        for chunk in overlapping.sorted(by: { $0.isBefore($1) }) { builder.add(chunk) }
        let totals = DayColumns(builder.finished().within(days))
        return totals.isFinite ? totals : nil
    }

    /// The placeholder for the number of a new series; greater than all others.
    private static let unassignedID = Int64.max

    private struct Key: Hashable {
        var segment: Int64
        var series: Int64
    }
}

extension SampleChunk {
    /// Orders chunks by segment, then by position of the series.
    fileprivate func isBefore(_ other: SampleChunk) -> Bool {
        (segment, series.position) < (other.segment, other.series.position)
    }
}

extension SampleColumns {
    /// True if a ``Folds/ChunksRequest`` from `start` to `end`, in milliseconds since 1970 UTC, can
    /// return the chunk: a sample that ends exactly at `start` is included.
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
