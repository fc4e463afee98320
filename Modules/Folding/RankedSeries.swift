package import Contracts
package import HealthMetrics
import Memberwise
package import Samples

/// The samples of one series in one segment.
@Memberwise
package struct SampleChunk {
    package var series: RankedSeries
    package var segment: Int64
    package var columns: SampleColumns
}

/// A series with its position among the series of its metric.
package struct RankedSeries: Sendable {
    package let row: SeriesRow
    /// The priority; 0 is the highest, and several series may share one.
    package let rank: Int
    /// The order by rank, name, device and the other fields of the key; unique.
    package let position: Int
    /// The shown name of the source; see ``SourceNames``.
    package let shownSource: String

    package var isRaw: Bool { row.key.resolution == .raw }

    /// Milliseconds of a value; nil for raw samples.
    package var aggregateMilliseconds: Int64? {
        switch row.key.resolution {
        case .raw: nil
        case .minute: 60_000
        case .hour: 3_600_000
        case .day: 86_400_000
        }
    }

    /// The series of a metric, in the order that a person chose or else by source class; raw
    /// samples precede aggregates.
    package static func ranked(_ page: Folds.ChunkPage) -> [RankedSeries] {
        let priority = SourcePriority(order: page.order)
        let ranked = page.series.map { row in
            let key = row.key
            let rank = priority.rank(of: key.sourceKey, key.sourceClass)
            return (row: row, rank: key.resolution == .raw ? rank : rank + firstAggregateRank)
        }
        // These fields identify a series, and none depends on the order of imports.
        func precedes(_ a: SeriesKey, _ b: SeriesKey) -> Bool {
            (a.sourceKey, a.device, a.isEntered ? 0 : 1, a.resolution.rawValue)
                < (b.sourceKey, b.device, b.isEntered ? 0 : 1, b.resolution.rawValue)
        }
        let ordered = ranked.sorted {
            $0.rank != $1.rank ? $0.rank < $1.rank : precedes($0.row.key, $1.row.key)
        }
        let shown = SourceNames(page.series.map(\.key))
        return ordered.enumerated().map { position, series in
            RankedSeries(
                row: series.row, rank: series.rank, position: position,
                shownSource: shown[series.row.key])
        }
    }

    /// Above the rank of every series of raw samples.
    private static let firstAggregateRank = 1 << 32
}

extension SeriesKey {
    package var sourceClass: SourceClass {
        SourceClass(isEntered: isEntered, device: device, source: source)
    }
}
