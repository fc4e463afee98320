import CivilTime
import Contracts
import GRDB
import HostFiles
import RPC

extension StorageService {
    func registerStaging(on router: inout Router) {
        router.handle(Staging.prepare) { [self] _, context in
            let (profile, prepared) = try await file.read { db in
                let profile = try ProfileRow.named(context.profile, db)
                let prepared = Staging.PrepareResponse(
                    version: profile.dataVersion,
                    units: try SeriesStore.units(of: profile.id, db), zones: try profile.zones(db))
                return (profile.id, prepared)
            }
            // Space may have been freed since the last attempt.
            await foldQueue.retry(profile: profile, isDiskFull: false)
            return prepared
        }
        router.handle(Staging.begin) { [self] request, context in
            try await file.write(.deferred) { db in
                let profile = try ProfileRow.named(context.profile, db).id
                return Staging.BeginResponse(
                    id: try ImportRow.begin(request, profile: profile, db).id)
            }
        }
        router.handle(Staging.index) { [self] _, context, writer in
            try await sendIndex(of: context.profile, to: writer)
            return Empty()
        }
        router.handle(Staging.declare) { [self] request, context in
            try await file.write(.deferred) { [self] db in
                let row = try stagedImport(request.id, context, db)
                return Staging.DeclareResponse(
                    ids: try SeriesStore.declare(request.series, profile: row.profile, db))
            }
        }
        router.handle(Staging.read) { [self] in try await chunks($0, $1) }
        router.handle(Staging.stage) { [self] request, context in
            let chunks = try [ChunkRecord](columns: request.columns)
            return try await file.write(.deferred) { [self] db in
                try stagedImport(request.body.id, context, db).chunks.add(chunks, db)
                return Empty()
            }
        }
        router.handle(Staging.storeRemoved) { [self] request, context in
            let chunks = try [ChunkRecord](columns: request.columns)
            return try await file.write(.deferred) { [self] db in
                try stagedImport(request.body.id, context, db).chunks.storeRemoved(chunks, db)
                return Empty()
            }
        }
        registerStagedRows(on: &router)
        router.handle(Staging.publish) { [self] request, context in
            try await change(Staging.publish.name, request, context) { [self] db, effects in
                try publish(request, context, db, &effects)
            }
        }
        router.handle(Staging.abort) { [self] request, context in
            try await file.write(.deferred) { [self] db in
                try stagedImport(request.id, context, db).abort(db)
                return Empty()
            }
        }
    }

    private func registerStagedRows(on router: inout Router) {
        router.handle(Staging.findRows) { [self] request, context in
            try await file.read { db in
                let profile = try ProfileRow.named(context.profile, db).id
                return try StagedRows.find(request.rows, of: profile, db)
            }
        }
        router.handle(Staging.stageRows) { [self] request, context in
            try await file.write(.deferred) { [self] db in
                let staged = try stagedImport(request.id, context, db).rows
                return Staging.StageRowsResponse(isNew: try staged.stage(request.rows, db))
            }
        }
        router.handle(Staging.removeRows) { [self] request, context in
            try await file.write(.deferred) { [self] db in
                try stagedImport(request.id, context, db).rows.remove(request.rows, db)
                return Empty()
            }
        }
    }

    /// The staged chunks at the positions, or the published ones where none is staged.
    private func chunks(
        _ request: Packet<Staging.ReadRequest>, _ context: CallContext
    ) async throws -> Packet<Empty> {
        let series = try request.columns.column("series", .int64).array(of: Int64.self)
        let segments = try request.columns.column("segment", .int64).array(of: Int64.self)
        return try await file.read { db in
            let profile = try ProfileRow.named(context.profile, db).id
            let staged = try request.body.id.map {
                try ImportRow.findStaged($0, of: profile, db)
            }
            let chunks = try zip(series, segments).compactMap { series, segment in
                try staged?.chunks.read(series: series, segment: segment, db)
                    ?? ChunkStore.published(series: series, segment: segment, of: profile, db)
            }
            guard chunks.reduce(0, { $0 + $1.data.count }) < WireLimits.chunkBytes else {
                throw Status(
                    .resourceExhausted, "The requested chunks exceed the size of one message.",
                    hint: "Request fewer chunks.")
            }
            return Packet(Empty(), columns: chunks.columns)
        }
    }

    private func stagedImport(
        _ id: Int64, _ context: CallContext, _ db: Database
    ) throws -> ImportRow {
        try ImportRow.findStaged(id, of: ProfileRow.named(context.profile, db).id, db)
    }

    private func publish(
        _ request: Staging.PublishRequest, _ context: CallContext, _ db: Database,
        _ effects: inout CommitEffects
    ) throws -> Staging.PublishResponse {
        let profile = try ProfileRow.named(context.profile, db)
        let row = try ImportRow.find(request.id, of: profile.id, db)
        if let published = row.published { return published }

        let chunks = try row.chunks.publish(version: profile.dataVersion + 1, db)
        extents.invalidate(profile: profile.id)
        let rows = try row.rows.publish(db)
        let isChanged = !chunks.isEmpty || rows.count > 0
        let version = isChanged ? try profile.incrementVersion(db) : profile.dataVersion
        let workouts = DirtyDays.workouts(
            of: profile.id, on: rows.workoutDays, version: version)
        let dirty = try DirtyDays.mark(chunks + workouts, db)

        var report = request.report
        report.id = request.id
        report.version = version
        report.importedAt = try catalog.history(try profile.zones(db)).text(at: now())
        let metrics = dirty.map(\.metric.metric)
        try row.finish(report, metrics, request.quarantined, db)
        effects.dirty = dirty
        effects.logEntries.append(
            ChangeLog.Entry(
                profile: profile, who: "importer \(report.importer)", kind: "import",
                key: "\(request.id)", after: "\(version)"))
        return Staging.PublishResponse(version: version, metrics: metrics)
    }

    private func sendIndex(
        of name: String, to writer: TypedItemWriter<Packet<Staging.IndexPage>>
    ) async throws {
        let (profile, series) = try await file.read { db in
            let profile = try ProfileRow.named(name, db).id
            return (profile, try SeriesStore.all(of: profile, db))
        }
        var pages = series.pages
        var lastSeries = pages.removeLast()
        for page in pages {
            try await writer.send(
                Packet(Staging.IndexPage(series: page), columns: ChunkIndex().columns))
        }
        var next: ChunkStore.Cursor? = ChunkStore.Cursor()
        while let cursor = next {
            let index = try await file.read { db in
                try ChunkStore.index(
                    of: profile, after: cursor, limit: Self.indexPageRows, db)
            }
            try await writer.send(
                Packet(Staging.IndexPage(series: lastSeries), columns: index.columns))
            lastSeries = []
            next = index.series.count == Self.indexPageRows ? index.last : nil
        }
    }

    private static let indexPageRows = 16_384
}
