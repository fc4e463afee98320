package import Contracts
import RPC

/// The operations of published imports: reports, removed samples and rows, and known files.
package protocol ImportLogOperations: StorageOperations {
    /// The reports before an import (nil: all) that fit one message, newest first.
    func imports(before id: Int64?, of profile: String) async throws -> ImportLog.ListResponse
    /// - Throws: `StorageError.noImport` unless the profile has a published import with the identifier.
    func importEntry(_ id: Int64, of profile: String) async throws -> ImportLog.GetResponse
    /// The positions of the chunks from which an import removed samples, and all series of the profile.
    func removedPositions(
        by id: Int64, of profile: String
    ) async throws -> (series: [SeriesRow], positions: [ChunkPosition])
    /// The samples that an import removed at the positions. Of a chunk's statistics only the count is set.
    func removedChunks(
        by id: Int64, at positions: [ChunkPosition], of profile: String
    ) async throws -> [ChunkRecord]
    func removedRows(by id: Int64, of profile: String) async throws -> [HealthRow]
    /// The additions of an import, and those of later imports to the same chunks, in the order of series,
    /// segments and imports; and all series of the profile.
    func additions(
        by id: Int64, of profile: String
    ) async throws -> (series: [SeriesRow], additions: [ChunkAddition])
    /// The added samples, in the order of the additions.
    func addedChunks(
        _ additions: [ChunkAddition], of profile: String
    ) async throws -> [AddedChunk]
    /// The published rows that an import added and no later import added again.
    func addedRows(by id: Int64, of profile: String) async throws -> [HealthRow]
    /// The files that an import read with the same parameters at the present data version.
    func knownFiles(
        _ parameters: ImportLog.ReadParameters, of profile: String
    ) async throws -> [ImportLog.KnownResponse.File]
    /// Saves the file of an import and deletes the files of earlier data versions.
    func recordFile(_ request: ImportLog.RememberRequest, of profile: String) async throws
}

extension StorageServices where Engine: ImportLogOperations {
    func registerImportLog(on router: inout Router) {
        router.handle(ImportLog.list) { [engine] request, context in
            try await engine.imports(before: request.before, of: context.profile)
        }
        router.handle(ImportLog.get) { [engine] request, context in
            try await engine.importEntry(request.id, of: context.profile)
        }
        router.handle(ImportLog.removed) { [self] request, context, writer in
            try await sendRemoved(by: request.id, of: context.profile, to: writer)
            return Empty()
        }
        router.handle(ImportLog.removedRows) { [self] request, context, writer in
            try await send(
                engine.removedRows(by: request.id, of: context.profile), to: writer)
            return Empty()
        }
        registerAdditions(on: &router)
        router.handle(ImportLog.knownFiles) { [engine] parameters, context in
            ImportLog.KnownResponse(
                files: try await engine.knownFiles(parameters, of: context.profile))
        }
        router.handle(ImportLog.recordFile) { [engine] request, context in
            try await engine.recordFile(request, of: context.profile)
            return Empty()
        }
    }

    private func registerAdditions(on router: inout Router) {
        router.handle(ImportLog.added) { [self] request, context, writer in
            try await sendAdded(by: request.id, of: context.profile, to: writer)
            return Empty()
        }
        router.handle(ImportLog.addedRows) { [self] request, context, writer in
            try await send(engine.addedRows(by: request.id, of: context.profile), to: writer)
            return Empty()
        }
    }

    private func send(
        _ rows: [HealthRow], to writer: TypedItemWriter<Staging.RowPage>
    ) async throws {
        // A workout with routes and events can have many kilobytes.
        for page in rows.pages(ofBytes: WireLimits.pageBytes, \.estimatedBytes) {
            try await writer.send(Staging.RowPage(rows: Array(page)))
        }
    }

    private func sendAdded(
        by id: Int64, of profile: String, to writer: TypedItemWriter<Packet<Folds.ChunkPage>>
    ) async throws {
        let (series, additions) = try await engine.additions(by: id, of: profile)
        var lastSeries = try await writer.sendPages(of: series)
        for page in additions.pages(of: Self.pageChunks) {
            let added = try await engine.addedChunks(Array(page), of: profile)
            for part in added.pages(ofBytes: WireLimits.pageBytes) {
                try await writer.send(
                    Packet(Folds.ChunkPage(series: lastSeries), columns: Array(part).columns))
                lastSeries = []
            }
        }
    }

    private func sendRemoved(
        by id: Int64, of profile: String, to writer: TypedItemWriter<Packet<Folds.ChunkPage>>
    ) async throws {
        let (series, positions) = try await engine.removedPositions(by: id, of: profile)
        var lastSeries = try await writer.sendPages(of: series)
        for start in stride(from: 0, to: positions.count, by: Self.pageChunks) {
            let end = min(start + Self.pageChunks, positions.count)
            let chunks = try await engine.removedChunks(
                by: id, at: Array(positions[start..<end]), of: profile)
            for part in chunks.pages(ofBytes: WireLimits.pageBytes, \.data.count) {
                try await writer.send(
                    Packet(Folds.ChunkPage(series: lastSeries), columns: Array(part).columns))
                lastSeries = []
            }
        }
    }

    private static var pageChunks: Int { 32 }
}
