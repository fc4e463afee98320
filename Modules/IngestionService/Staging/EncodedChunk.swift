import Contracts
import Folding
import RPC
import Samples

/// An encoded chunk to be staged.
struct EncodedChunk: Sendable {
    var key: SeriesKey
    var segment: Int64
    /// The number of samples.
    var count: Int
    /// The first start in milliseconds since 1970 UTC.
    var first: Int64
    /// The greatest end in milliseconds since 1970 UTC.
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

    /// The row of the chunk, with storage's number of its series.
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
