import Contracts
import Folding
import RPC
import Samples

/// An encoded chunk to be staged.
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

    /// `columns` must be normalized. A chunk without samples deletes the stored one.
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

    /// `columns` must be normalized.
    init(_ columns: SampleColumns, of identity: ChunkIdentity) {
        self.init(
            columns, key: identity.key, segment: identity.segment, hash: ContentHash(columns))
    }

    /// The samples of a new version of a published chunk that the published one lacks, without attributes;
    /// nil if it lacks no sample. Both must be normalized.
    init?(addedIn columns: SampleColumns, to published: SampleColumns, of identity: ChunkIdentity) {
        let missing = columns.indices(missingFrom: published)
        guard !missing.isEmpty else { return nil }
        var added = columns.selecting(missing)
        added.attributes = []
        self.init(added, of: identity)
    }

    func record(series: Int64) -> ChunkRecord {
        ChunkRecord(
            series: series, segment: segment, count: Int32(count), first: first, last: last,
            min: min, max: max, sum: sum, hashHigh: hash.high, hashLow: hash.low, data: data)
    }
}

/// A chunk by its series and segment.
struct ChunkIdentity: Hashable, Sendable {
    var key: SeriesKey
    var segment: Int64
}

/// The destination of one import's chunks and rows until it is published. Calls are sequential,
/// except `write`, which may run concurrently for different chunks.
protocol ChunkStage: Sendable {
    /// The chunks as this import sees them: its own version, otherwise the published one. Chunks that
    /// do not exist are absent.
    func read(_ identities: [ChunkIdentity]) async throws -> [ChunkIdentity: Bytes]
    func write(_ chunks: [EncodedChunk]) async throws
    /// Stores samples that are removed from published chunks.
    func stageRemoved(_ chunks: [EncodedChunk]) async throws
    /// Stores the samples that are added to published chunks, for an undo.
    func stageAdded(_ chunks: [EncodedChunk]) async throws
    /// Compares the staged with the published versions of chunks, and stores the samples that are added.
    func stageAdditions(to identities: Set<ChunkIdentity>) async throws
    /// Adds rows.
    /// - Returns: True for each row that is new.
    func addRows(_ rows: [HealthRow]) async throws -> [Bool]
    /// Calls `body` with each page of the published rows.
    func readRows(_ body: @escaping @Sendable ([HealthRow]) async throws -> Void) async throws
    /// Removes published rows, and stores them for a rollback.
    func removeRows(_ rows: [HealthRow]) async throws
}
