import Contracts
import GRDB
import RPC

extension StorageService {
    func registerStaging(on router: inout Router) {
        router.handle(Staging.begin) { [self] request, context in
            try await write { db in
                let profile = try ProfileRow.named(context.profile, db)
                return Staging.Begun(
                    id: try ImportRow.begin(request, profile: profile.id, db),
                    units: try SeriesStore.units(of: profile.id, db),
                    zones: try ProfileRow.zones(of: profile.id, db))
            }
        }
        router.handle(Staging.index) { [self] _, context, writer in
            for page in try await read({ [self] db in try index(of: context.profile, db) }) {
                try await writer.send(page)
            }
            return Empty()
        }
        router.handle(Staging.declare) { [self] request, context in
            try await writeDerived { [self] db in
                let profile = try openImport(request.id, context, db)
                return Staging.Declared(
                    ids: try request.series.map {
                        try SeriesStore.number(of: $0, profile: profile, db)
                    })
            }
        }
        router.handle(Staging.read) { [self] request, context in
            let series = try request.columns.column("series", .int64).array(of: Int64.self)
            let segments = try request.columns.column("segment", .int64).array(of: Int64.self)
            return try await read { [self] db in
                _ = try openImport(request.body.id, context, db)
                let chunks = try zip(series, segments).compactMap {
                    try ChunkStore.read(series: $0, segment: $1, import: request.body.id, db)
                }
                return Packet(Empty(), columns: chunks.columns)
            }
        }
        router.handle(Staging.stage) { [self] request, context in
            let chunks = try [ChunkRecord](columns: request.columns)
            return try await writeDerived { [self] db in
                _ = try openImport(request.body.id, context, db)
                try ChunkStore.stage(chunks, import: request.body.id, db)
                return Empty()
            }
        }
        router.handle(Staging.stageRows) { [self] request, context in
            try await writeDerived { [self] db in
                let profile = try openImport(request.id, context, db)
                return Staging.RowsStaged(
                    isNew: try HealthRowStore.stage(
                        request.rows, import: request.id, of: profile, db))
            }
        }
        router.handle(Staging.publish) { [self] request, context in
            let (published, slices) = try await write { [self] db in
                try publish(request, context, db)
            }
            await board.add(slices)
            return published
        }
        router.handle(Staging.abort) { [self] request, context in
            try await write { db in
                _ = try ImportRow.find(
                    request.id, of: ProfileRow.named(context.profile, db).id, db)
                try ImportRow.abort(request.id, db)
                return Empty()
            }
        }
        router.handle(ImportLog.list) { [self] _, context in
            try await read { db in
                ImportLog.Listing(
                    imports: try ImportRow.published(
                        of: ProfileRow.named(context.profile, db).id, db))
            }
        }
        router.handle(ImportLog.get) { [self] request, context in
            try await read { db in
                let profile = try ProfileRow.named(context.profile, db)
                guard let report = try ImportRow.find(request.id, of: profile.id, db).report else {
                    throw StorageError.noImport(request.id)
                }
                return ImportLog.Entry(
                    report: report,
                    quarantinedItems: try ImportRow.quarantined(import: request.id, db))
            }
        }
    }

    /// - Returns: The profile of an import that is still open.
    private func openImport(
        _ id: Int64, _ context: CallContext, _ db: GRDB.Database
    ) throws -> Int64 {
        let profile = try ProfileRow.named(context.profile, db)
        guard try !ImportRow.find(id, of: profile.id, db).isPublished else {
            throw Status(.failedPrecondition, "Import \(id) is published already.")
        }
        return profile.id
    }

    private func publish(
        _ request: Staging.Publish, _ context: CallContext, _ db: GRDB.Database
    ) throws -> (Staging.Published, [FoldSlice]) {
        let profile = try ProfileRow.named(context.profile, db)
        let row = try ImportRow.find(request.id, of: profile.id, db)
        if let report = row.report {
            return (Staging.Published(version: report.version, metrics: []), [])
        }
        let spans = try ChunkStore.publish(import: request.id, db)
        try HealthRowStore.publish(import: request.id, db)
        let version =
            spans.isEmpty
            ? profile.dataVersion : try ProfileRow.raiseVersion(of: profile.id, db)
        let slices = try DirtyRow.mark(spans, of: profile.id, version: version, db)
        var report = request.report
        report.id = request.id
        report.version = version
        try ImportRow.finish(report, request.quarantined, import: request.id, db)
        return (Staging.Published(version: version, metrics: spans.map(\.metric)), slices)
    }

    private func index(
        of name: String, _ db: GRDB.Database
    ) throws -> [Packet<Staging.IndexPage>] {
        let profile = try ProfileRow.named(name, db)
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT series_id, segment, count, hash_high, hash_low FROM series
                JOIN chunk ON chunk.series_id = series.id WHERE profile_id = ?
                """, arguments: [profile.id])
        var series: [Int64] = []
        var segment: [Int64] = []
        var count: [Int32] = []
        var high: [UInt64] = []
        var low: [UInt64] = []
        while let row = try rows.next() {
            series.append(row[0])
            segment.append(row[1])
            count.append(row[2])
            high.append(UInt64(bitPattern: row[3]))
            low.append(UInt64(bitPattern: row[4]))
        }
        let size = 16_384
        let known = try SeriesStore.all(of: profile.id, db)
        return stride(from: 0, to: max(series.count, 1), by: size).map { start in
            let part = start..<min(series.count, start + size)
            return Packet(
                Staging.IndexPage(series: start == 0 ? known : []),
                columns: [
                    Column("series", Array(series[part])), Column("segment", Array(segment[part])),
                    Column("count", Array(count[part])), Column("hashHigh", Array(high[part])),
                    Column("hashLow", Array(low[part])),
                ])
        }
    }
}
