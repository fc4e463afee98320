import CivilTime
import Contracts
import GRDB
import RPC

extension StorageService {
    func registerFolds(on router: inout Router) {
        router.handle(Folds.work) { [self] _, _, writer in
            while let lease = await foldQueue.lease() {
                do {
                    if let task = try await file.read({ [self] db in try task(of: lease, db) }) {
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

    /// The task of a lease; nil if the profile was removed.
    private func task(of lease: FoldQueue.Lease, _ db: Database) throws -> Folds.FoldTask? {
        guard let name = try ProfileRow.name(of: lease.metric.profile, db) else { return nil }
        return Folds.FoldTask(
            lease: lease.number, profile: name, metric: lease.metric.metric,
            from: CivilDate(days: lease.days.from), to: CivilDate(days: lease.days.to),
            stamp: lease.version, zones: try ProfileRow.named(name, db).zones(db))
    }

    /// Sends the chunks in pages, each from its own snapshot. A publication between two pages ends the
    /// worker's lease.
    private func sendChunks(
        _ request: Folds.ChunksRequest, of name: String,
        to writer: TypedItemWriter<Packet<Folds.ChunkPage>>
    ) async throws {
        let selection = try await file.read { db in
            let profile = try ProfileRow.named(name, db).id
            let series = try SeriesStore.all(of: profile, metric: request.metric, db)
            let positions = try ChunkStore.positions(
                of: series.map(\.id), profile: profile, from: request.from, to: request.to, db)
            let withChunks = Set(positions.map(\.series))
            return (
                profile: profile, series: series.filter { withChunks.contains($0.id) },
                order: try SourceOrderStore.order(of: profile, metric: request.metric, db),
                positions: positions
            )
        }
        var page = Folds.ChunkPage(
            series: try await writer.sendPages(of: selection.series), order: selection.order)
        var remaining = selection.positions[...]
        repeat {
            let read = try await file.read { [remaining] db in
                try ChunkStore.page(
                    at: remaining, profile: selection.profile, limit: Self.chunkPageBytes, db)
            }
            try await writer.send(Packet(page, columns: read.chunks.columns))
            page = Folds.ChunkPage(series: [])
            remaining = remaining.dropFirst(read.positions)
        } while !remaining.isEmpty
    }

    private static let chunkPageBytes = 256 << 10

    private func commit(_ request: Packet<Folds.CommitRequest>) async throws -> Folds.Progress {
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
        guard await foldQueue.release(number, reason) else { return }
        // A parked slice no longer delays complete metrics of its profile.
        try await storeComplete()
    }

    /// Stores the metrics of which all slices are folded.
    private func storeComplete() async throws {
        while case let complete = await foldQueue.dequeueComplete(), !complete.isEmpty {
            do {
                _ = try await file.write(
                    .deferred,
                    onCommit: { [foldQueue, recentFolds] (before: [Int64?]) in
                        for (metric, before) in zip(complete, before) {
                            // Nil: the metric changed since; the queue folds the changed days again.
                            guard let before else { continue }
                            recentFolds.record(metric, after: before)
                            foldQueue.recordStored(metric)
                        }
                    }
                ) { db in
                    try complete.map { try DayTotalStore.replace(with: $0, db) }
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
        var hasRetried = false
        while true {
            let changesBefore = await foldQueue.changes
            let profile = try await file.read { db in try ProfileRow.named(name, db) }
            guard version <= profile.dataVersion else {
                throw StorageError.versionAhead(requested: version, current: profile.dataVersion)
            }
            let isFolded = try await file.read { db in
                try DirtyDays.isFolded(version, of: profile.id, db)
            }
            if isFolded { return }
            if let reason = file.readOnlyReason { throw DatabaseFault.queriesOnly(reason: reason) }
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
