import BackupFolders
import Contracts
import GRDB
import RPC
import StorageCore

extension StorageService {
    func registerOriginals(on router: inout Router) {
        router.handle(Originals.store) { [self] request, context, reader in
            try await store(request, context, reader)
        }
        router.handle(Originals.read) { [self] request, context, writer in
            try await sendOriginal(of: request.id, context, to: writer)
        }
        router.handle(Originals.remove) { [self] request, context in
            let removed = try await file.write(.synced) { db in
                try OriginalStore(profile: ProfileRow.named(context.profile, db).id)
                    .remove(of: request.id, db)
            }
            return Originals.RemoveResponse(removedBytes: removed)
        }
    }

    /// Stores each piece in a transaction of its own, so that other writes do not wait for the file.
    private func store(
        _ request: Originals.StoreRequest, _ context: CallContext,
        _ reader: TypedItemReader<Packet<Empty>>
    ) async throws -> Originals.Original {
        let (store, name, id) = try await file.write(.deferred) { db in
            let profile = try ProfileRow.named(context.profile, db).id
            let name = try ImportRow.entry(request.id, of: profile, db).report.file
            let store = OriginalStore(profile: profile)
            return (store, name, try store.begin(db))
        }
        do {
            let digest = try ContentDigest()
            var (number, bytes): (Int64, Int64) = (0, 0)
            while let item = try await reader.next() {
                let data = try item.columns.column("data", .bytes)
                bytes += Int64(data.count)
                guard data.count <= Originals.pieceLimit, bytes <= request.bytes else {
                    throw Status(
                        .invalidArgument, "The file \(name) has more bytes than were announced.")
                }
                data.withUnsafeBytes { digest.update($0) }
                let (piece, position) = (OriginalPiece(data), number)
                try await file.write(.deferred) { db in
                    try store.add(piece, as: position, to: id, db)
                }
                number += 1
            }
            guard bytes == request.bytes else {
                throw Status(
                    .invalidArgument,
                    "The file \(name) has \(bytes) bytes instead of \(request.bytes).")
            }
            let hash = digest.finish()
            let row = try await file.write(.synced) { db in
                try store.finish(id, hash: hash, of: request.id, db)
            }
            return Originals.Original(
                file: name, hash: row.hash, bytes: row.bytes, storedBytes: row.storedBytes)
        } catch {
            try? await file.write(.deferred) { db in try store.discard(id, db) }
            throw error
        }
    }

    private func sendOriginal(
        of importID: Int64, _ context: CallContext, to writer: TypedItemWriter<Packet<Empty>>
    ) async throws -> Originals.Original {
        let (store, name, row) = try await file.read { db in
            let profile = try ProfileRow.named(context.profile, db).id
            let name = try ImportRow.entry(importID, of: profile, db).report.file
            let store = OriginalStore(profile: profile)
            return (store, name, try store.find(importID, db))
        }
        let digest = try ContentDigest()
        var number: Int64 = 0
        while true {
            let position = number
            guard
                let piece = try await file.read({ db in
                    try store.piece(position, of: row.id, db)
                })
            else { break }
            piece.withUnsafeBytes { digest.update($0) }
            try await writer.send(
                Packet(Empty(), columns: [Column("data", .bytes, Bytes(piece))]))
            number += 1
        }
        guard digest.finish() == row.hash else { throw StorageError.damagedOriginal }
        return Originals.Original(
            file: name, hash: row.hash, bytes: row.bytes, storedBytes: row.storedBytes)
    }
}
