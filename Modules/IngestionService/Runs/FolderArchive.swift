import CZlib
import Contracts
import Glibc
import PluginKit
import RPC

/// The files of a folder as a zip archive, which an importer reads as it reads the folder.
///
/// The archive is written in one pass in the form Zip64, without compression, which storage does. The same
/// files are the same bytes: they are sorted by path, and all have the same date.
struct FolderArchive {
    private let source: ImportSource
    private let files: [File]

    private struct File {
        let path: String
        let bytes: Int64
        var checksum: uLong = crc32(0, nil, 0)
        /// Position of the local header in the archive.
        var offset: Int64 = 0

        var name: [UInt8] { Array(path.utf8) }
    }

    init(_ source: ImportSource) {
        self.source = source
        files = ContentProbe(source).parts.map { File(path: $0.name, bytes: $0.size) }
    }

    /// The size of the archive.
    var bytes: Int64 {
        files.reduce(ZipRecord.endBytes) { sum, file in
            sum + file.bytes + ZipRecord.fileBytes + 2 * Int64(file.name.count)
        }
    }

    /// Passes the archive to `send` in pieces of at most ``Originals/pieceLimit`` bytes.
    /// - Throws: ABORTED if a file was changed since its size was read.
    func write(_ send: @escaping @Sendable ([UInt8]) async throws -> Void) async throws {
        var writer = Pieces(send: send)
        var written: [File] = []
        for var file in files {
            file.offset = writer.bytes
            try await writer.append(ZipRecord.localHeader(file.name, bytes: file.bytes))
            try await append(&file, to: &writer)
            try await writer.append(ZipRecord.descriptor(file.checksum, bytes: file.bytes))
            written.append(file)
        }
        let directory = writer.bytes
        for file in written {
            try await writer.append(
                ZipRecord.directoryEntry(
                    file.name, file.checksum, bytes: file.bytes, offset: file.offset))
        }
        try await writer.append(
            ZipRecord.end(files: written.count, from: directory, to: writer.bytes))
        try await writer.flush()
    }

    private func append(_ file: inout File, to writer: inout Pieces) async throws {
        let descriptor = openat(
            source.descriptor, file.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw changed(file) }
        defer { close(descriptor) }
        var offset: Int64 = 0
        while true {
            var block = [UInt8](repeating: 0, count: Originals.pieceLimit)
            let count = pread(descriptor, &block, block.count, off_t(offset))
            if count < 0, errno == EINTR { continue }
            guard count >= 0, offset + Int64(count) <= file.bytes else { throw changed(file) }
            guard count > 0 else { break }
            block.removeLast(block.count - count)
            file.checksum = crc32(file.checksum, block, uInt(count))
            offset += Int64(count)
            try await writer.append(block)
        }
        guard offset == file.bytes else { throw changed(file) }
    }

    private func changed(_ file: File) -> Status {
        Status(.aborted, "\(source.name)/\(file.path) was changed after its import.")
    }

    /// Collects bytes into pieces.
    private struct Pieces {
        let send: @Sendable ([UInt8]) async throws -> Void
        /// Number of appended bytes.
        private(set) var bytes: Int64 = 0
        private var piece: [UInt8] = []

        init(send: @escaping @Sendable ([UInt8]) async throws -> Void) {
            self.send = send
        }

        mutating func append(_ more: [UInt8]) async throws {
            bytes += Int64(more.count)
            var rest = more[...]
            while !rest.isEmpty {
                let part = rest.prefix(Originals.pieceLimit - piece.count)
                piece += part
                rest = rest.dropFirst(part.count)
                if piece.count == Originals.pieceLimit { try await flush() }
            }
        }

        mutating func flush() async throws {
            guard !piece.isEmpty else { return }
            try await send(piece)
            piece.removeAll(keepingCapacity: true)
        }
    }
}
