package import Contracts
import RPC
package import Samples

extension ChunkRecord {
    /// A chunk with the given normal samples; without samples, the deletion of a chunk.
    package init(
        _ columns: SampleColumns, series: Int64, segment: Int64, hash: ContentHash
    ) {
        let first = columns.starts.first ?? 0
        var (least, greatest, total) = (Double.infinity, -Double.infinity, 0.0)
        columns.values.withUnsafeBufferPointer { values in
            for value in values {
                // NaN is neither the least nor the greatest value.
                if value < least { least = value }
                if value > greatest { greatest = value }
                total += value
            }
        }
        self.init(
            series: series, segment: segment, count: Int32(columns.count), first: first,
            last: columns.ends.max() ?? first, min: least, max: greatest, sum: total,
            hashHigh: hash.high, hashLow: hash.low, data: Bytes(ChunkCodec.encode(columns)))
    }
}
