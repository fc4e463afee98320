import Contracts
import Folding
import RPC
import Samples
import Synchronization

/// Removes the samples and rows that an import added, as an import of its own. A rollback of that import
/// stores them again.
struct ImportUndo: Sendable {
    let storage: Client
    /// Number of the import that is undone.
    let id: Int64
    let options: CallOptions

    /// Removes the samples and rows, and waits until their days are folded. If another import has stored them
    /// again after an undo, that import is undone instead.
    /// - Returns: The report of the undo; if the import is already undone, the report of that earlier undo.
    /// - Throws: FAILED_PRECONDITION if nothing is recorded that the import added.
    func run() async throws -> ImportReport {
        let start = ContinuousClock.now
        let undone = try await report(of: id)
        if let restored = undone.restoredBy {
            return try await ImportUndo(storage: storage, id: restored, options: options).run()
        }
        if let undo = undone.undoneBy {
            let report = try await report(of: undo)
            try await wait(for: report)
            return report
        }
        if let problem = Self.problem(of: undone) { throw problem }
        let name = "undo of import \(id)"
        let staged = StagedImport(
            client: storage, begin: Staging.BeginRequest(importer: "dayline", file: name),
            options: options)
        do {
            var report = ImportReport(
                id: 0, importer: "dayline", file: name, bytes: 0, seconds: 0, byType: [:],
                problems: [], ignoredMetadata: [:], isTruncated: false, isDryRun: false, version: 0)
            report.undoes = id
            report.removed = try await remove(staged)
            if try await hasRemoved(undone) { report.notice = Self.notice(of: id) }
            report = try await staged.publish(report)
            try await wait(for: report)
            report.seconds = start.duration(to: .now) / .seconds(1)
            return report
        } catch {
            await staged.abort()
            throw error
        }
    }

    private func report(of id: Int64) async throws -> ImportReport {
        try await storage.call(ImportLog.get, ImportLog.ImportRequest(id: id), options).report
    }

    private func wait(for report: ImportReport) async throws {
        _ = try await storage.call(
            Folds.wait, Folds.WaitRequest(version: report.version), options)
    }

    /// True if the import removed samples or rows. Totals that a reconciling import or a rollback replaced are in
    /// no report, but are stored as removed samples.
    private func hasRemoved(_ report: ImportReport) async throws -> Bool {
        if report.removed?.isEmpty == false { return true }
        let found = Atomic(false)
        _ = try await storage.stream(
            ImportLog.removed, ImportLog.ImportRequest(id: report.id), options
        ) { page in
            let chunks = try [ChunkRecord](columns: page.columns)
            if !chunks.isEmpty { found.store(true, ordering: .relaxed) }
        }
        return found.load(ordering: .relaxed)
    }

    private func remove(_ staged: StagedImport) async throws -> [ImportReport.Removal] {
        let index = try await StoredIndex.fetched(from: storage, options)
        let removal = AdditionRemoval(
            id: id,
            stage: StorageStage(
                client: storage, import: staged, options: options, series: index.series),
            entered: try await EnteredSamples.fetched(from: storage, options))
        let request = ImportLog.ImportRequest(id: id)
        _ = try await storage.stream(ImportLog.added, request, options) { page in
            try await removal.remove(page)
        }
        _ = try await storage.stream(ImportLog.addedRows, request, options) { page in
            try await removal.remove(page.rows)
        }
        return await removal.removals
    }

    private static func notice(of id: Int64) -> String {
        "Import \(id) has also removed samples or rows. They stay removed until import \(id) is put "
            + "back."
    }

    /// The reason why an import cannot be undone; nil: it can be.
    private static func problem(of report: ImportReport) -> Status? {
        let id = report.id
        if report.canBeUndone == true { return nil }
        if let undone = report.undoes {
            return Status(
                .failedPrecondition, "Import \(id) is the undo of import \(undone).",
                hint: "Store what it removed again with: dayline imports \(id) --put-back")
        }
        if report.step != nil, report.canBeUndone == false || report.hasOnlyTrackerItems {
            return Status(
                .failedPrecondition,
                "Import \(id) stored records of the tracker, which are a step of their own.",
                hint: "Undo the newest step with: dayline undo")
        }
        guard report.canBeUndone == nil, report.stored > 0 else {
            return Status(
                .failedPrecondition,
                "Import \(id) has added nothing: every sample and row of its file was stored before.",
                hint: "Find the import that added them with: dayline imports")
        }
        return Status(
            .failedPrecondition,
            "Import \(id) was made by a version of Dayline that did not record what an import adds.",
            hint: "Delete single samples with: dayline sample delete REF. A backup from before the "
                + "import lacks all of them: dayline restore FILE")
    }
}

/// The running removal of the additions of an import.
private actor AdditionRemoval {
    private let id: Int64
    private let stage: StorageStage
    private let entered: EnteredSamples
    /// The series of the pages so far, by their numbers in storage.
    private var keys: [Int64: SeriesKey] = [:]
    private var removedSamples: [SeriesKey: ImportReport.Removal] = [:]
    private var removedRows: [HealthRow] = []

    init(id: Int64, stage: StorageStage, entered: EnteredSamples) {
        self.id = id
        self.stage = stage
        self.entered = entered
    }

    /// The removed samples by series, and the removed rows by kind, type and source.
    var removals: [ImportReport.Removal] {
        removedSamples.listed + RowReconciliation.removals(removedRows)
    }

    func remove(_ rows: [HealthRow]) async throws {
        try await stage.removeRows(rows)
        removedRows += rows
    }

    /// Removes the samples of the import from the chunks of a page.
    func remove(_ page: Packet<Folds.ChunkPage>) async throws {
        for row in page.body.series { keys[row.id] = row.key }
        let chunks = try additions(page.columns)
        let stored = try await stage.read(Array(chunks.keys))
        var (removed, remaining): ([EncodedChunk], [EncodedChunk]) = ([], [])
        for (identity, additions) in chunks {
            guard let bytes = stored[identity] else { continue }
            let columns = try StoredChunkDecoder.decoded(bytes, of: identity.key.metric)
            let own = additions.indices(in: columns)
                .subtracting(entered.indices(in: columns, of: identity))
            guard !own.isEmpty else { continue }
            let selected = columns.selecting(own)
            removed.append(EncodedChunk(selected, of: identity))
            remaining.append(EncodedChunk(columns.removing(own), of: identity))
            removedSamples.add(selected, of: identity.key)
        }
        for part in removed.pages(ofBytes: StagingPage.limit, \.data.count) {
            try await stage.stageRemoved(Array(part))
        }
        for part in remaining.pages(ofBytes: StagingPage.limit, \.data.count) {
            try await stage.write(Array(part))
        }
    }

    /// The additions of the import, and those of later imports to the same chunks. Of each chunk, the addition
    /// of the import is before those of later ones.
    private func additions(
        _ columns: [Column]
    ) throws(Status) -> [ChunkIdentity: ChunkAdditions] {
        let imports = try columns.column("import", .int64).array(of: Int64.self)
        var additions: [ChunkIdentity: ChunkAdditions] = [:]
        for (number, chunk) in zip(imports, try [ChunkRecord](columns: columns)) {
            guard let key = keys[chunk.series] else { continue }
            let identity = ChunkIdentity(key: key, segment: chunk.segment)
            let samples =
                try chunk.data.isEmpty
                ? nil : StoredChunkDecoder.decoded(chunk.data, of: key.metric)
            if number == id {
                additions[identity] = ChunkAdditions(samples)
            } else {
                additions[identity]?.add(later: samples)
            }
        }
        return additions
    }
}
