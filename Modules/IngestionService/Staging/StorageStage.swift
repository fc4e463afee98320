import Contracts
import Folding
import RPC
import Samples

/// Stages chunks in storage, where they are durable and invisible until published.
actor StorageStage: ChunkStage {
    private let client: Client
    private let staged: StagedImport
    private let options: CallOptions
    private var series: [SeriesKey: Int64]

    /// `series` are storage's numbers of known series.
    init(
        client: Client, import staged: StagedImport, options: CallOptions,
        series: [SeriesKey: Int64]
    ) {
        self.client = client
        self.staged = staged
        self.options = options
        self.series = series
    }

    /// Reads chunks, in several calls if they exceed one message.
    func read(_ identities: [ChunkIdentity]) async throws -> [ChunkIdentity: Bytes] {
        let half = identities.count / 2
        do {
            return try await readInOneCall(identities, stagedBy: staged.createdID)
        } catch let status as Status where status.code == .resourceExhausted && half > 0 {
            let found = try await read(Array(identities[..<half]))
            return try await found.merging(read(Array(identities[half...]))) { first, _ in first }
        }
    }

    /// Reads chunks. Those that the import `id` staged take precedence; nil: only published chunks.
    private func readInOneCall(
        _ identities: [ChunkIdentity], stagedBy id: Int64?
    ) async throws -> [ChunkIdentity: Bytes] {
        let known = identities.compactMap { identity in
            series[identity.key].map { (identity: identity, series: $0) }
        }
        guard !known.isEmpty else { return [:] }
        let request = Packet(
            Staging.ReadRequest(id: id),
            columns: [
                Column("series", known.map(\.series)),
                Column("segment", known.map(\.identity.segment)),
            ])
        let reply = try await client.call(Staging.read, request, options)
        let knownIdentities = Dictionary(
            known.map {
                (StoredChunkKey(series: $0.series, segment: $0.identity.segment), $0.identity)
            },
            uniquingKeysWith: { first, _ in first })
        var found: [ChunkIdentity: Bytes] = [:]
        for record in try [ChunkRecord](columns: reply.columns) {
            let key = StoredChunkKey(series: record.series, segment: record.segment)
            if let identity = knownIdentities[key] { found[identity] = record.data }
        }
        return found
    }

    func write(_ chunks: [EncodedChunk]) async throws {
        let page = try await page(chunks)
        _ = try await client.call(Staging.stage, page, options)
    }

    func stageRemoved(_ chunks: [EncodedChunk]) async throws {
        let page = try await page(chunks)
        _ = try await client.call(Staging.storeRemoved, page, options)
    }

    func stageAdded(_ chunks: [EncodedChunk]) async throws {
        for part in chunks.pages(ofBytes: StagingPage.limit, \.data.count) {
            let page = try await page(Array(part))
            _ = try await client.call(Staging.storeAdded, page, options)
        }
    }

    func stageAdditions(to identities: Set<ChunkIdentity>) async throws {
        let all = Array(identities)
        for start in stride(from: 0, to: all.count, by: Self.comparedAtOnce) {
            try await stageAdditions(
                toPart: Array(all[start..<min(start + Self.comparedAtOnce, all.count)]))
        }
    }

    /// Compares chunks and stores their additions. Chunks that exceed one message are compared in halves, so
    /// that no more than two messages are in memory.
    private func stageAdditions(toPart part: [ChunkIdentity]) async throws {
        let half = part.count / 2
        let published: [ChunkIdentity: Bytes]
        let new: [ChunkIdentity: Bytes]
        do {
            published = try await readInOneCall(part, stagedBy: nil)
            new = try await readInOneCall(part, stagedBy: staged.createdID)
        } catch let status as Status where status.code == .resourceExhausted && half > 0 {
            try await stageAdditions(toPart: Array(part[..<half]))
            try await stageAdditions(toPart: Array(part[half...]))
            return
        }
        let added = try part.compactMap { identity in
            try Self.additions(to: identity, published: published[identity], staged: new[identity])
        }
        try await stageAdded(added)
    }

    /// Chunks whose published and staged versions are compared at once.
    private static let comparedAtOnce = 64

    /// The samples of the staged version of a chunk that the published one lacks, without attributes; nil if
    /// it lacks no sample. The publication records a chunk without a published version.
    private static func additions(
        to identity: ChunkIdentity, published: Bytes?, staged: Bytes?
    ) throws(Status) -> EncodedChunk? {
        guard let published, let staged else { return nil }
        let metric = identity.key.metric
        return EncodedChunk(
            addedIn: try StoredChunkDecoder.decoded(staged, of: metric),
            to: try StoredChunkDecoder.decoded(published, of: metric), of: identity)
    }

    private func page(_ chunks: [EncodedChunk]) async throws -> Packet<Staging.StageRequest> {
        // `subtracting(series.keys)` would visit every known series.
        try await declare(Set(chunks.lazy.map(\.key).filter { self.series[$0] == nil }))
        let records = try chunks.map { chunk in
            guard let number = series[chunk.key] else {
                throw Status(.internal, "Storage returned no number for a series.")
            }
            return chunk.record(series: number)
        }
        return Packet(Staging.StageRequest(id: try await staged.id()), columns: records.columns)
    }

    func addRows(_ rows: [HealthRow]) async throws -> [Bool] {
        if await staged.createdID == nil {
            let found = try await find(rows)
            guard found.isWorthStaging else { return found.isNew }
        }
        let request = try Staging.StageRowsRequest(id: await staged.id(), rows: rows)
        let isNew = try await client.call(Staging.stageRows, request, options).isNew
        try Self.check(isNew, rows)
        return isNew
    }

    /// Finds the rows that storage has, without staging any.
    func find(_ rows: [HealthRow]) async throws -> Staging.FindRowsResponse {
        let found = try await client.call(
            Staging.findRows, Staging.RowPage(rows: rows), options)
        try Self.check(found.isNew, rows)
        return found
    }

    private static func check(_ isNew: [Bool], _ rows: [HealthRow]) throws(Status) {
        guard isNew.count == rows.count else {
            throw Status(.internal, "Storage returned flags for another number of rows.")
        }
    }

    func readRows(_ body: @escaping @Sendable ([HealthRow]) async throws -> Void) async throws {
        _ = try await client.stream(HealthRows.workouts, HealthRows.RangeRequest(), options) {
            page in
            try await body(page.workouts().map { .workout($0.workout) })
        }
        _ = try await client.stream(HealthRows.correlations, HealthRows.RangeRequest(), options) {
            page in
            try await body(page.correlations.map { .correlation($0) })
        }
        _ = try await client.stream(HealthRows.summaries, Empty(), options) { page in
            try await body(page.summaries.map { .activitySummary($0) })
        }
    }

    func removeRows(_ rows: [HealthRow]) async throws {
        let request = try Staging.StageRowsRequest(id: await staged.id(), rows: rows)
        _ = try await client.call(Staging.removeRows, request, options)
    }

    private func declare(_ keys: Set<SeriesKey>) async throws {
        guard !keys.isEmpty else { return }
        let request = Staging.DeclareRequest(id: try await staged.id(), series: Array(keys))
        let declared = try await client.call(Staging.declare, request, options)
        guard declared.ids.count == keys.count else {
            throw Status(.internal, "Storage returned no number for a series.")
        }
        for (key, number) in zip(request.series, declared.ids) { series[key] = number }
    }
}
