package import Contracts
import Memberwise
package import RPC

/// The position of a chunk; also the last one of a page.
@Memberwise
package struct ChunkPosition: Hashable, Sendable {
    package var series: Int64 = .min
    package var segment: Int64 = .min

    package static let segmentMs: Int64 = 1000 << 20

    /// The segment that contains an instant, numbered as in `Samples.Segment`.
    package static func segment(of startMs: Int64) -> Int64 {
        startMs >= 0 ? startMs / segmentMs : (startMs + 1) / segmentMs - 1
    }
}

extension ChunkRecord {
    /// A chunk of samples alone: of its statistics only the count is set.
    package init(samplesOf count: Int32, _ data: Bytes, at position: ChunkPosition) {
        self.init(
            series: position.series, segment: position.segment, count: count, first: 0, last: 0,
            min: 0, max: 0, sum: 0, hashHigh: 0, hashLow: 0, data: data)
    }
}
