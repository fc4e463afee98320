package import Contracts
import GRDB
import HostFiles
package import RPC
package import StorageCore

extension StorageService {
    func registerCheckups(on router: inout Router) {
        router.handle(Checkups.storage) { [self] request, _ in try await check(request) }
        router.handle(Checkups.state) { [self] _, _ in try await state() }
    }

    private func check(_ request: Checkups.RunRequest) async throws -> Checkups.RunResponse {
        let repairs = request.isRepairing ? try await repair() : []
        var checks = try await file.read { [isQuick = request.isQuick ?? false] db in
            Checkup.run(isQuick: isQuick, db)
        }
        checks += repairs
        checks.append(await folds())
        checks.append(ReplacedDatabases(database: file.path).check())
        if let reason = readOnlyReason {
            checks.append(
                Checkups.Check("writing", ok: false, "Storage is read-only: \(reason)"))
        }
        return Checkups.RunResponse(checks: checks)
    }

    /// Repairs the faults that can be repaired, and marks the affected days for folding.
    /// - Returns: The repairs that may have lost data.
    private func repair() async throws -> [Checkups.Check] {
        let repaired = try await file.write(
            .synced, onCommit: { [publisher] in publisher.foldQueue.recordMarked($0.dirty) }
        ) { [file] db in
            // First, since every further change updates the checksums.
            let rebuilt = try file.rebuildChecksums(db)
            let missing = try MissingChanges.acceptance(db)
            var dirty = try Checkup.repair(db)
            for profile in rebuilt?.stale ?? [] {
                guard let name = try ProfileRow.name(of: profile, db) else { continue }
                let row = try ProfileRow.named(name, db)
                let all = try DirtyDays.prepareRefold(
                    of: profile, version: try row.incrementVersion(db), db)
                dirty += try DirtyDays.mark(all, db)
            }
            return (checks: [rebuilt?.check, missing].compactMap(\.self), dirty: dirty)
        }
        await publisher.foldQueue.applyPendingEvents()
        return repaired.checks
    }

    /// A replica is read-only without a fault, which its state reports.
    private var readOnlyReason: String? {
        replication.value.following == nil ? file.readOnlyReason : nil
    }

    private func folds() async -> Checkups.Check {
        let pending: [Checkups.PendingFold]
        do {
            pending = try await pendingFolds()
        } catch {
            return Checkups.Check(
                "folds", ok: false,
                "The metrics that wait for a retry of their fold cannot be read: "
                    + Status(describing: error).message)
        }
        return Checkups.Check(
            "folds", ok: pending.isEmpty,
            pending.isEmpty
                ? "No metric waits for a retry of its fold."
                : pending.map(\.sentence).joined(separator: " "))
    }

    private func state() async throws -> Checkups.StateResponse {
        Checkups.StateResponse(
            readOnlyReason: readOnlyReason, pendingFolds: try await pendingFolds(),
            missingChanges: try await file.read { db in try MissingChanges.all(db) })
    }

    private func pendingFolds() async throws -> [Checkups.PendingFold] {
        let pending = await publisher.foldQueue.pending
        let names = try await file.read { db in
            Dictionary(uniqueKeysWithValues: try ProfileRow.all(db).map { ($0.id, $0.name) })
        }
        return pending.pendingFolds(names)
    }
}

extension StorageService: CheckupOperations {
    package func refold(
        _ request: Checkups.RefoldRequest, _ call: ChangeCall
    ) async throws -> Committed<Folds.VersionResponse> {
        try await change(call) { db, effects in
            let profile = try ProfileRow.named(call.profile, db)
            guard !request.metrics.isEmpty else {
                return Folds.VersionResponse(version: profile.dataVersion)
            }
            let version = try profile.incrementVersion(db)
            let dirty = try DirtyDays.prepareRefold(of: profile.id, version: version, db)
                .filter { $0.isSource(of: request.metrics) }
            effects.dirty = try DirtyDays.mark(dirty, db)
            effects.logEntries = [
                ChangeLog.Entry(
                    profile: profile, who: "person", kind: "refold",
                    key: request.metrics.joined(separator: " "), before: nil, after: nil)
            ]
            return Folds.VersionResponse(version: version)
        }
    }

    /// Moves the chunk to `removed_chunk`.
    package func isolateChunk(
        _ request: Checkups.IsolateChunkRequest, _ call: ChangeCall
    ) async throws -> Committed<Empty> {
        try await change(call) { db, effects in
            try Self.isolate(request, call, db, &effects)
            return Empty()
        }
    }

    private static func isolate(
        _ request: Checkups.IsolateChunkRequest, _ call: ChangeCall, _ db: Database,
        _ effects: inout CommitEffects
    ) throws {
        let profile = try ProfileRow.named(call.profile, db)
        let series = try SeriesStore.all(of: profile.id, db).first { $0.id == request.series }
        guard let metric = series?.key.metric else { throw StorageError.noSeries(request.series) }
        guard
            let chunk = try ChunkStore.published(
                series: request.series, segment: request.segment, of: profile.id, db),
            ChunkHash(high: chunk.hashHigh, low: chunk.hashLow) == request.hash
        else { throw StorageError.changedSince(metric: metric) }
        try BulkStatement(db, "INSERT OR REPLACE INTO removed_chunk VALUES (?, ?, ?, ?, ?, ?)")
            .run(
                profile.id, Self.noImport, chunk.series, chunk.segment, chunk.count, chunk.data)
        var empty = chunk
        empty.count = 0
        try ChunkStore.replace(empty, of: profile.id, db)
        let dirty = DirtyMetric(
            metric: ProfileMetric(profile: profile.id, metric: metric),
            version: try profile.incrementVersion(db),
            spans: [DaySpan(firstMs: chunk.first, lastMs: chunk.last)],
            weight: Int64(chunk.count))
        effects.dirty = try DirtyDays.mark([dirty], db)
        effects.logEntries.append(
            ChangeLog.Entry(
                profile: profile, who: "person", kind: "damage",
                key: "\(chunk.series)/\(chunk.segment)", before: "\(chunk.count)", after: nil))
    }

    /// The import identifier of removed chunks that no import removed.
    private static let noImport: Int64 = 0
}
