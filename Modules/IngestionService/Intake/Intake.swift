import Contracts
import Folding
import HealthMetrics
import RPC
import Samples
import Texts

/// Processes the batches of one import: collects samples into chunks, removes stored ones, stages new
/// ones, and counts all.
actor Intake {
    /// Samples of one series that are items of the file, or nested in other items.
    private struct SampleGroup: Hashable {
        var key: SeriesKey
        var isCounted: Bool
        /// Name of the nested elements that its attributes and manual-entry marks are counted as; nil
        /// if they are not counted.
        var metadataElement: String?

        /// Number of nested elements of the samples.
        func elements(of columns: SampleColumns) -> Int {
            guard metadataElement != nil else { return 0 }
            return (key.isEntered ? columns.count : 0) + columns.attributeCount
        }
    }

    private let stage: any ChunkStage
    private let index: StoredIndex
    private let removed: RemovedSamples
    private var units: MetricUnits
    /// Nil without reconciliation.
    private var coverage: Coverage?
    private var counts = ImportCounts()
    private var groups: [SampleGroup] = []
    private var groupNumbers: [SampleGroup: Int] = [:]
    /// The group of each declared series.
    private var declared: [Int] = []
    private var segments = OpenSegments()
    private let page = StagingPage()
    private var budget: StagingBudget
    /// Chunks that this import has written.
    private var written: Set<ChunkIdentity> = []
    /// Published chunks that were merged more than once. Their additions are compared at the end.
    private var remerged: Set<ChunkIdentity> = []
    /// Additions to published chunks that are not stored yet.
    private var additions: [EncodedChunk] = []
    private var additionBytes = 0
    private var merges: [ChunkIdentity: Merge] = [:]
    private var mergeSamples = 0
    /// The totals that a reconciling import has replaced. A chunk has one record of removed samples.
    private var replaced: [ChunkIdentity: SampleColumns] = [:]
    private(set) var progress = BatchProgress()
    private let openTracker: @Sendable () throws -> TrackerUpload
    /// Nil before the first part for the tracker.
    private var tracker: TrackerUpload?
    /// The number of items that were sent to the tracker.
    private var trackerItems = 0

    private struct Merge {
        var columns: SampleColumns
        var repeated: Int
        var repeatedElements: Int
        var group: SampleGroup
    }

    /// Chunks that are read from storage in one call.
    private static let mergeLimit = 64
    private static let mergeSampleLimit = 1 << 16
    private static let rowBytesInCall = 1 << 20

    init(
        stage: any ChunkStage, index: StoredIndex, removed: RemovedSamples = RemovedSamples(),
        units: [String: String], coverage: Coverage? = nil,
        budget: StagingBudget = StagingBudget(),
        openTracker: @escaping @Sendable () throws -> TrackerUpload = {
            throw Status(.unavailable, "The tracker is not running.", hint: "dayline up")
        }
    ) {
        self.budget = budget
        self.openTracker = openTracker
        self.stage = stage
        self.index = index
        self.removed = removed
        self.units = MetricUnits(stored: units)
        self.coverage = coverage
    }

    func process(_ packet: Packet<Batches.Batch>) async throws {
        let batch = packet.body
        if let failure = batch.failure { throw failure }
        guard (batch.mapping?.utf8.count ?? 0) <= Imports.RunRequest.mappingBytes else {
            throw BatchColumns.rejection(
                "a mapping of more than \(Imports.RunRequest.mappingBytes) bytes")
        }
        try counts.checkCounts(of: batch)
        for declaration in batch.series { try declare(declaration) }
        if let part = batch.tracker {
            try await forward(Packet(part, columns: packet.columns))
        } else if packet.columns.contains(where: { !$0.bytes.isEmpty }) {
            let samples = try BatchColumns(
                packet.columns, texts: batch.texts, seriesCount: declared.count)
            progress.add(zoneNames: samples.zoneNames)
            try await add(samples)
        }
        try await add(batch.rows, batch.rowParts)
        for item in batch.quarantined { counts.add(item) }
        for (type, count) in batch.ignored { counts.add(count, as: \.ignored, of: type) }
        for problem in batch.problems { counts.add(problem) }
        counts.add(ignoredMetadata: batch.ignoredMetadata)
        try counts.nested.add(batch.nested ?? [:])
        try counts.files.add(batch.files ?? [:])
        progress.update(with: batch, read: counts.read + segments.count + trackerItems)
    }

    /// Stages the remaining samples.
    /// - Returns: The complete counts.
    func finish() async throws -> ImportCounts {
        var finished: [OpenSegments.Finished] = []
        segments.finishAll(into: &finished)
        try await resolve(finished)
        try await merge()
        try await page.flush(to: stage)
        try await stage.stageAdded(additions)
        additions = []
        // Replaces what was stored of the same chunks.
        try await stage.stageAdditions(to: remerged)
        if let stored = try await tracker?.finish() {
            for (type, row) in stored.counts { counts.add(row, of: type) }
            for problem in stored.problems { counts.add(problem) }
            counts.step = stored.version
        }
        return counts
    }

    private func forward(_ part: Packet<TrackerPart>) async throws {
        if tracker == nil { tracker = try openTracker() }
        try budget.spend(part.columns.reduce(0) { $0 + $1.bytes.count })
        let days = part.body.entries == nil ? nil : try part.columns.column("day", .int32)
        trackerItems +=
            part.body.activities.count + part.body.annotations.count
            + (days?.count ?? 0) / Column.ElementType.int32.width
        try await tracker?.send(part)
    }

    /// Removes the stored samples and rows that the file no longer has, after it was read.
    /// - Returns: Nil without reconciliation, and for a damaged or incomplete file, which does not
    ///   show what was deleted.
    func reconcile() async throws -> [ImportReport.Removal]? {
        guard let coverage else { return nil }
        var reconciliation = Reconciliation(
            stage: stage, index: index, coverage: coverage, replaced: replaced)
        guard !progress.isTruncated, counts.quarantinedCount == 0 else {
            try await reconciliation.storeReplaced()
            return nil
        }
        return try await reconciliation.perform()
    }

    /// Adds totals that a reconciling import replaces, so that its rollback restores them. Others keep
    /// none: a phone can replace the totals of its day with every push.
    private func addReplaced(_ columns: SampleColumns, _ identity: ChunkIdentity) {
        guard coverage != nil, columns.count > 0 else { return }
        replaced[identity] = columns
    }

    /// Stores the samples that a merge adds to a published chunk, for an undo. `known` is the published
    /// version of a chunk that this import has not written yet.
    private func recordAdditions(
        _ columns: SampleColumns, to known: SampleColumns, _ identity: ChunkIdentity
    ) async throws {
        guard index.entry(of: identity) != nil else { return }
        guard !written.contains(identity) else {
            remerged.insert(identity)
            return
        }
        guard let added = EncodedChunk(addedIn: columns, to: known, of: identity) else { return }
        try budget.spend(added.data.count + StagingPage.bytesBesideChunk)
        additions.append(added)
        additionBytes += added.data.count + StagingPage.bytesBesideChunk
        guard additionBytes >= StagingPage.limit else { return }
        let page = additions
        (additions, additionBytes) = ([], 0)
        try await stage.stageAdded(page)
    }

    private func declare(_ declaration: Batches.Declaration) throws(Status) {
        guard declaration.key.isValid else {
            throw BatchColumns.rejection("a series with a NUL in its names")
        }
        guard !declaration.key.metric.isEmpty else {
            throw BatchColumns.rejection("a series of a metric without a name")
        }
        if let canonical = MetricName.aliased(declaration.key.metric) {
            throw BatchColumns.rejection(
                "a metric called \"\(declaration.key.metric)\", which is another name of \(canonical)"
            )
        }
        try units.check(declaration.key)
        let group = SampleGroup(
            key: declaration.key.withNormalizedNames, isCounted: declaration.isCounted,
            metadataElement: declaration.metadataElement)
        let number = groupNumbers[group] ?? groups.count
        if number == groups.count {
            groups.append(group)
            groupNumbers[group] = number
        }
        declared.append(number)
    }

    private func add(_ samples: BatchColumns) async throws {
        var finished: [OpenSegments.Finished] = []
        samples.withSamples { starts, ends, values in
            samples.withAttributes { attributes in
                var attributes = attributes
                for run in samples.runs {
                    let part = run.samples
                    segments.add(
                        group: declared[run.series],
                        starts: UnsafeBufferPointer(rebasing: starts[part]),
                        ends: UnsafeBufferPointer(rebasing: ends[part]),
                        values: UnsafeBufferPointer(rebasing: values[part]),
                        attributes: attributes.removePrefix(before: part.upperBound),
                        firstSample: part.lowerBound, into: &finished)
                }
            }
        }
        try await resolve(finished)
    }

    private func add(_ rows: [HealthRow], _ parts: [Batches.RowParts]?) async throws {
        guard parts.map({ $0.count == rows.count }) ?? true else {
            throw BatchColumns.rejection("counts of parts for another number of rows")
        }
        guard rows.allSatisfy(\.isValid) else {
            throw BatchColumns.rejection("a workout, correlation or summary that is out of range")
        }
        let rows = rows.map(\.withNormalizedNames)
        for row in rows { coverage?.rows.cover(row) }
        var next = 0
        for part in rows.pages(ofBytes: Self.rowBytesInCall, \.estimatedBytes) {
            try budget.spend(part.reduce(0) { $0 + $1.estimatedBytes })
            for (row, isNew) in zip(part, try await stage.addRows(Array(part))) {
                counts.add(1, as: isNew ? \.stored : \.duplicate, of: row.type)
                if let parts {
                    try counts.nested.add(parts[next].nested, isNew: isNew)
                    try counts.files.add(parts[next].files, isNew: isNew)
                }
                next += 1
            }
        }
    }

    /// Stages, merges or counts as duplicates the segments that are probably complete.
    private func resolve(_ finished: [OpenSegments.Finished]) async throws {
        for var segment in finished {
            let group = groups[segment.key.group]
            let identity = ChunkIdentity(key: group.key, segment: segment.key.segment)
            let allElements = group.elements(of: segment.columns)
            let repeated = segment.columns.normalize()
            let uniqueElements = group.elements(of: segment.columns)
            coverage?.cover(segment.columns, group.key)
            let ignored = removed.strip(&segment.columns, of: identity)
            let elements = group.elements(of: segment.columns)
            let repeatedElements = allElements - uniqueElements
            addCounts(ignored, as: \.ignored, of: group, elements: uniqueElements - elements)
            guard !segment.columns.isEmpty else {
                addCounts(repeated, as: \.duplicate, of: group, elements: repeatedElements)
                continue
            }
            let stored = index.entry(of: identity)
            let isKnown =
                stored.map {
                    $0.count == segment.columns.count && $0.hash == ContentHash(segment.columns)
                } ?? false
            if stored != nil, coverage != nil {
                if isKnown {
                    coverage?.markComplete(identity)
                } else {
                    try coverage?.append(segment.columns, of: identity)
                }
            }
            if written.contains(identity) || merges[identity] != nil {
                // The file is not ordered by time, so open segments wait longer.
                segments.isDisordered = true
                try await merge(identity, segment.columns, repeated, repeatedElements, group)
                continue
            }
            guard stored != nil else {
                let hash = ContentHash(segment.columns)
                addCounts(segment.columns.count, as: \.stored, of: group, elements: elements)
                addCounts(repeated, as: \.duplicate, of: group, elements: repeatedElements)
                try await write(segment.columns, identity, hash)
                continue
            }
            if isKnown {
                addCounts(
                    segment.columns.count + repeated, as: \.duplicate, of: group,
                    elements: elements + repeatedElements)
            } else {
                try await merge(identity, segment.columns, repeated, repeatedElements, group)
            }
        }
    }

    /// Counts samples of one outcome and their nested elements.
    private func addCounts(
        _ count: Int, as outcome: WritableKeyPath<ImportReport.Counts, Int>, of group: SampleGroup,
        elements: Int
    ) {
        if group.isCounted {
            counts.add(count, as: outcome, of: group.key.metric)
        } else {
            counts.nested.add(count, as: outcome, of: group.key.metric)
        }
        if let element = group.metadataElement {
            counts.nested.add(elements, as: outcome, of: element)
        }
    }

    private func write(
        _ columns: SampleColumns, _ identity: ChunkIdentity, _ hash: ContentHash
    ) async throws {
        guard columns.count <= ChunkCodec.maximumCount else {
            throw Status(
                .resourceExhausted,
                "The file has more than \(groupingThousands("\(ChunkCodec.maximumCount)")) samples of "
                    + "\(identity.key.metric) of one source within twelve days, the limit of a "
                    + "chunk.",
                hint: "Reduce the samples in the file to three a second, then import it again.")
        }
        written.insert(identity)
        let chunk = EncodedChunk(columns, key: identity.key, segment: identity.segment, hash: hash)
        try budget.spend(chunk.data.count + StagingPage.bytesBesideChunk)
        try await page.add(chunk, stage: stage)
    }

    /// Adds a segment to the pending merges with existing chunks.
    private func merge(
        _ identity: ChunkIdentity, _ columns: SampleColumns, _ repeated: Int,
        _ repeatedElements: Int, _ group: SampleGroup
    ) async throws {
        if merges[identity] != nil { try await merge() }
        merges[identity] = Merge(
            columns: columns, repeated: repeated, repeatedElements: repeatedElements, group: group)
        mergeSamples += columns.count
        if merges.count >= Self.mergeLimit || mergeSamples >= Self.mergeSampleLimit {
            try await merge()
        }
    }

    private func merge() async throws {
        guard !merges.isEmpty else { return }
        let open = merges
        merges = [:]
        mergeSamples = 0
        // Chunks of this import have to be staged before they are read.
        try await page.flush(to: stage)
        let stored = try await stage.read(Array(open.keys))
        for (identity, merge) in open {
            let known =
                try stored[identity].map { bytes throws(Status) in
                    try StoredChunkDecoder.decoded(bytes, of: identity.key.metric)
                } ?? SampleColumns()
            let group = merge.group
            let union = ChunkMerge(
                stored: known, new: merge.columns,
                isTotals: group.key.replacesTotals && !written.contains(identity))
            let added =
                union.added > 0
                ? max(0, group.elements(of: union.columns) - group.elements(of: known)) : 0
            addCounts(union.added, as: \.stored, of: group, elements: added)
            addCounts(
                union.duplicates + merge.repeated, as: \.duplicate, of: group,
                elements: group.elements(of: merge.columns) - added + merge.repeatedElements)
            guard union.isChanged else { continue }
            addReplaced(union.replaced, identity)
            try await recordAdditions(union.columns, to: known, identity)
            try await write(union.columns, identity, ContentHash(union.columns))
        }
    }
}

extension SeriesKey {
    /// True if a later total of an interval replaces an earlier one. Stages of sleep have invented times,
    /// and can share an interval with the time in bed of another version of their night.
    var replacesTotals: Bool { resolution != .raw && metric != "sleepAnalysis" }
}
