import Contracts
import Glibc
import HostFiles
import RPC

/// Keeps what a dry run would stage in a file that has no name, so that its books are those of the
/// import itself and nothing of it stays.
actor DryRunStage: ChunkStage {
    private let published: StorageStage
    private let file: Int32
    private var end: Int64 = 0
    private var places: [ChunkName: Range<Int64>] = [:]

    /// `folder` is where there is room for the chunks.
    init(over published: StorageStage, folder: String) throws(HostFileError) {
        self.published = published
        let (descriptor, path) = try PrivateFile.created(in: folder)
        unlink(path)
        file = descriptor
    }

    deinit {
        close(file)
    }

    func read(_ names: [ChunkName]) async throws -> [ChunkName: Bytes] {
        let others = names.filter { places[$0] == nil }
        var found = try await published.read(others)
        for name in names {
            if let place = places[name] { found[name] = try bytes(at: place) }
        }
        return found
    }

    func write(_ chunks: [EncodedChunk]) async throws {
        for chunk in chunks {
            let start = end
            try append(chunk.data)
            places[ChunkName(key: chunk.key, segment: chunk.segment)] = start..<end
        }
    }

    func addRows(_ rows: [HealthRow]) async throws -> [Bool] {
        try await published.addRows(rows)
    }

    private func append(_ data: Bytes) throws {
        var written = 0
        while written < data.count {
            let count = data.withUnsafeBytes {
                pwrite(file, $0.baseAddress.map { $0 + written }, $0.count - written, Int(end))
            }
            guard count > 0 else { throw Self.failure("write") }
            written += count
            end += Int64(count)
        }
    }

    private func bytes(at place: Range<Int64>) throws -> Bytes {
        var buffer = [UInt8](repeating: 0, count: place.count)
        guard pread(file, &buffer, buffer.count, Int(place.lowerBound)) == buffer.count else {
            throw Self.failure("read")
        }
        return Bytes(buffer)
    }

    private static func failure(_ operation: String) -> Status {
        HostFileError.system(operation: operation, path: "the file of the dry run", code: errno)
            .status
    }
}
