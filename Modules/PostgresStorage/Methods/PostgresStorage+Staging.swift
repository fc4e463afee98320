import CivilTime
package import Contracts
import HostFiles
import PostgresClient
package import RPC
package import StorageCore

extension PostgresStorage: StagingOperations {
    package func prepareImport(
        of profile: String
    ) async throws -> (profile: Int64, response: Staging.PrepareResponse) {
        try await read(profile) {
            [SeriesRows.units(of: $0), ProfileRows.zones(of: $0)]
        } _: { state, results in
            (
                state.profile.id,
                Staging.PrepareResponse(
                    version: state.profile.dataVersion, units: try SeriesRows.units(results[0]),
                    zones: try ProfileRows.zones(results[1]))
            )
        }
    }

    package func beginImport(
        _ request: Staging.BeginRequest, of profile: String
    ) async throws -> Int64 {
        try await write(profile) {
            [ImportRows.lastNumber($0)]
        } _: { transaction, results in
            let id = (try results[0].first?.int64(0) ?? 0) + 1
            transaction.writes = ImportRows.insertion(
                id, request, by: instance, transaction.profile.id)
            return id
        }
    }

    package func series(of profile: String) async throws -> [SeriesRow] {
        try await read(profile) {
            [SeriesRows.all(of: $0)]
        } _: { _, results in
            try results[0].rows.map(SeriesRows.series)
        }
    }

    package func index(
        of profile: String, after position: ChunkPosition, limit: Int
    ) async throws -> ChunkIndex {
        try await read(profile) {
            [ChunkRows.index(of: $0, after: position, limit: limit)]
        } _: { _, results in
            try ChunkRows.index(results[0])
        }
    }

    package func declare(
        _ request: Staging.DeclareRequest, of profile: String
    ) async throws -> [Int64] {
        let metrics = Set(request.series.map(\.metric)).sorted()
        return try await writeStaged(request.id, of: profile) {
            [SeriesRows.withSamples(of: metrics, $0), SeriesDeclaration.lastNumber($0)]
        } _: { transaction, results in
            let declaration = try SeriesDeclaration(
                request.series, known: results[0], last: try results[1].first?.int64(0) ?? 0)
            transaction.writes = declaration.writes(transaction.profile.id)
            return declaration.ids
        }
    }

    package func chunks(
        at positions: [ChunkPosition], stagedBy importID: Int64?, of profile: String
    ) async throws -> [ChunkRecord] {
        try await read(profile) { profile in
            guard let importID else { return [ChunkRows.published(positions, of: profile)] }
            return [
                ChunkRows.visible(positions, toImport: importID, of: profile),
                ImportRows.state(of: importID, profile),
            ]
        } _: { _, results in
            if let importID { try ImportRows.checkStaged(results[1], importID) }
            return try results[0].rows.map { try ChunkRows.chunk($0) }
        }
    }

    package func stage(
        _ chunks: [ChunkRecord], import id: Int64, of profile: String
    ) async throws {
        try await write(chunks, import: id, of: profile, by: ChunkRows.stage)
    }

    package func storeRemoved(
        _ chunks: [ChunkRecord], import id: Int64, of profile: String
    ) async throws {
        try await write(chunks, import: id, of: profile, by: ChunkRows.storeRemoved)
    }

    package func storeAdded(
        _ chunks: [ChunkRecord], import id: Int64, of profile: String
    ) async throws {
        try await write(chunks, import: id, of: profile, by: ChunkRows.storeAdded)
    }

    /// Writes the chunks of known series once each, by a query of ``ChunkRows``.
    private func write(
        _ chunks: [ChunkRecord], import id: Int64, of profile: String,
        by query: ([ChunkRecord], Int64, Int64) -> PostgresQuery
    ) async throws {
        try await writeStaged(id, of: profile) {
            [SeriesRows.unknown(Set(chunks.map(\.series)), $0)]
        } _: { transaction, results in
            try SeriesRows.checkKnown(results[0])
            transaction.writes = [query(chunks.withoutRepetitions, id, transaction.profile.id)]
        }
    }

    package func findRows(
        _ rows: [HealthRow], of profile: String
    ) async throws -> Staging.FindRowsResponse {
        try await read(profile) {
            [HealthRowRows.known(rows, toImport: nil, $0)]
        } _: { _, results in
            try zip(rows, results[0].rows).map { row, known in
                try HealthRowState(
                    row, staged: nil, published: try known.optionalText(1).map { Bytes($0) })
            }.response
        }
    }

    package func stageRows(
        _ rows: [EncodedValue<HealthRow>], import id: Int64, of profile: String
    ) async throws -> [Bool] {
        try await writeStaged(id, of: profile) {
            [HealthRowRows.known(rows.map(\.value), toImport: id, $0)]
        } _: { transaction, results in
            var staging = RowStaging()
            let isNew = try zip(rows, results[0].rows).map { try staging.add($0, $1) }
            if !staging.rows.isEmpty {
                transaction.writes = [
                    HealthRowRows.upsert(
                        staging.rows, into: .staged, import: id, transaction.profile.id)
                ]
            }
            return isNew
        }
    }

