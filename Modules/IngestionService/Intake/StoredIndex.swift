import Contracts
import RPC
import Samples

/// What storage holds of a profile, by hash: enough to tell which chunks of a file are new.
struct StoredIndex: Sendable {
    struct Entry: Hashable, Sendable {
        var count: Int
        var hash: ContentHash
    }

    private(set) var series: [SeriesKey: Int64] = [:]
    private var entries: [StoredChunkKey: Entry] = [:]

    init() {}

    /// Fetches the index of what is published.
    static func fetched(
        from client: Client, _ options: CallOptions
    ) async throws -> StoredIndex {
        let collector = Collector()
        _ = try await client.stream(Staging.index, Empty(), options) { page in
            try await collector.add(page)
        }
        return await collector.index
    }

    func entry(series: Int64, segment: Int64) -> Entry? {
        entries[StoredChunkKey(series: series, segment: segment)]
    }

    /// Every chunk, in the order of series and segments.
    var chunks: [ChunkIdentity] {
        let keys = Dictionary(series.map { ($0.value, $0.key) }, uniquingKeysWith: { $1 })
        return entries.keys.sorted { ($0.series, $0.segment) < ($1.series, $1.segment) }
            .compactMap { place in
                keys[place.series].map { ChunkIdentity(key: $0, segment: place.segment) }
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
            throw Status(.internal, "The columns of the index do not fit one another.")
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

/// A chunk by what storage knows it by.
struct StoredChunkKey: Hashable, Sendable {
    var series: Int64
    var segment: Int64
}
