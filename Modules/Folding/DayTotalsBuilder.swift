package import Aggregation
package import CivilTime
package import HealthMetrics
import Samples

/// Builds the day totals of a metric from chunks in order of time.
package struct DayTotalsBuilder: Sendable {
    private let zones: ZoneHistory
    private var raw = DayTotals()
    /// Totals of samples that are aggregates; they count only on days without raw samples.
    private var aggregates = DayTotals()
    /// The means of days with aggregates of several resolutions; nil for metrics without means.
    private var means: AggregateMeans?
    /// The merge of the sources of a cumulative metric; nil for other metrics.
    private var merge: SourceMerge?
    /// The samples of the current segment, merged when the segment is complete.
    private var pending: [SourceSamples] = []
    private var segment = Int64.min

    package init(kind: MetricKind, zones: ZoneHistory) {
        self.zones = zones
        if kind == .cumulative { merge = SourceMerge(in: zones) }
        if kind == .discrete { means = AggregateMeans(in: zones) }
    }

    /// Adds a chunk. Chunks ascend by segment, and within a segment by the position of their
    /// series.
    package mutating func add(_ chunk: SampleChunk) {
        if chunk.segment > segment { mergePending(until: chunk.segment) }
        segment = chunk.segment
        if let resolution = chunk.series.aggregateMilliseconds {
            aggregates.add(chunk, in: zones)
            means?.add(
                starts: chunk.columns.starts, ends: chunk.columns.ends,
                values: chunk.columns.values, resolution: resolution)
        } else {
            raw.add(chunk, in: zones)
        }
        if merge != nil { pending.append(SourceSamples(chunk)) }
    }

    /// Ends the fold and returns the totals of all days with samples.
    package mutating func finished() -> DayTotals {
        mergePending(until: .max)
        if let means { aggregates.setMeans(to: means.days) }
        var totals = raw
        totals.fillGaps(from: aggregates)
        if var merge { totals.replaceSums(with: merge.finished()) }
        return totals
    }

    private mutating func mergePending(until segment: Int64) {
        let (start, isBeyond) = segment.multipliedReportingOverflow(by: Segment.milliseconds)
        let limit = isBeyond ? .max : start
        means?.complete(until: limit)
        merge?.add(pending, until: limit)
        pending.removeAll(keepingCapacity: true)
    }
}

extension SourceSamples {
    /// The samples of a chunk.
    package init(_ chunk: SampleChunk) {
        self.init(
            rank: chunk.series.rank, position: chunk.series.position,
            starts: chunk.columns.starts, ends: chunk.columns.ends, values: chunk.columns.values,
            isAggregate: !chunk.series.isRaw)
    }
}

extension DayTotals {
    /// Adds each sample of a chunk to the day of its start, without a split.
    package mutating func add(_ chunk: SampleChunk, in zones: ZoneHistory) {
        let columns = chunk.columns
        columns.starts.withUnsafeBufferPointer { starts in
            columns.ends.withUnsafeBufferPointer { ends in
                columns.values.withUnsafeBufferPointer { values in
                    fold(
                        starts: starts, ends: ends, values: values,
                        rank: Int32(clamping: chunk.series.position), in: zones)
                }
            }
        }
    }
}