    package func removeRows(
        _ rows: [EncodedValue<HealthRow>], import id: Int64, of profile: String
    ) async throws {
        try await writeStaged(id, of: profile) { _ in
            []
        } _: { transaction, _ in
            var latest: [HealthRow.Identity: EncodedValue<HealthRow>] = [:]
            for row in rows { latest[row.value.identity] = row }
            guard !latest.isEmpty else { return }
            transaction.writes = [
                HealthRowRows.upsert(
                    Array(latest.values), into: .removed, import: id, transaction.profile.id)
            ]
        }
    }

    package func abortImport(_ id: Int64, of profile: String) async throws {
        try await writeStaged(id, of: profile) { _ in
            []
        } _: { transaction, _ in
            transaction.writes = ImportRows.abort(id, transaction.profile.id)
        }
    }

    package func publish(
        _ request: Staging.PublishRequest, _ call: ChangeCall
    ) async throws -> Committed<Staging.PublishResponse> {
        let id = request.id
        return try await change(of: call.profile, call) { profile in
            [
                ImportRows.state(of: id, profile), ChunkPublication.comparison(of: id, profile),
                SeriesRows.all(of: profile), HealthRowRows.changeCount(by: id, profile),
                HealthRowRows.workouts(changedBy: id, profile), ProfileRows.zones(of: profile),
                AdditionRows.hasAdditions(id, profile),
                // No import has the number 0.
                ImportRows.report(request.report.undoes ?? 0, profile),
                ImportRows.report(request.report.restores ?? 0, profile),
            ]
        } _: { transaction, results in
            if let published = try ImportRows.published(results[0], id) { return published }
            return try publish(request, call, transaction, results)
        }
    }

    private func publish(
        _ request: Staging.PublishRequest, _ call: ChangeCall, _ transaction: ProfileTransaction,
        _ results: [PostgresResult]
    ) throws -> Staging.PublishResponse {
        let profile = transaction.profile
        let next = profile.dataVersion + 1
        let chunks = try ChunkPublication.changes(results[1]).dirtyMetrics(
            of: profile.id, version: next, try results[2].rows.map(SeriesRows.series))
        var clusters = WorkoutClusters()
        for row in results[4].rows {
            clusters.add(
                type: try row.text(0), start: try row.int64(1), end: try row.int64(2),
                isChanged: try row.bool(3))
        }
        let isChanged = try !chunks.isEmpty || results[3].first?.int64(0) ?? 0 > 0
        let version = isChanged ? next : profile.dataVersion
        let workouts = DirtyMetric.workouts(
            of: profile.id, on: clusters.changedDays(), version: version)
        let dirty = (chunks + workouts).withDerived
        let metrics = dirty.map(\.metric.metric)
        let report = try request.report(
            version: version, at: call.now, catalog.history(ProfileRows.zones(results[5])),
            canBeUndone: results[6].first?.bool(0) ?? false)
        transaction.writes =
            AdditionRows.record(request.id, profile.id)
            + ChunkPublication.writes(request.id, profile.id)
            + HealthRowRows.publish(request.id, profile.id)
            + DirtyRows.marking(dirty, profile.id)
            + (try ImportRows.finish(report, metrics, request.quarantined, profile.id))
        if let undone = report.undoes {
            transaction.writes.append(
                try ImportRows.markUndone(results[7], undone, by: request.id, profile.id))
        }
        if let restored = report.restoredImport {
            transaction.writes.append(
                try ImportRows.markRestored(results[8], restored, by: request.id, profile.id))
        }
        if isChanged { transaction.writes.append(.setVersion(version, profile.id)) }
        transaction.effects.dirty = dirty
        transaction.effects.logEntries.append(.publication(of: report, by: profile))
        return Staging.PublishResponse(version: version, metrics: metrics)
    }

    /// Changes a staged import of a profile, as of ``write(_:reading:_:)``.
    private func writeStaged<Value: Sendable>(
        _ id: Int64, of profile: String, reading queries: (Int64) -> [PostgresQuery],
        _ body: (ProfileTransaction, [PostgresResult]) throws -> Value
    ) async throws -> Value {
        try await write(profile) {
            [ImportRows.state(of: id, $0)] + queries($0)
        } _: { transaction, results in
            try ImportRows.checkStaged(results[0], id)
            return try body(transaction, Array(results.dropFirst()))
        }
    }
}

extension PostgresQuery {
    /// Sets the data version of a profile.
    static func setVersion(_ version: Int64, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            "UPDATE dayline.profile SET data_version = $2 WHERE profile_id = $1",
            .int64(profile), .int64(version))
    }
}
