import Contracts
import HostFiles
import RPC

/// Stages the chunks of a dry run in a scratch file, so that its counts equal those of a real import
/// and nothing is stored.
actor DryRunStage: ChunkStage {
    private let published: StorageStage
    private let file: ScratchFile
    private var end: Int64 = 0
    private var ranges: [ChunkIdentity: Range<Int64>] = [:]
    private var rows: Set<HealthRow.Identity> = []

    /// `folder` is the folder of the scratch file.
    init(over published: StorageStage, folder: String) throws(HostFileError) {
        self.published = published
        file = try ScratchFile(folder: folder)
    }

    func read(_ identities: [ChunkIdentity]) async throws -> [ChunkIdentity: Bytes] {
        let others = identities.filter { ranges[$0] == nil }
        var found = try await published.read(others)
        for identity in identities {
            if let range = ranges[identity] { found[identity] = try file.read(range) }
        }
        return found
    }

    func write(_ chunks: [EncodedChunk]) async throws {
        for chunk in chunks {
            try file.write(chunk.data, at: end)
            let next = end + Int64(chunk.data.count)
            ranges[ChunkIdentity(key: chunk.key, segment: chunk.segment)] = end..<next
            end = next
        }
    }

    func stageRemoved(_ chunks: [EncodedChunk]) async throws {
        // Nothing is removed by a dry run.
    }

    func stageAdded(_ chunks: [EncodedChunk]) async throws {
        // A dry run cannot be undone.
    }

    func stageAdditions(to identities: Set<ChunkIdentity>) async throws {
        // A dry run cannot be undone.
    }

    func addRows(_ rows: [HealthRow]) async throws -> [Bool] {
        let found = try await published.find(rows)
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
