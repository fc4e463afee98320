package import StorageCore

extension StorageService: OriginalOperations {
    package func beginOriginal(of profile: String) async throws -> Int64 {
        try await file.write(.deferred) { db in
            try OriginalStore(profile: ProfileRow.named(profile, db).id).begin(db)
        }
    }

    package func addPiece(
        _ piece: OriginalPiece, as number: Int64, to id: Int64, of profile: String
    ) async throws {
        try await file.write(.deferred) { db in
            try OriginalStore(profile: ProfileRow.named(profile, db).id)
                .add(piece, as: number, to: id, db)
        }
    }

    package func finishOriginal(
        _ id: Int64, hash: String, ofImport importID: Int64, of profile: String
    ) async throws -> StoredOriginal {
        try await file.write(.synced) { db in
            try OriginalStore(profile: ProfileRow.named(profile, db).id)
                .finish(id, hash: hash, of: importID, db)
        }
    }

    package func discardOriginal(_ id: Int64, of profile: String) async throws {
        try await file.write(.deferred) { db in
            try OriginalStore(profile: ProfileRow.named(profile, db).id).discard(id, db)
        }
    }

    package func original(
        ofImport importID: Int64, of profile: String
    ) async throws -> StoredOriginal {
        try await file.read { db in
            try OriginalStore(profile: ProfileRow.named(profile, db).id).find(importID, db)
        }
    }

    package func piece(
        _ number: Int64, of id: Int64, of profile: String
    ) async throws -> OriginalPiece? {
        try await file.read { db in
            try OriginalStore(profile: ProfileRow.named(profile, db).id).piece(number, of: id, db)
        }
    }

    package func removeOriginal(
        ofImport importID: Int64, of profile: String
    ) async throws -> Int64 {
        try await file.write(.synced) { db in
            try OriginalStore(profile: ProfileRow.named(profile, db).id).remove(of: importID, db)
        }
    }
}
