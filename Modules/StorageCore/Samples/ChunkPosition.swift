import Memberwise

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
