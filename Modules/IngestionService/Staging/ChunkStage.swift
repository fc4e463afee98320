import Contracts
import RPC

/// The destination of one import's chunks and rows until it is published. Calls are sequential,
/// except `write`, which may run concurrently for different chunks.
protocol ChunkStage: Sendable {
    /// The chunks as this import sees them: its own version, otherwise the published one. Chunks that
    /// do not exist are absent.
    func read(_ identities: [ChunkIdentity]) async throws -> [ChunkIdentity: Bytes]
    /// Stages chunks; a chunk that this import staged before is replaced.
    func write(_ chunks: [EncodedChunk]) async throws
    /// Stores samples that are removed from published chunks.
    func stageRemoved(_ chunks: [EncodedChunk]) async throws
    /// Stores the samples that are added to published chunks, for an undo.
    func stageAdded(_ chunks: [EncodedChunk]) async throws
    /// Compares the staged with the published versions of chunks, and stores the samples that are added.
    func stageAdditions(to identities: Set<ChunkIdentity>) async throws
    /// Adds rows.
    /// - Returns: True for each row that is new.
    func addRows(_ rows: [HealthRow]) async throws -> [Bool]
    /// Calls `body` with each page of the published rows.
    func readRows(_ body: @escaping @Sendable ([HealthRow]) async throws -> Void) async throws
    /// Removes published rows, and stores them for a rollback.
    func removeRows(_ rows: [HealthRow]) async throws
}
