import Contracts
import Folding
import RPC
import Samples
import Synchronization

/// Restores the samples and rows that an import removed, as an import of its own. Restored totals replace
/// those of the same intervals, which a rollback of this import restores again.
struct ReconciliationRollback: Sendable {
    let storage: Client
    /// Number of the import that removed the samples and rows.
    let id: Int64
    let options: CallOptions

    /// Restores the samples and rows, and waits until their days are folded.
    /// - Throws: NOT_FOUND if the import has removed nothing.
    func run() async throws -> ImportReport {
        let start = ContinuousClock.now
        let name = "removed by import \(id)"
        let staged = StagedImport(
            client: storage, begin: Staging.BeginRequest(importer: "dayline", file: name),
            options: options)
        do {
            let counts = try await merge(staged)
            guard counts.read > 0 else {
                throw Status(
                    .notFound, "Import \(id) has removed nothing.",
                    hint: "List the imports with: dayline imports")
            }
            var report = ImportReport(
                id: 0, importer: "dayline", file: name, bytes: 0, seconds: 0,
                byType: counts.byType, problems: [], ignoredMetadata: [:], isTruncated: false,
                isDryRun: false, version: 0)
            report.restores = try await restoredImport()
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

    /// The import that is undone and that the rollback stores again: the one that was undone, or the newest one
    /// that stored it again; nil: the import is not an undo.
    private func restoredImport() async throws -> Int64? {
        guard var restored = try await report(of: id).undoes else { return nil }
        while let newer = try await report(of: restored).restoredBy { restored = newer }
        return restored
    }

    private func report(of id: Int64) async throws -> ImportReport {
        try await storage.call(ImportLog.get, ImportLog.ImportRequest(id: id), options).report
    }

    /// Merges the removed samples into their chunks, except those that a person has deleted since.
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

/// The state of a rollback. A row that exists again is a duplicate.
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
            counts.add(1, as: isNew ? \.stored : \.duplicate, of: row.type)
        }
    }

    func merge(_ page: Packet<Folds.ChunkPage>) async throws {
        for row in page.body.series { keys[row.id] = row.key }
        for chunk in try [ChunkRecord](columns: page.columns) {
            guard let key = keys[chunk.series] else { continue }
            let identity = ChunkIdentity(key: key, segment: chunk.segment)
            var restored = try StoredChunkDecoder.decoded(chunk.data, of: key.metric)
            counts.add(removed.strip(&restored, of: identity), as: \.ignored, of: key.metric)
            let stored = try await stage.read([identity])[identity].map { bytes throws(Status) in
                try StoredChunkDecoder.decoded(bytes, of: key.metric)
            }
            let merge = ChunkMerge(
                stored: stored ?? SampleColumns(), new: restored, isTotals: key.replacesTotals)
            counts.add(merge.added, as: \.stored, of: key.metric)
            counts.add(merge.duplicates, as: \.duplicate, of: key.metric)
            guard merge.isChanged else { continue }
            if merge.replaced.count > 0 {
                try await stage.stageRemoved([EncodedChunk(merge.replaced, of: identity)])
            }
            try await stage.write([EncodedChunk(merge.columns, of: identity)])
            // For the undo of the rollback. A chunk is merged once.
            if let stored,
                let added = EncodedChunk(addedIn: merge.columns, to: stored, of: identity)
            {
                try await stage.stageAdded([added])
            }
        }
    }
}
