import Contracts
import RPC
import Samples

/// The hashes of a profile's stored chunks, to detect which chunks of a file are new.
struct StoredIndex: Sendable {
    struct Entry: Hashable, Sendable {
        var count: Int
        var hash: ContentHash
    }

    private(set) var series: [SeriesKey: Int64] = [:]
    private var entries: [StoredChunkKey: Entry] = [:]

    init() {}

    /// Fetches the index of the published chunks.
    static func fetched(
        from client: Client, _ options: CallOptions
    ) async throws -> StoredIndex {
        let collector = Collector()
        _ = try await client.stream(Staging.index, Empty(), options) { page in
            try await collector.add(page)
        }
        return await collector.index
    }

    /// The published chunk; nil if the profile lacks it.
    func entry(of identity: ChunkIdentity) -> Entry? {
        series[identity.key].flatMap {
            entries[StoredChunkKey(series: $0, segment: identity.segment)]
        }
    }

    /// All chunks ordered by series and segment.
    var chunks: [ChunkIdentity] {
        let keys = Dictionary(series.map { ($0.value, $0.key) }, uniquingKeysWith: { $1 })
        return entries.keys.sorted { ($0.series, $0.segment) < ($1.series, $1.segment) }
            .compactMap { chunk in
                keys[chunk.series].map { ChunkIdentity(key: $0, segment: chunk.segment) }
            }
    }

    mutating func add(_ page: Packet<Staging.IndexPage>) throws(Status) {
        for row in page.body.series { series[row.key] = row.id }
        let ids = try page.columns.column("series", .int64).array(of: Int64.self)
        let segments = try page.columns.column("segment", .int64).array(of: Int64.self)
        let counts = try page.columns.column("count", .int32).array(of: Int32.self)
        let high = try page.columns.column("hashHigh", .uint64).array(of: UInt64.self)
        let low = try page.columns.column("hashLow", .uint64).array(of: UInt64.self)
        guard Set([ids.count, segments.count, counts.count, high.count, low.count]).count == 1
        else {
            throw Status(.internal, "The columns of the chunk index have different lengths.")
        }
        entries.reserveCapacity(entries.count + ids.count)
        for index in ids.indices {
            entries[StoredChunkKey(series: ids[index], segment: segments[index])] = Entry(
                count: Int(counts[index]), hash: ContentHash(high: high[index], low: low[index]))
        }
    }

    private actor Collector {
        var index = StoredIndex()

        func add(_ page: Packet<Staging.IndexPage>) throws {
            try index.add(page)
        }
    }
}

/// A chunk by storage's number of its series.
struct StoredChunkKey: Hashable, Sendable {
    var series: Int64
    var segment: Int64
}
