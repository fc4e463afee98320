import CivilTime
import Contracts
import GRDB
import RPC

extension StorageService {
    func registerFolds(on router: inout Router) {
        router.handle(Folds.work) { [self] _, _, writer in
            while let lease = await board.lease() {
                do {
                    guard let task = try await read({ [self] db in try foldTask(of: lease, db) })
                    else {
                        // The profile is gone, and its days with it.
                        await board.settle(lease.number)
                        continue
                    }
                    try await writer.send(task)
                    await board.settled(lease.number)
                } catch {
                    await board.giveBack(lease.number)
                    throw error
                }
                await board.giveBack(lease.number)
            }
            return Empty()
        }
        router.handle(Folds.chunks) { [self] request, context, writer in
            for page in try await read({ [self] db in try pages(request, of: context.profile, db) })
            {
                try await writer.send(page)
            }
            return Empty()
        }
        router.handle(Folds.commit) { [self] request, _ in
            let totals = try DayColumns(columns: request.columns)
            guard let slice = await board.slice(of: request.body.lease) else {
                throw Status(.aborted, "The lease is no longer held.")
            }
            let isCurrent = try await read { db in
                try Int64.fetchOne(
                    db, sql: "SELECT stamp FROM metric_state WHERE profile_id = ? AND metric = ?",
                    arguments: [slice.profile, slice.metric]) == request.body.stamp
            }
            guard isCurrent else {
                await board.giveBack(request.body.lease)
                throw StorageError.changedSince(metric: slice.metric)
            }
            if let whole = await board.finish(
                request.body.lease, with: totals, stamp: request.body.stamp)
            {
                try await writeDerived { db in try DayTotalStore.replace(whole, db) }
                await board.committed()
            }
            return Empty()
        }
        router.handle(Folds.wait) { [self] request, context in
            while true {
                let seen = await board.commits
                let isFolded = try await read { db in
                    let profile = try ProfileRow.named(context.profile, db)
                    return try Int.fetchOne(
                        db, sql: "SELECT 1 FROM dirty WHERE profile_id = ? AND version <= ?",
                        arguments: [profile.id, request.version]) == nil
                }
                if isFolded { return Folds.Folded(version: request.version) }
                try await board.nextCommit(after: seen)
            }
        }
    }

    private func foldTask(
        of lease: FoldBoard.Lease, _ db: GRDB.Database
    ) throws -> Folds.Task? {
        let slice = lease.slice
        guard let name = try ProfileRow.name(of: slice.profile, db) else { return nil }
        let stamp = try Int64.fetchOne(
            db, sql: "SELECT stamp FROM metric_state WHERE profile_id = ? AND metric = ?",
            arguments: [slice.profile, slice.metric])
        return Folds.Task(
            lease: lease.number, profile: name, metric: slice.metric,
            from: CivilDate(days: slice.from), to: CivilDate(days: slice.to), stamp: stamp ?? 0,
            zones: try ProfileRow.zones(of: slice.profile, db))
    }

    /// Pages of about a quarter of a mebibyte.
    private func pages(
        _ range: Folds.Range, of name: String, _ db: GRDB.Database
    ) throws -> [Packet<Folds.RangePage>] {
        let profile = try ProfileRow.named(name, db)
        let series = try SeriesStore.all(of: profile.id, metric: range.metric, db)
        var pages: [Packet<Folds.RangePage>] = []
        var chunks: [ChunkRecord] = []
        var bytes = 0
        func close() {
            pages.append(
                Packet(
                    Folds.RangePage(series: pages.isEmpty ? series : []), columns: chunks.columns))
            chunks = []
            bytes = 0
        }
        try ChunkStore.forEach(
            metric: range.metric, of: profile.id, from: range.from, to: range.to, db
        ) { chunk in
            chunks.append(chunk)
            bytes += chunk.data.count
            if bytes > 256 << 10 { close() }
        }
        if !chunks.isEmpty || pages.isEmpty { close() }
        return pages
    }
}
