package import Contracts
package import RPC

/// The operations of imports: staging and publication.
package protocol StagingOperations: StorageOperations {
    /// The state from which an import starts, and the identifier of the profile.
    func prepareImport(
        of profile: String
    ) async throws -> (profile: Int64, response: Staging.PrepareResponse)
    /// Adds a staged import.
    /// - Returns: Its identifier.
    func beginImport(_ request: Staging.BeginRequest, of profile: String) async throws -> Int64
    /// All series of a profile, in the order of their creation.
    func series(of profile: String) async throws -> [SeriesRow]
    /// The published chunks after a position with their hashes, in the order of series and segments.
    func index(
        of profile: String, after position: ChunkPosition, limit: Int
    ) async throws -> ChunkIndex
    /// The identifiers of the series, which are created if they are new.
    func declare(_ request: Staging.DeclareRequest, of profile: String) async throws -> [Int64]
    /// The chunks at the positions that the import staged, or the published ones where none is staged;
    /// without an import the published ones.
    func chunks(
        at positions: [ChunkPosition], stagedBy importID: Int64?, of profile: String
    ) async throws -> [ChunkRecord]
    /// Adds chunks to an import, replacing those it staged at the same positions.
    func stage(_ chunks: [ChunkRecord], import id: Int64, of profile: String) async throws
    /// Stores the samples that the import removes from published chunks.
    func storeRemoved(_ chunks: [ChunkRecord], import id: Int64, of profile: String) async throws
    /// Stores the samples that the import adds to published chunks, replacing those it stored of the same
    /// chunks.
    func storeAdded(_ chunks: [ChunkRecord], import id: Int64, of profile: String) async throws
    func findRows(
        _ rows: [HealthRow], of profile: String
    ) async throws -> Staging.FindRowsResponse
    /// Stages rows.
    /// - Returns: For each row, true if it was unknown to the profile and to the import.
    func stageRows(
        _ rows: [EncodedValue<HealthRow>], import id: Int64, of profile: String
    ) async throws -> [Bool]
    /// Records rows that are removed when the import is published.
    func removeRows(
        _ rows: [EncodedValue<HealthRow>], import id: Int64, of profile: String
    ) async throws
    /// Publishes what an import staged and records what it adds. The import that its report undoes is marked
    /// in the same transaction.
    func publish(
        _ request: Staging.PublishRequest, _ call: ChangeCall
    ) async throws -> Committed<Staging.PublishResponse>
    /// Deletes a staged import with what it staged.
    func abortImport(_ id: Int64, of profile: String) async throws
}

extension StorageServices where Engine: StagingOperations {
    func registerStaging(on router: inout Router) {
        router.handle(Staging.prepare) { [self] _, context in
            let (profile, response) = try await engine.prepareImport(of: context.profile)
            // Space may have been freed since the last attempt.
            await publisher.foldQueue.retry(profile: profile, isDiskFull: false)
            return response
        }
        router.handle(Staging.begin) { [engine] request, context in
            Staging.BeginResponse(
                id: try await engine.beginImport(request, of: context.profile))
        }
        router.handle(Staging.index) { [self] _, context, writer in
            try await sendIndex(of: context.profile, to: writer)
            return Empty()
        }
        router.handle(Staging.declare) { [engine] request, context in
            Staging.DeclareResponse(ids: try await engine.declare(request, of: context.profile))
        }
        router.handle(Staging.read) { [self] in try await chunks($0, $1) }
        router.handle(Staging.stage) { [engine] request, context in
            try await engine.stage(
                [ChunkRecord](columns: request.columns), import: request.body.id,
                of: context.profile)
            return Empty()
        }
        router.handle(Staging.storeRemoved) { [engine] request, context in
            try await engine.storeRemoved(
                [ChunkRecord](columns: request.columns), import: request.body.id,
                of: context.profile)
            return Empty()
        }
        router.handle(Staging.storeAdded) { [engine] request, context in
            try await engine.storeAdded(
                [ChunkRecord](columns: request.columns), import: request.body.id,
                of: context.profile)
            return Empty()
        }
        registerStagedRows(on: &router)
        router.handle(Staging.publish) { [self] request, context in
            try await change(Staging.publish.name, request, context) {
                try await engine.publish(request, $0)
            }
        }
        router.handle(Staging.abort) { [engine] request, context in
            try await engine.abortImport(request.id, of: context.profile)
            return Empty()
        }
    }

    private func registerStagedRows(on router: inout Router) {
        router.handle(Staging.findRows) { [engine] request, context in
            try await engine.findRows(request.rows, of: context.profile)
        }
        router.handle(Staging.stageRows) { [engine] request, context in
            Staging.StageRowsResponse(
                isNew: try await engine.stageRows(
                    request.rows, import: request.id, of: context.profile))
        }
        router.handle(Staging.removeRows) { [engine] request, context in
            try await engine.removeRows(request.rows, import: request.id, of: context.profile)
            return Empty()
        }
    }

    /// The staged chunks at the positions, or the published ones where none is staged.
    private func chunks(
        _ request: Packet<Staging.ReadRequest>, _ context: CallContext
    ) async throws -> Packet<Empty> {
        let series = try request.columns.column("series", .int64).array(of: Int64.self)
        let segments = try request.columns.column("segment", .int64).array(of: Int64.self)
        let chunks = try await engine.chunks(
            at: zip(series, segments).map { ChunkPosition(series: $0, segment: $1) },
            stagedBy: request.body.id, of: context.profile)
        guard chunks.reduce(0, { $0 + $1.data.count }) < WireLimits.chunkBytes else {
            throw Status(
                .resourceExhausted, "The requested chunks exceed the size of one message.",
                hint: "Request fewer chunks.")
        }
        return Packet(Empty(), columns: chunks.columns)
    }

    private func sendIndex(
        of profile: String, to writer: TypedItemWriter<Packet<Staging.IndexPage>>
    ) async throws {
        var pages = try await engine.series(of: profile).pages
        var lastSeries = pages.removeLast()
        for page in pages {
            try await writer.send(
                Packet(Staging.IndexPage(series: page), columns: ChunkIndex().columns))
        }
        var next: ChunkPosition? = ChunkPosition()
        while let position = next {
            let index = try await engine.index(
                of: profile, after: position, limit: Self.indexPageRows)
            try await writer.send(
                Packet(Staging.IndexPage(series: lastSeries), columns: index.columns))
            lastSeries = []
            next = index.series.count == Self.indexPageRows ? index.last : nil
        }
    }

    private static var indexPageRows: Int { 16_384 }
}
