import Contracts
import HostFiles
import RPC

/// Keeps what a dry run would stage in a file that has no name, so that its books are those of the
/// import itself and nothing of it stays.
actor DryRunStage: ChunkStage {
    private let published: StorageStage
    private let file: ScratchFile
    private var end: Int64 = 0
    private var places: [ChunkIdentity: Range<Int64>] = [:]
    private var rows: Set<HealthRow.Identity> = []

    /// `folder` is where there is room for the chunks.
    init(over published: StorageStage, folder: String) throws(HostFileError) {
        self.published = published
        file = try ScratchFile(folder: folder)
    }

    func read(_ names: [ChunkIdentity]) async throws -> [ChunkIdentity: Bytes] {
        let others = names.filter { places[$0] == nil }
        var found = try await published.read(others)
        for name in names {
            if let place = places[name] { found[name] = try file.read(place) }
        }
        return found
    }

    func write(_ chunks: [EncodedChunk]) async throws {
        for chunk in chunks {
            try file.write(chunk.data, at: end)
            let next = end + Int64(chunk.data.count)
            places[ChunkIdentity(key: chunk.key, segment: chunk.segment)] = end..<next
            end = next
        }
    }

    func stageRemoved(_ chunks: [EncodedChunk]) async throws {
        // Nothing is removed by a dry run.
    }

    func addRows(_ rows: [HealthRow]) async throws -> [Bool] {
        let found = try await published.lookUp(rows)
        return zip(rows, found.isNew).map { row, isNew in
            isNew && self.rows.insert(row.identity).inserted
        }
    }

    func readRows(_ body: @escaping @Sendable ([HealthRow]) async throws -> Void) async throws {
        try await published.readRows(body)
    }

    func removeRows(_ rows: [HealthRow]) async throws {
        // Nothing is removed by a dry run.
    }
}
