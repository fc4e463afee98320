package import Contracts
import RPC

/// The operations of folding. The queue of fold tasks is in memory; see ``FoldQueue``.
package protocol FoldOperations: StorageOperations {
    /// The task of a lease; nil if the profile was removed.
    func foldTask(of lease: FoldLease) async throws -> Folds.FoldTask?
    /// The series of a metric with chunks in a range of time, its source order, and the positions of the
    /// chunks in the order of time.
    func foldSelection(
        _ request: Folds.ChunksRequest, of profile: String
    ) async throws -> FoldSelection
    /// The published chunks at the first positions, until they have `limit` bytes or more.
    /// - Returns: The chunks, and the number of positions read; positions may have become empty.
    func foldChunks(
        at positions: ArraySlice<ChunkPosition>, limit: Int, of profile: Int64
    ) async throws -> (chunks: [ChunkRecord], positions: Int)
    /// Replaces the totals of folded days, of each profile in one transaction. Totals of a metric that has
    /// changed since are not stored. `onCommit` is called at the commit with each metric whose totals were
    /// stored and its folded version before. It does not block.
    func store(
        _ folded: [FoldedMetric],
        onCommit: @escaping @Sendable (_ folded: FoldedMetric, _ before: Int64) -> Void
    ) async throws
    /// - Throws: `StorageError.noProfile`.
    func profileRow(_ name: String) async throws -> ProfileRow
    /// True if all days that the versions up to this one changed are folded.
    func isFolded(_ version: Int64, of profile: Int64) async throws -> Bool
}

/// The chunks from which the days of a metric are folded.
package struct FoldSelection: Sendable {
    package var profile: Int64
    package var series: [SeriesRow]
    package var order: [String]
    package var positions: [ChunkPosition]

    /// `series` without those that have no chunk at the positions.
    package init(
        profile: Int64, series: [SeriesRow], order: [String], positions: [ChunkPosition]
    ) {
        let withChunks = Set(positions.map(\.series))
        self.profile = profile
        self.series = series.filter { withChunks.contains($0.id) }
        self.order = order
        self.positions = positions
    }
}

extension StorageServices where Engine: FoldOperations {
    func registerFolds(on router: inout Router) {
        router.handle(Folds.work) { [self] _, _, writer in
            let foldQueue = publisher.foldQueue
            while let lease = await foldQueue.nextLease() {
                do {
                    if let task = try await engine.foldTask(of: lease) {
                        try await writer.send(task)
                        await foldQueue.waitForEnd(of: lease.number)
                    }
                } catch {
                    try await releaseLease(lease.number, error)
                    throw error
                }
                // A worker that disconnected did not end its lease.
                try await releaseLease(lease.number)
            }
            return Empty()
        }
        router.handle(Folds.chunks) { [self] request, context, writer in
            try await sendChunks(request, of: context.profile, to: writer)
            return Empty()
        }
        router.handle(Folds.commit) { [self] request, _ in
            try await commit(request)
        }
        router.handle(Folds.wait) { [self] request, context in
            try await wait(for: request.version, of: context.profile)
            return Folds.VersionResponse(version: request.version)
        }
    }

    /// Sends the chunks in pages, each from its own snapshot. A publication between two pages ends the
    /// worker's lease.
    private func sendChunks(
        _ request: Folds.ChunksRequest, of profile: String,
        to writer: TypedItemWriter<Packet<Folds.ChunkPage>>
    ) async throws {
        let selection = try await engine.foldSelection(request, of: profile)
        var page = Folds.ChunkPage(
            series: try await writer.sendPages(of: selection.series), order: selection.order)
        var remaining = selection.positions[...]
        repeat {
            let read = try await engine.foldChunks(
                at: remaining, limit: Self.chunkPageBytes, of: selection.profile)
            try await writer.send(Packet(page, columns: read.chunks.columns))
            page = Folds.ChunkPage(series: [])
            remaining = remaining.dropFirst(read.positions)
        } while !remaining.isEmpty
    }

    private static var chunkPageBytes: Int { 256 << 10 }

    private func commit(_ request: Packet<Folds.CommitRequest>) async throws -> Folds.Progress {
        let foldQueue = publisher.foldQueue
        let number = request.body.lease
        guard let lease = await foldQueue.lease(number) else { throw StorageError.leaseLost }
        guard lease.version == request.body.stamp else {
            try await releaseLease(number)
            throw StorageError.changedSince(metric: lease.metric.metric)
        }
        let totals: DayColumns
        do {
            totals = try DayColumns(columns: request.columns)
            try totals.check(within: lease.days)
        } catch {
            try await releaseLease(number)
            throw error
        }
        let progress = try await foldQueue.finish(number, with: totals)
        try await storeComplete()
        return progress
    }

    /// Ends a lease whose slice was not folded, so that another worker folds it.
    private func releaseLease(_ number: Int64, _ reason: (any Error)? = nil) async throws {
        let reason = reason.map(Status.init(describing:))
        guard await publisher.foldQueue.release(number, reason) else { return }
        // A parked slice no longer delays complete metrics of its profile.
        try await storeComplete()
    }

    /// Stores the metrics of which all slices are folded.
    private func storeComplete() async throws {
        let (foldQueue, recentFolds) = (publisher.foldQueue, publisher.recentFolds)
        while case let complete = await foldQueue.dequeueComplete(), !complete.isEmpty {
            do {
                // The queue folds the changed days of a metric that is not stored again.
                try await engine.store(complete) { metric, before in
                    recentFolds.record(metric, after: before)
                    foldQueue.recordStored(metric)
                }
                await foldQueue.applyPendingEvents()
            } catch {
                let reason = Status(describing: error)
                for metric in complete { await foldQueue.recordStoreFailure(metric, reason) }
                throw error
            }
        }
    }

    private func wait(for version: Int64, of name: String) async throws {
        let foldQueue = publisher.foldQueue
        var hasRetried = false
        while true {
            let changesBefore = await foldQueue.changes
            let profile = try await engine.profileRow(name)
            guard version <= profile.dataVersion else {
                throw StorageError.versionAhead(requested: version, current: profile.dataVersion)
            }
            if try await engine.isFolded(version, of: profile.id) { return }
            try engine.checkWritable()
            if let failure = await foldQueue.failure(of: profile.id) {
                // Retries once: the disk may have free space again.
                guard case .cannotFold(_, isFull: true) = failure, !hasRetried else {
                    throw failure
                }
                hasRetried = true
                await foldQueue.retry(profile: profile.id, isDiskFull: true)
                continue
            }
            try await foldQueue.nextChange(after: changesBefore)
        }
    }
}

extension TypedItemWriter<Packet<Folds.ChunkPage>> {
    /// Sends all pages of series but the last, without chunks.
    /// - Returns: The last page, to be sent with the first chunks.
    func sendPages(of series: [SeriesRow]) async throws -> [SeriesRow] {
        var pages = series.pages
        let last = pages.removeLast()
        for page in pages {
            try await send(Packet(Folds.ChunkPage(series: page), columns: [ChunkRecord]().columns))
        }
        return last
    }
}
