import Contracts
import RPC
import Uploads

/// The file of an import in storage, which can be downloaded and imported again.
struct OriginalFile: Sendable {
    let storage: Client
    let options: CallOptions
    /// The folder for the file while it is imported again.
    let spool: Spool

    /// True if the profile stores the files of its imports.
    var isEnabled: Bool {
        get async throws {
            try await storage.call(Settings.list, Empty(), options)
                .values[Settings.originals] == "on"
        }
    }

    /// Stores the file of an import, or the archive of a folder, if the profile does.
    /// - Returns: The report with the size of the stored file, or with the reason that it is not stored.
    func stored(_ source: ImportSource, of report: ImportReport) async -> ImportReport {
        var report = report
        guard report.id > 0 else { return report }
        do {
            guard try await isEnabled else { return report }
            report.originalBytes =
                source.isFolder
                ? try await store(FolderArchive(source), of: report.id).bytes
                : try await store(source, of: report.id).bytes
        } catch {
            let reason = "The file was not stored: \(Status(describing: error).message)"
            report.notice = [report.notice, reason].compactMap(\.self).joined(separator: " ")
        }
        return report
    }

    private func store(
        _ source: ImportSource, of id: Int64
    ) async throws -> Originals.Original {
        try await store(bytes: source.bytes, of: id) { send in
            var offset = 0
            while let block = try source.block(at: offset, count: Originals.pieceLimit) {
                try await send(block)
                offset += block.count
            }
            guard source.isUnchanged, offset == Int(source.bytes) else {
                throw Status(.aborted, "\(source.name) was changed after its import.")
            }
        }
    }

    private func store(
        _ archive: FolderArchive, of id: Int64
    ) async throws -> Originals.Original {
        try await store(bytes: archive.bytes, of: id) { try await archive.write($0) }
    }

    /// Stores the pieces that `write` passes on.
    private func store(
        bytes: Int64, of id: Int64,
        _ write:
            @escaping @Sendable (@escaping @Sendable ([UInt8]) async throws -> Void)
            async throws -> Void
    ) async throws -> Originals.Original {
        try DiskSpace(folder: spool.folder, reserve: Spool.reserve).check(for: UInt64(bytes))
        let request = Originals.StoreRequest(id: id, bytes: bytes)
        return try await storage.upload(Originals.store, request, options) { writer in
            try await write { piece in
                try await writer.send(
                    Packet(Empty(), columns: [Column("data", .bytes, Bytes(piece))]))
            }
        }
    }

    /// Writes the stored file of an import to the spool; the caller removes it.
    /// - Throws: NOT_FOUND if the file is not stored, RESOURCE_EXHAUSTED if the disk is too full.
    func extracted(_ id: Int64) async throws -> (path: String, name: String) {
        var name = ""
        let stored = try await spool.receive(
            Imports.UploadRequest(name: name, bytes: nil), limit: .max
        ) { file in
            name = try await storage.stream(
                Originals.read, ImportLog.ImportRequest(id: id), options
            ) { item in
                try item.columns.column("data", .bytes).withUnsafeBytes { try file.append($0) }
            }.file
        }
        return (try spool.path(of: stored.upload), name)
    }
}
