import RPC

/// Chunks that wait to be staged together, and pages of them that are on their way.
final class StagingPage {
    private var chunks: [EncodedChunk] = []
    private var bytes = 0
    private var inFlight: [Task<Void, any Error>] = []

    /// Bytes that a chunk costs beside its samples.
    static let bytesBesideChunk = 100
    /// Encoded bytes in one page.
    static let limit = 512 << 10
    /// Pages that may be on their way.
    static let window = 3

    func add(_ chunk: EncodedChunk, stage: any ChunkStage) async throws {
        chunks.append(chunk)
        // Little chunks cost more than their bytes.
        bytes += chunk.data.count + Self.bytesBesideChunk
        if bytes >= Self.limit { try await send(to: stage) }
    }

    /// Returns when everything is staged.
    func flush(to stage: any ChunkStage) async throws {
        try await send(to: stage)
        while !inFlight.isEmpty { try await inFlight.removeFirst().value }
    }

    private func send(to stage: any ChunkStage) async throws {
        guard !chunks.isEmpty else { return }
        if inFlight.count == Self.window { try await inFlight.removeFirst().value }
        let page = chunks
        chunks = []
        bytes = 0
        inFlight.append(Task { try await stage.write(page) })
    }
}
