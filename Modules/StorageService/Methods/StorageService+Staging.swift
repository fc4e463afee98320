import CivilTime
package import Contracts
import GRDB
import HostFiles
package import RPC
package import StorageCore

extension StorageService: StagingOperations {
    package func prepareImport(
        of profile: String
    ) async throws -> (profile: Int64, response: Staging.PrepareResponse) {
        try await file.read { db in
            let profile = try ProfileRow.named(profile, db)
            let response = Staging.PrepareResponse(
                version: profile.dataVersion,
                units: try SeriesStore.units(of: profile.id, db), zones: try profile.zones(db))
            return (profile.id, response)
        }
    }

    package func beginImport(
        _ request: Staging.BeginRequest, of profile: String
    ) async throws -> Int64 {
        try await file.write(.deferred) { db in
            let profile = try ProfileRow.named(profile, db).id
            return try ImportRow.begin(request, profile: profile, db).id
        }
    }

    package func series(of profile: String) async throws -> [SeriesRow] {
        try await file.read { db in
            try SeriesStore.all(of: ProfileRow.named(profile, db).id, db)
        }
    }

    package func index(
        of profile: String, after position: ChunkPosition, limit: Int
    ) async throws -> ChunkIndex {
        try await file.read { db in
            try ChunkStore.index(
                of: ProfileRow.named(profile, db).id, after: position, limit: limit, db)
        }
    }

    package func declare(
        _ request: Staging.DeclareRequest, of profile: String
    ) async throws -> [Int64] {
        try await writeStaged(request.id, of: profile) { row, db in
            try SeriesStore.declare(request.series, profile: row.profile, db)
        }
    }

    package func chunks(
        at positions: [ChunkPosition], stagedBy importID: Int64?, of profile: String
    ) async throws -> [ChunkRecord] {
        try await file.read { db in
            let profile = try ProfileRow.named(profile, db).id
            let staged = try importID.map { try ImportRow.findStaged($0, of: profile, db) }
            return try positions.compactMap { position in
                try staged?.chunks.read(
                    series: position.series, segment: position.segment, db)
                    ?? ChunkStore.published(
                        series: position.series, segment: position.segment, of: profile, db)
            }
        }
    }

    package func stage(
        _ chunks: [ChunkRecord], import id: Int64, of profile: String
    ) async throws {
        try await writeStaged(id, of: profile) { row, db in try row.chunks.add(chunks, db) }
    }

    package func storeRemoved(
        _ chunks: [ChunkRecord], import id: Int64, of profile: String
    ) async throws {
        try await writeStaged(id, of: profile) { row, db in
            try row.chunks.store(chunks, in: .removed, db)
        }
    }

    package func storeAdded(
        _ chunks: [ChunkRecord], import id: Int64, of profile: String
    ) async throws {
        try await writeStaged(id, of: profile) { row, db in
            try row.chunks.store(chunks, in: .added, db)
        }
    }

    package func findRows(
        _ rows: [HealthRow], of profile: String
    ) async throws -> Staging.FindRowsResponse {
        try await file.read { db in
            try StagedRows.find(rows, of: ProfileRow.named(profile, db).id, db)
        }
    }

    package func stageRows(
        _ rows: [EncodedValue<HealthRow>], import id: Int64, of profile: String
    ) async throws -> [Bool] {
        try await writeStaged(id, of: profile) { row, db in try row.rows.stage(rows, db) }
    }

    package func removeRows(
        _ rows: [EncodedValue<HealthRow>], import id: Int64, of profile: String
    ) async throws {
        try await writeStaged(id, of: profile) { row, db in try row.rows.remove(rows, db) }
    }

    package func abortImport(_ id: Int64, of profile: String) async throws {
        try await writeStaged(id, of: profile) { row, db in try row.abort(db) }
    }

    package func publish(
        _ request: Staging.PublishRequest, _ call: ChangeCall
    ) async throws -> Committed<Staging.PublishResponse> {
        try await change(call) { [self] db, effects in
            try publish(request, call, db, &effects)
        }
    }

    /// Changes a staged import of a profile.
    private func writeStaged<Value: Sendable>(
        _ id: Int64, of profile: String,
        _ body: @escaping @Sendable (ImportRow, Database) throws -> Value
    ) async throws -> Value {
        try await file.write(.deferred) { db in
            let profile = try ProfileRow.named(profile, db).id
            return try body(try ImportRow.findStaged(id, of: profile, db), db)
        }
    }

    private func publish(
        _ request: Staging.PublishRequest, _ call: ChangeCall, _ db: Database,
        _ effects: inout CommitEffects
    ) throws -> Staging.PublishResponse {
        let profile = try ProfileRow.named(call.profile, db)
        let row = try ImportRow.find(request.id, of: profile.id, db)
        if let published = row.published { return published }

        let chunks = try row.chunks.publish(version: profile.dataVersion + 1, db)
        extents.invalidate(profile: profile.id)
        let rows = try row.rows.publish(db)
        let isChanged = !chunks.isEmpty || rows.count > 0
        let version = isChanged ? try profile.incrementVersion(db) : profile.dataVersion
        let workouts = DirtyMetric.workouts(
            of: profile.id, on: rows.workoutDays, version: version)
        let dirty = try DirtyDays.mark(chunks + workouts, db)

        let metrics = dirty.map(\.metric.metric)
        let report = try request.report(
            version: version, at: call.now, catalog.history(profile.zones(db)),
            canBeUndone: row.hasAdditions(db))
        try row.finish(report, metrics, request.quarantined, db)
        if let undone = report.undoes { try row.markUndone(undone, db) }
        if let restored = report.restoredImport { try row.markRestored(restored, db) }
        effects.dirty = dirty
        effects.logEntries.append(.publication(of: report, by: profile))
        return Staging.PublishResponse(version: version, metrics: metrics)
    }
}
