package import Contracts
import RPC
package import Samples

extension ChunkRecord {
    /// The chunk that has these samples, which have to be normal; without samples it says that the
    /// chunk is gone.
    package init(
        _ columns: SampleColumns, series: Int64, segment: Int64, hash: ContentHash
    ) {
        let first = columns.starts.first ?? 0
        var (least, greatest, total) = (Double.infinity, -Double.infinity, 0.0)
        columns.values.withUnsafeBufferPointer { values in
            for value in values {
                // A value that is no number is neither.
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
