import Contracts
import Folding
import RPC
import Samples
import Synchronization

/// Brings back what an import took out: an import of its own, of what was kept of it.
struct ReconciliationRollback: Sendable {
    let storage: Client
    /// The import that took them out.
    let id: Int64
    let options: CallOptions

    /// - Throws: NOT_FOUND when the import has taken out nothing.
    func report() async throws -> ImportReport {
        let start = ContinuousClock.now
        let name = "what import \(id) took out"
        let staged = StagedImport(
            client: storage, begin: Staging.BeginRequest(importer: "dayline", file: name, bytes: 0),
            options: options)
        do {
            let ledger = try await merge(staged)
            guard ledger.read > 0 else {
                throw Status(
                    .notFound, "Import \(id) has taken out nothing.",
                    hint: "See what each import did with: dayline imports")
            }
            var report = ImportReport(
                id: 0, importer: "dayline", file: name, bytes: 0, seconds: 0,
                byType: ledger.byType, problems: [], ignoredMetadata: [:], isTruncated: false,
                isDryRun: false, version: 0)
            report = try await staged.publish(report)
            _ = try await storage.call(
                Folds.wait, Folds.WaitRequest(version: report.version), options)
            report.seconds = start.duration(to: .now) / .seconds(1)
            return report
        } catch {
            await staged.abort()
            throw error
        }
    }

    /// Puts them into the chunks that they were in, those aside that a person has taken out since.
    private func merge(_ staged: StagedImport) async throws -> ImportCounts {
        let removed = try await RemovedSamples.fetched(from: storage, options)
        let index = try await StoredIndex.fetched(from: storage, options)
        let stage = StorageStage(
            client: storage, import: staged, options: options, series: index.series)
        let work = MergeState(stage: stage, removed: removed)
        _ = try await storage.stream(ImportLog.removed, ImportLog.ImportRequest(id: id), options) {
            page in
            try await work.merge(page)
        }
        let rows = ImportLog.ImportRequest(id: id)
        _ = try await storage.stream(ImportLog.removedRows, rows, options) { page in
            try await work.merge(page.rows)
        }
        return await work.counts
    }
}

/// What is brought back so far. A row that is known by now is a duplicate.
private actor MergeState {
    private let stage: StorageStage
    private let removed: RemovedSamples
    private var keys: [Int64: SeriesKey] = [:]
    private(set) var counts = ImportCounts()

    init(stage: StorageStage, removed: RemovedSamples) {
        self.stage = stage
        self.removed = removed
    }

    func merge(_ rows: [HealthRow]) async throws {
        for (row, isNew) in zip(rows, try await stage.addRows(rows)) {
            counts.add(row.type, stored: isNew ? 1 : 0, duplicate: isNew ? 0 : 1)
        }
    }

    func merge(_ page: Packet<Folds.ChunkPage>) async throws {
        for row in page.body.series { keys[row.id] = row.key }
        for chunk in try [ChunkRecord](columns: page.columns) {
            guard let key = keys[chunk.series] else { continue }
            let name = ChunkIdentity(key: key, segment: chunk.segment)
            var back = try StoredChunkDecoder.decoded(chunk.data, of: key.metric)
            counts.add(ignored: removed.strip(&back, of: name), of: key.metric)
            let stored = try await stage.read([name])[name].map { bytes throws(Status) in
                try StoredChunkDecoder.decoded(bytes, of: key.metric)
            }
            let merging = Merging(stored: stored ?? SampleColumns(), new: back)
            counts.add(key.metric, stored: merging.added, duplicate: merging.duplicates)
            guard merging.added > 0 else { continue }
            let hash = ContentHash(merging.columns)
            try await stage.write([
                EncodedChunk(merging.columns, key: key, segment: chunk.segment, hash: hash)
            ])
        }
    }
}
