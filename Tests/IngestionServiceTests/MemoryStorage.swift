import Contracts
import RPC
import Samples
import Testing

/// The storage services that imports use, in memory: staged versions are invisible until published.
actor MemoryStorage {
    struct ChunkKey: Hashable {
        var series: Int64
        var segment: Int64
    }

    private(set) var published: [ChunkKey: ChunkRecord] = [:]
    private(set) var staged: [Int64: [ChunkKey: ChunkRecord]] = [:]
    private(set) var series: [SeriesKey: Int64] = [:]
    private(set) var rows: Set<HealthRow> = []
    private(set) var reports: [ImportReport] = []
    private(set) var quarantined: [QuarantinedItem] = []
    private(set) var aborted: [Int64] = []
    /// Canonical units of stored metrics.
    private(set) var units: [String: String] = [:]
    /// Number of staged chunks.
    private(set) var writes = 0
    private var stagedRows: [Int64: Set<HealthRow>] = [:]
    private var imports: Int64 = 0
    private var isFull = false
    private var running = 0
    /// Maximum number of concurrent imports.
    private(set) var peakRunning = 0

    func setUnits(_ units: [String: String]) { self.units = units }

    /// The data version.
    var version: Int64 { Int64(reports.count) }

    /// The published samples by series and segment.
    func samples() throws -> [SeriesKey: [Int64: SampleColumns]] {
        var result: [SeriesKey: [Int64: SampleColumns]] = [:]
        for (key, number) in series {
            for (chunk, record) in published where chunk.series == number {
                let columns = try record.data.withUnsafeBytes { try ChunkCodec.decode($0) }
                try check(record, columns)
                result[key, default: [:]][chunk.segment] = columns
            }
        }
        return result
    }

    /// Requires that a chunk's row agrees with its samples.
    private func check(_ record: ChunkRecord, _ columns: SampleColumns) throws {
        let hash = ContentHash(columns)
        try #require(record.hashHigh == hash.high && record.hashLow == hash.low)
        try #require(record.count == columns.count)
        try #require(record.first == columns.starts.min() && record.last == columns.ends.max())
        try #require(record.min == columns.values.min() && record.max == columns.values.max())
        try #require(record.sum == columns.values.reduce(0, +))
        try #require(columns.starts.allSatisfy { Segment.number(of: $0) == record.segment })
    }

    /// The settings of every profile.
    var settings: [String: String] = [:]

    func set(_ key: String, _ value: String) {
        settings[key] = value
    }

    /// Makes further imports fail with a full disk.
    func fillDisk() {
        isFull = true
    }

    func begin(_ request: Staging.BeginRequest) throws(Status) -> Staging.BeginResponse {
        guard !isFull else { throw Status(.resourceExhausted, "The disk is full.") }
        imports += 1
        running += 1
        peakRunning = max(peakRunning, running)
        staged[imports] = [:]
        return Staging.BeginResponse(id: imports)
    }

    func index() -> [(ChunkKey, ChunkRecord)] {
        published.sorted { $0.key.segment < $1.key.segment }
    }

    func declare(_ keys: [SeriesKey]) -> [Int64] {
        keys.map { key in
            let number = series[key] ?? Int64(series.count + 1)
            series[key] = number
            return number
        }
    }

    func read(_ id: Int64?, _ chunks: [ChunkKey]) -> [ChunkRecord] {
        chunks.compactMap { chunk in
            id.flatMap { staged[$0]?[chunk] } ?? published[chunk]
        }
    }

    func stage(_ id: Int64, _ records: [ChunkRecord]) {
        for record in records {
            staged[id]?[ChunkKey(series: record.series, segment: record.segment)] = record
            writes += 1
        }
    }

    func addRows(_ id: Int64, _ new: [HealthRow]) -> [Bool] {
        new.map { row in
            guard !rows.contains(row) else { return false }
            return stagedRows[id, default: []].insert(row).inserted
        }
    }

    func findRows(_ new: [HealthRow]) -> Staging.FindRowsResponse {
        let isNew = new.map { !rows.contains($0) }
        return Staging.FindRowsResponse(isNew: isNew, isWorthStaging: isNew.contains(true))
    }

    func publish(_ request: Staging.PublishRequest) -> Staging.PublishResponse {
        running -= 1
        reports.append(request.report)
        quarantined += request.quarantined
        published.merge(staged[request.id] ?? [:]) { $1 }
        rows.formUnion(stagedRows[request.id] ?? [])
        staged[request.id] = nil
        stagedRows[request.id] = nil
        return Staging.PublishResponse(version: request.id, metrics: [])
    }

    func abort(_ id: Int64) {
        running -= 1
        aborted.append(id)
        staged[id] = nil
        stagedRows[id] = nil
    }
}
