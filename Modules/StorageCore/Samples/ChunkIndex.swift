package import RPC

/// Positions, counts and hashes of chunks, in columns.
package struct ChunkIndex: Sendable {
    package var series: [Int64] = []
    package var segment: [Int64] = []
    package var count: [Int32] = []
    package var hashHigh: [UInt64] = []
    package var hashLow: [UInt64] = []

    /// The last position; nil if there are no chunks.
    package var last: ChunkPosition? {
        guard let series = series.last, let segment = segment.last else { return nil }
        return ChunkPosition(series: series, segment: segment)
    }

    package init() {}

    package var columns: [RPC.Column] {
        [
            RPC.Column("series", series), RPC.Column("segment", segment),
            RPC.Column("count", count), RPC.Column("hashHigh", hashHigh),
            RPC.Column("hashLow", hashLow),
        ]
    }
}
