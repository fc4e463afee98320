import Contracts
import Folding
import RPC
import Samples

/// A chunk on its way into storage.
struct EncodedChunk: Sendable {
    var key: SeriesKey
    var segment: Int64
    var count: Int
    var first: Int64
    var last: Int64
    var min: Double
    var max: Double
    var sum: Double
    var hash: ContentHash
    var data: Bytes

    /// The columns have to be normal. Without samples it says that the chunk is gone.
    init(_ columns: SampleColumns, key: SeriesKey, segment: Int64, hash: ContentHash) {
        self.key = key
        self.segment = segment
        self.hash = hash
        let record = ChunkRecord(columns, series: 0, segment: segment, hash: hash)
        count = columns.count
        (first, last) = (record.first, record.last)
        (min, max, sum) = (record.min, record.max, record.sum)
        data = record.data
    }

    func record(series: Int64) -> ChunkRecord {
        ChunkRecord(
            series: series, segment: segment, count: Int32(count), first: first, last: last,
            min: min, max: max, sum: sum, hashHigh: hash.high, hashLow: hash.low, data: data)
    }
}

/// A chunk by what it holds.
struct ChunkIdentity: Hashable, Sendable {
    var key: SeriesKey
    var segment: Int64
}

/// Where the chunks of one import go until it is published. Calls come one after the other, but for
/// `write`, of which several may be under way, never two of one chunk.
protocol ChunkStage: Sendable {
    /// The chunks as this import sees them: its own where it wrote one, else what is published; those
    /// that do not exist are absent.
    func read(_ names: [ChunkIdentity]) async throws -> [ChunkIdentity: Bytes]
    func write(_ chunks: [EncodedChunk]) async throws
    /// Keeps samples that are taken out of published chunks.
    func stageRemoved(_ chunks: [EncodedChunk]) async throws
    /// Whether each row is new.
    func addRows(_ rows: [HealthRow]) async throws -> [Bool]
    /// Hands over all rows that are published, page by page.
    func readRows(_ body: @escaping @Sendable ([HealthRow]) async throws -> Void) async throws
    /// Takes published rows out, and keeps them.
    func removeRows(_ rows: [HealthRow]) async throws
}
