package import Contracts
import PostgresClient
package import StorageCore

extension PostgresStorage: ImportLogOperations {
    package func imports(
        before id: Int64?, of profile: String
    ) async throws -> ImportLog.ListResponse {
        try await read(profile) {
            [ImportRows.reports(before: id, $0), OriginalRows.sizes($0)]
        } _: { _, results in
            try ImportRows.page(results[0], try OriginalRows.sizes(results[1]))
        }
    }

    package func importEntry(
        _ id: Int64, of profile: String
    ) async throws -> ImportLog.GetResponse {
        try await read(profile) {
            ImportRows.entry(id, $0)
        } _: { _, results in
            try ImportRows.entry(results, id)
        }
    }

    package func removedPositions(
        by id: Int64, of profile: String
    ) async throws -> (series: [SeriesRow], positions: [ChunkPosition]) {
        try await read(profile) { profile in
            [
                ImportRows.state(of: id, profile), SeriesRows.all(of: profile),
                PostgresQuery(
                    """
                    SELECT series_id, segment FROM dayline.removed_chunk
                    WHERE profile_id = $1 AND import_id = $2 ORDER BY series_id, segment
                    """, .int64(profile), .int64(id)),
            ]
        } _: { _, results in
            _ = try ImportRows.published(results[0], id)
            return (
                try results[1].rows.map(SeriesRows.series),
                try results[2].rows.map(ChunkRows.position)
            )
        }
    }

    package func removedChunks(
        by id: Int64, at positions: [ChunkPosition], of profile: String
    ) async throws -> [ChunkRecord] {
        try await read(profile) { profile in
            [
                PostgresQuery(
                    """
                    SELECT series_id, segment, count, bytes
                    FROM unnest($3, $4) WITH ORDINALITY AS place (series, number, place)
                    JOIN dayline.removed_chunk ON profile_id = $1 AND import_id = $2
                        AND series_id = place.series AND segment = place.number
                    ORDER BY place.place
                    """, .int64(profile), .int64(id), .int64s(positions.map(\.series)),
                    .int64s(positions.map(\.segment)))
            ]
        } _: { _, results in
            try results[0].rows.map { row in
                ChunkRecord(
                    samplesOf: try row.int32(2), try row.data(3),
                    at: ChunkPosition(series: try row.int64(0), segment: try row.int64(1)))
            }
        }
    }

    package func removedRows(by id: Int64, of profile: String) async throws -> [HealthRow] {
        try await read(profile) {
            [ImportRows.state(of: id, $0), HealthRowRows.removed(by: id, $0)]
        } _: { _, results in
            _ = try ImportRows.published(results[0], id)
            return try results[1].rows.map(HealthRowRows.healthRow)
        }
    }

    package func additions(
        by id: Int64, of profile: String
    ) async throws -> (series: [SeriesRow], additions: [ChunkAddition]) {
        try await read(profile) { profile in
            [
                ImportRows.state(of: id, profile), SeriesRows.all(of: profile),
                AdditionRows.additions(by: id, profile),
            ]
        } _: { _, results in
            _ = try ImportRows.published(results[0], id)
            return (
                try results[1].rows.map(SeriesRows.series),
                try results[2].rows.map(AdditionRows.addition)
            )
        }
    }

    package func addedChunks(
        _ additions: [ChunkAddition], of profile: String
    ) async throws -> [AddedChunk] {
        try await read(profile) {
            [AdditionRows.chunks(additions, $0)]
        } _: { _, results in
            try results[0].rows.map(AdditionRows.chunk)
        }
    }

    package func addedRows(by id: Int64, of profile: String) async throws -> [HealthRow] {
        try await read(profile) {
            [ImportRows.state(of: id, $0), AdditionRows.rows(by: id, $0)]
        } _: { _, results in
            _ = try ImportRows.published(results[0], id)
            return try results[1].rows.map(HealthRowRows.healthRow)
        }
    }

    package func knownFiles(
        _ parameters: ImportLog.ReadParameters, of profile: String
    ) async throws -> [ImportLog.KnownResponse.File] {
        try await read(profile) {
            [ImportRows.knownFiles(parameters, $0)]
        } _: { _, results in
            try results[0].rows.map {
                ImportLog.KnownResponse.File(importID: try $0.int64(0), hash: try $0.text(1))
            }
        }
    }

    package func recordFile(
        _ request: ImportLog.RememberRequest, of profile: String
    ) async throws {
        let id = request.file.importID
        try await write(profile) {
            [ImportRows.state(of: id, $0)]
        } _: { transaction, results in
            guard let published = try ImportRows.published(results[0], id) else {
                throw StorageError.noImport(id)
            }
            let profile = transaction.profile
            transaction.writes = [ImportRows.forgetFiles(before: profile.dataVersion, profile.id)]
            guard published.version == profile.dataVersion else { return }
            transaction.writes.append(
                ImportRows.recordFile(request, version: published.version, profile.id))
        }
    }
}
