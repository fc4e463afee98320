import PostgresClient
import RPC
package import StorageCore

extension PostgresStorage: OriginalOperations {
    /// An owner of the profile deletes the incomplete files of the former one.
    private static let abandonedOriginal = Status(
        .unavailable,
        "The file was not stored, since another storage worker had taken over the profile meanwhile.",
        hint: "Import the file again.")

    package func beginOriginal(of profile: String) async throws -> Int64 {
        try await write(profile) {
            [OriginalRows.lastNumber($0)]
        } _: { transaction, results in
            guard let last = try results[0].first?.int64(0) else {
                throw PostgresError.unexpectedValue(column: "original_number")
            }
            let id = last + 1
            transaction.writes = OriginalRows.insertion(
                id, by: instance, transaction.profile.id)
            return id
        }
    }

    package func addPiece(
        _ piece: OriginalPiece, as number: Int64, to id: Int64, of profile: String
    ) async throws {
        try await write(profile) {
            [OriginalRows.incomplete(id, $0)]
        } _: { transaction, results in
            guard results[0].first != nil else { throw Self.abandonedOriginal }
            transaction.writes = OriginalRows.add(
                piece, as: number, to: id, transaction.profile.id)
        }
    }

    package func finishOriginal(
        _ id: Int64, hash: String, ofImport importID: Int64, of profile: String
    ) async throws -> StoredOriginal {
        try await write(profile) {
            [OriginalRows.known(hash, $0), OriginalRows.incomplete(id, $0)]
        } _: { transaction, results in
            let profile = transaction.profile.id
            if let known = try results[0].first.map(OriginalRows.original) {
                transaction.writes =
                    OriginalRows.deletion(id, profile)
                    + [OriginalRows.assign(known.id, toImport: importID, profile)]
                return known
            }
            guard let row = results[1].first else { throw Self.abandonedOriginal }
            transaction.writes = [
                OriginalRows.complete(id, hash: hash, profile),
                OriginalRows.assign(id, toImport: importID, profile),
            ]
            return StoredOriginal(
                id: id, hash: hash, bytes: try row.int64(0), storedBytes: try row.int64(1))
        }
    }

    package func discardOriginal(_ id: Int64, of profile: String) async throws {
        try await write(profile) { transaction, _ in
            transaction.writes = OriginalRows.deletion(id, transaction.profile.id)
        }
    }

    package func original(
        ofImport importID: Int64, of profile: String
    ) async throws -> StoredOriginal {
        try await read(profile) {
            [OriginalRows.find(importID, $0)]
        } _: { _, results in
            guard let row = results[0].first else { throw StorageError.noOriginal(importID) }
            return try OriginalRows.original(row)
        }
    }

    package func piece(
        _ number: Int64, of id: Int64, of profile: String
    ) async throws -> OriginalPiece? {
        try await read(profile) {
            [OriginalRows.piece(number, of: id, $0)]
        } _: { _, results in
            try results[0].first.map { row in
                OriginalPiece(stored: try row.data(1), bytes: Int(try row.int64(0)))
            }
        }
    }

    package func removeOriginal(
        ofImport importID: Int64, of profile: String
    ) async throws -> Int64 {
        try await write(profile) {
            [OriginalRows.find(importID, $0)]
        } _: { transaction, results in
            guard let row = results[0].first else { throw StorageError.noOriginal(importID) }
            let (stored, profile) = (try OriginalRows.original(row), transaction.profile.id)
            transaction.writes = [OriginalRows.removal(ofImport: importID, profile)]
            guard try !row.bool(4) else { return 0 }
            transaction.writes += OriginalRows.deletion(stored.id, profile)
            return stored.storedBytes
        }
    }
}
