import Memberwise

/// The position of a chunk; also the last one of a page.
@Memberwise
package struct ChunkPosition: Hashable, Sendable {
    package var series: Int64 = .min
    package var segment: Int64 = .min
}
