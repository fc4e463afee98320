import Contracts
import RPC

extension StorageService {
    func registerImportLog(on router: inout Router) {
        router.handle(ImportLog.list) { [self] request, context in
            try await file.read { db in
                try ImportRow.page(
                    of: ProfileRow.named(context.profile, db).id, before: request.before, db)
            }
        }
        router.handle(ImportLog.get) { [self] request, context in
            try await file.read { db in
                try ImportRow.entry(
                    request.id, of: ProfileRow.named(context.profile, db).id, db)
            }
        }
        router.handle(ImportLog.removed) { [self] request, context, writer in
            try await sendRemoved(by: request.id, of: context.profile, to: writer)
            return Empty()
        }
        router.handle(ImportLog.removedRows) { [self] request, context, writer in
            let rows = try await file.read { db in
                let profile = try ProfileRow.named(context.profile, db).id
                return try ImportRow.find(request.id, of: profile, db).rows.removed(db)
            }
            for start in stride(from: 0, to: rows.count, by: Self.removedPageRows) {
                let part = rows[start..<min(start + Self.removedPageRows, rows.count)]
                try await writer.send(Staging.RowPage(rows: Array(part)))
            }
            return Empty()
        }
        router.handle(ImportLog.knownFiles) { [self] parameters, context in
            try await file.read { db in
                let profile = try ProfileRow.named(context.profile, db)
                return ImportLog.KnownResponse(
                    files: try ImportFiles.known(parameters, of: profile, db))
            }
        }
        router.handle(ImportLog.recordFile) { [self] request, context in
            try await file.write(.deferred) { db in
                let profile = try ProfileRow.named(context.profile, db)
                try ImportFiles.save(request.file, request.reading, of: profile, db)
                return Empty()
            }
        }
    }

    private func sendRemoved(
        by id: Int64, of name: String, to writer: TypedItemWriter<Packet<Folds.ChunkPage>>
    ) async throws {
        let (row, series, positions) = try await file.read { db in
            let profile = try ProfileRow.named(name, db).id
            let row = try ImportRow.find(id, of: profile, db)
            return (
                row, try SeriesStore.all(of: profile, db), try row.chunks.removedPositions(db)
            )
        }
        var lastSeries = try await writer.sendPages(of: series)
        for start in stride(from: 0, to: positions.count, by: Self.removedPageChunks) {
            let part = positions[start..<min(start + Self.removedPageChunks, positions.count)]
            let chunks = try await file.read { db in try row.chunks.removed(at: part, db) }
            try await writer.send(
                Packet(Folds.ChunkPage(series: lastSeries), columns: chunks.columns))
            lastSeries = []
        }
    }

    private static let removedPageChunks = 32
    /// A row is about a kilobyte.
    private static let removedPageRows = 256
}
