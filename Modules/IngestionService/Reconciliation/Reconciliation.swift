import Contracts
import Folding
import RPC
import Samples

/// Removes samples and rows that a newer, complete export of the same series no longer has.
struct Reconciliation {
    let stage: any ChunkStage
    let index: StoredIndex
    let coverage: Coverage
    /// Totals that the import replaced, which are stored with the samples that are removed.
    var replaced: [ChunkIdentity: SampleColumns] = [:]

    private static let chunksAtOnce = 64
    /// Samples or rows of each series that a report lists.
    static let listedLimit = 100

    /// Stages the chunks without the missing samples, and stores the removed ones for a rollback.
    /// - Returns: The removals by series.
    mutating func perform() async throws -> [ImportReport.Removal] {
        var removals: [SeriesKey: ImportReport.Removal] = [:]
        let identities = index.chunks.filter(coverage.canHaveMissing)
        for start in stride(from: 0, to: identities.count, by: Self.chunksAtOnce) {
            let part = Array(identities[start..<min(start + Self.chunksAtOnce, identities.count)])
            let stored = try await stage.read(part)
            for identity in part {
                guard let bytes = stored[identity] else { continue }
                let columns = try StoredChunkDecoder.decoded(bytes, of: identity.key.metric)
                let missing = try coverage.missing(from: columns, of: identity)
                guard !missing.isEmpty else { continue }
                let (removed, rest) = (columns.selecting(missing), columns.removing(missing))
                let all = ChunkMerge(
                    stored: replaced.removeValue(forKey: identity) ?? SampleColumns(), new: removed)
                try await stage.stageRemoved([EncodedChunk(all.columns, of: identity)])
                try await stage.write([EncodedChunk(rest, of: identity)])
                removals.add(removed, of: identity.key)
            }
        }
        try await storeReplaced()
        return try await removals.listed
            + RowReconciliation(stage: stage, coverage: coverage.rows).perform()
    }

    /// Stores the replaced totals that are not stored yet.
    mutating func storeReplaced() async throws {
        for (identity, columns) in replaced {
            try await stage.stageRemoved([EncodedChunk(columns, of: identity)])
        }
        replaced = [:]
    }
}

extension [SeriesKey: ImportReport.Removal] {
    /// The removals by metric, source and device.
    var listed: [ImportReport.Removal] {
        values.sorted {
            ($0.metric, $0.source, $0.device) < ($1.metric, $1.source, $1.device)
        }
    }

    /// Adds samples that are removed from a series.
    mutating func add(_ removed: SampleColumns, of key: SeriesKey) {
        self[key, default: ImportReport.Removal(key)]
            .add(removed, listing: Reconciliation.listedLimit)
    }
}

extension ImportReport.Removal {
    fileprivate init(_ key: SeriesKey) {
        self.init(metric: key.metric, source: key.source, device: key.device, unit: key.unit)
    }

    fileprivate mutating func add(_ columns: SampleColumns, listing limit: Int) {
        count += columns.count
        for index in columns.starts.indices.prefix(max(0, limit - samples.count)) {
            samples.append(
                Sample(
                    start: columns.starts[index], end: columns.ends[index],
                    value: columns.values[index]))
        }
    }
}
