package import Contracts
import RPC
package import StorageCore

extension StorageService: ImportLogOperations {
    package func imports(
        before id: Int64?, of profile: String
    ) async throws -> ImportLog.ListResponse {
        try await file.read { db in
            try ImportRow.page(of: ProfileRow.named(profile, db).id, before: id, db)
        }
    }

    package func importEntry(
        _ id: Int64, of profile: String
    ) async throws -> ImportLog.GetResponse {
        try await file.read { db in
            try ImportRow.entry(id, of: ProfileRow.named(profile, db).id, db)
        }
    }

    package func removedPositions(
        by id: Int64, of profile: String
    ) async throws -> (series: [SeriesRow], positions: [ChunkPosition]) {
        try await file.read { db in
            let profile = try ProfileRow.named(profile, db).id
            let row = try ImportRow.find(id, of: profile, db)
            return (try SeriesStore.all(of: profile, db), try row.chunks.removedPositions(db))
        }
    }

    package func removedChunks(
        by id: Int64, at positions: [ChunkPosition], of profile: String
    ) async throws -> [ChunkRecord] {
        try await file.read { db in
            let profile = try ProfileRow.named(profile, db).id
            return try ImportRow.find(id, of: profile, db).chunks.removed(at: positions, db)
        }
    }

    package func removedRows(by id: Int64, of profile: String) async throws -> [HealthRow] {
        try await file.read { db in
            let profile = try ProfileRow.named(profile, db).id
            return try ImportRow.find(id, of: profile, db).rows.removed(db)
        }
    }

    package func additions(
        by id: Int64, of profile: String
    ) async throws -> (series: [SeriesRow], additions: [ChunkAddition]) {
        try await file.read { db in
            let profile = try ProfileRow.named(profile, db).id
            let row = try ImportRow.find(id, of: profile, db)
            return (try SeriesStore.all(of: profile, db), try row.chunks.additions(db))
        }
    }

    package func addedChunks(
        _ additions: [ChunkAddition], of profile: String
    ) async throws -> [AddedChunk] {
        try await file.read { db in
            try StagedChunks.added(additions, of: ProfileRow.named(profile, db).id, db)
        }
    }

    package func addedRows(by id: Int64, of profile: String) async throws -> [HealthRow] {
        try await file.read { db in
            let profile = try ProfileRow.named(profile, db).id
            return try ImportRow.find(id, of: profile, db).rows.added(db)
        }
    }

    package func knownFiles(
        _ parameters: ImportLog.ReadParameters, of profile: String
    ) async throws -> [ImportLog.KnownResponse.File] {
        try await file.read { db in
            try ImportFiles.known(parameters, of: ProfileRow.named(profile, db), db)
        }
    }

    package func recordFile(
        _ request: ImportLog.RememberRequest, of profile: String
    ) async throws {
        try await file.write(.deferred) { db in
            let profile = try ProfileRow.named(profile, db)
            try ImportFiles.save(request.file, request.reading, of: profile, db)
        }
    }
}
