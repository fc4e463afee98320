package import Aggregation
package import CivilTime
package import Metrics
import Samples

/// The days of a metric while its samples come, in order of time.
package struct DayTotalsBuilder: Sendable {
    private let zones: ZoneHistory
    private var raw = DayTotals()
    /// Of samples that are aggregates themselves: they count on days without raw ones.
    private var aggregates = DayTotals()
    /// Of cumulative metrics: what their sources come to together.
    private var merge: SourceMerge?
    /// The samples of the present segment, which are merged when all of them are there.
    private var pending: [SourceSamples] = []
    private var segment = Int64.min

    package init(kind: MetricKind, zones: ZoneHistory) {
        self.zones = zones
        if kind == .cumulative { merge = SourceMerge(in: zones) }
    }

    /// Chunks come by segment of time, those of one segment by the places of their series.
    package mutating func add(_ chunk: SampleChunk) {
        if chunk.series.isRaw {
            raw.add(chunk, in: zones)
        } else {
            aggregates.add(chunk, in: zones)
        }
        guard merge != nil else { return }
        if chunk.segment > segment { mergePending(until: chunk.segment) }
        segment = chunk.segment
        let columns = chunk.columns
        pending.append(
            SourceSamples(
                rank: chunk.series.rank, position: chunk.series.position, starts: columns.starts,
                ends: columns.ends, values: columns.values))
    }

    /// The totals of every day that has samples.
    package mutating func finished() -> DayTotals {
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
    /// Adds the samples of a chunk, each whole and to the day that it starts on.
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
