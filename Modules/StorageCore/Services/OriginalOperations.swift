import BackupFolders
import Contracts
import RPC

/// A stored file of an import.
package struct StoredOriginal: Sendable {
    /// The number of the file, within the profile or the engine.
    package let id: Int64
    package let hash: String
    package let bytes: Int64
    package let storedBytes: Int64

    package init(id: Int64, hash: String, bytes: Int64, storedBytes: Int64) {
        self.id = id
        self.hash = hash
        self.bytes = bytes
        self.storedBytes = storedBytes
    }
}

/// The operations of the files of imports. A file is written in pieces, each in a transaction of its own, so
/// that other writes do not wait for the file. Only a complete file is that of an import.
package protocol OriginalOperations: ImportLogOperations {
    /// Begins a file without pieces.
    /// - Returns: Its number.
    func beginOriginal(of profile: String) async throws -> Int64
    func addPiece(
        _ piece: OriginalPiece, as number: Int64, to id: Int64, of profile: String) async throws
    /// Completes a file as that of an import. A file with the same bytes replaces it.
    func finishOriginal(
        _ id: Int64, hash: String, ofImport importID: Int64, of profile: String
    ) async throws -> StoredOriginal
    /// Removes a file that is not complete.
    func discardOriginal(_ id: Int64, of profile: String) async throws
    /// - Throws: `StorageError.noOriginal` if the import has no stored file.
    func original(ofImport importID: Int64, of profile: String) async throws -> StoredOriginal
    /// The piece with a number; nil behind the last one.
    func piece(_ number: Int64, of id: Int64, of profile: String) async throws -> OriginalPiece?
    /// Removes the file of an import, unless another import has the same bytes.
    /// - Returns: The number of removed bytes; 0 if another import has the same file.
    func removeOriginal(ofImport importID: Int64, of profile: String) async throws -> Int64
}

extension StorageServices where Engine: OriginalOperations {
    func registerOriginals(on router: inout Router) {
        router.handle(Originals.store) { [self] request, context, reader in
            try await store(request, of: context.profile, reader)
        }
        router.handle(Originals.read) { [self] request, context, writer in
            try await sendOriginal(ofImport: request.id, of: context.profile, to: writer)
        }
        router.handle(Originals.remove) { [engine] request, context in
            Originals.RemoveResponse(
                removedBytes: try await engine.removeOriginal(
                    ofImport: request.id, of: context.profile))
        }
    }

    private func store(
        _ request: Originals.StoreRequest, of profile: String,
        _ reader: TypedItemReader<Packet<Empty>>
    ) async throws -> Originals.Original {
        let name = try await engine.importEntry(request.id, of: profile).report.file
        let id = try await engine.beginOriginal(of: profile)
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
                try await engine.addPiece(OriginalPiece(data), as: number, to: id, of: profile)
                number += 1
            }
            guard bytes == request.bytes else {
                throw Status(
                    .invalidArgument,
                    "The file \(name) has \(bytes) bytes instead of \(request.bytes).")
            }
            let stored = try await engine.finishOriginal(
                id, hash: digest.finish(), ofImport: request.id, of: profile)
            return Self.response(stored, name)
        } catch {
            try? await engine.discardOriginal(id, of: profile)
            throw error
        }
    }

    private func sendOriginal(
        ofImport importID: Int64, of profile: String, to writer: TypedItemWriter<Packet<Empty>>
    ) async throws -> Originals.Original {
        let name = try await engine.importEntry(importID, of: profile).report.file
        let stored = try await engine.original(ofImport: importID, of: profile)
        let digest = try ContentDigest()
        var number: Int64 = 0
        while let piece = try await engine.piece(number, of: stored.id, of: profile) {
            let data = try piece.unpacked()
            data.withUnsafeBytes { digest.update($0) }
            try await writer.send(Packet(Empty(), columns: [Column("data", .bytes, data)]))
            number += 1
        }
        guard digest.finish() == stored.hash else { throw StorageError.damagedOriginal }
        return Self.response(stored, name)
    }

    private static func response(_ stored: StoredOriginal, _ name: String) -> Originals.Original {
        Originals.Original(
            file: name, hash: stored.hash, bytes: stored.bytes, storedBytes: stored.storedBytes)
    }
}
