package import Contracts
import Memberwise

/// The first start and the last end of a chunk's samples, in milliseconds since 1970, and their number.
@Memberwise
package struct ChunkExtent: Sendable {
    package var first: Int64
    package var last: Int64
    package var count: Int64
}

/// The days that the publication of staged chunks changes.
package struct ChunkChanges: Sendable {
    /// The consequence of the publication for a staged chunk.
    package enum Outcome: Sendable {
        /// The chunk equals the published one.
        case unchanged
        /// The chunk has no samples: the published one is removed.
        case emptied
        /// The chunk is inserted or replaces the published one.
        case replaced
    }

    /// The changes of a series.
    private struct Change {
        var spans: [DaySpan] = []
        var samples: Int64 = 0
    }

    private var series: [Int64: Change] = [:]

    package init() {}

    /// Adds a staged chunk, in the order of series and segments. `published` is nil without a published
    /// chunk at the position; `isEqual` is true if both have the same samples.
    package mutating func add(
        _ position: ChunkPosition, staged: ChunkExtent, published: ChunkExtent?, isEqual: Bool
    ) -> Outcome {
        if staged.count == 0 {
            if let published {
                recordChange(position, published.first, published.last, samples: 0)
            }
            return .emptied
        }
        if published != nil, isEqual { return .unchanged }
        recordChange(
            position, min(staged.first, published?.first ?? staged.first),
            max(staged.last, published?.last ?? staged.last), samples: staged.count)
        return .replaced
    }

    private mutating func recordChange(
        _ position: ChunkPosition, _ first: Int64, _ last: Int64, samples: Int64
    ) {
        series[position.series, default: Change()].spans.append(
            joining: DaySpan(firstMs: first, lastMs: last))
        series[position.series, default: Change()].samples += samples
    }

    /// The days that become stale at `version`, by metric. `rows` has the series of the profile.
    package func dirtyMetrics(
        of profile: Int64, version: Int64, _ rows: [SeriesRow]
    ) -> [DirtyMetric] {
        var metrics: [String: Change] = [:]
        for row in rows {
            guard let own = series[row.id] else { continue }
            metrics[row.key.metric, default: Change()].spans += own.spans
            metrics[row.key.metric, default: Change()].samples += own.samples
        }
        return metrics.sorted { $0.key < $1.key }.map { metric, change in
            DirtyMetric(
                metric: ProfileMetric(profile: profile, metric: metric), version: version,
                spans: change.spans.joined, weight: change.samples)
        }
    }
}
