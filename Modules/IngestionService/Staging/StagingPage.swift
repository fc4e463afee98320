import RPC

/// A page of chunks that are staged in one call, and the calls in flight.
final class StagingPage {
    private var chunks: [EncodedChunk] = []
    private var bytes = 0
    private var inFlight: [Task<Void, any Error>] = []

    /// Overhead of a chunk in bytes.
    static let bytesBesideChunk = 100
    /// Encoded bytes in one page.
    static let limit = 512 << 10
    /// Maximum number of pages in flight.
    static let window = 3

    func add(_ chunk: EncodedChunk, stage: any ChunkStage) async throws {
        chunks.append(chunk)
        // The overhead matters for small chunks.
        bytes += chunk.data.count + Self.bytesBesideChunk
        if bytes >= Self.limit { try await send(to: stage) }
    }

    /// Waits until all chunks are staged.
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
