package import Contracts
package import RPC

/// Runs the intake without storage, for tests and the fuzzer.
package enum BatchTrial {
    /// Processes the batches of one import.
    /// - Returns: Counts by type; those of each type balance.
    /// - Throws: INVALID_ARGUMENT for invalid batches, RESOURCE_EXHAUSTED for too many samples.
    package static func counts(
        of batches: [Packet<Batches.Batch>]
    ) async throws -> [String: ImportReport.Counts] {
        let intake = Intake(
            stage: TrialStage(), index: StoredIndex(), units: [:],
            budget: StagingBudget(limit: 1 << 30))
        for batch in batches { try await intake.process(batch) }
        return try await intake.finish().byType
    }
}

/// A stage that keeps chunks in memory. A row is new when it is added for the first time.
private actor TrialStage: ChunkStage {
    private var chunks: [ChunkIdentity: Bytes] = [:]
    private var rows: Set<HealthRow.Identity> = []

    func read(_ identities: [ChunkIdentity]) -> [ChunkIdentity: Bytes] {
        chunks.filter { identities.contains($0.key) }
    }

    func write(_ chunks: [EncodedChunk]) {
        for chunk in chunks {
            self.chunks[ChunkIdentity(key: chunk.key, segment: chunk.segment)] = chunk.data
        }
    }

    func stageRemoved(_ chunks: [EncodedChunk]) {
        // Nothing is removed without reconciliation.
    }

    func stageAdded(_ chunks: [EncodedChunk]) {
        // A trial cannot be undone.
    }

    func stageAdditions(to identities: Set<ChunkIdentity>) {
        // A trial cannot be undone.
    }

    func addRows(_ rows: [HealthRow]) -> [Bool] {
        rows.map { self.rows.insert($0.identity).inserted }
    }

    func readRows(_ body: @escaping @Sendable ([HealthRow]) async throws -> Void) {
        // Rows are read for reconciliation only.
    }

    func removeRows(_ rows: [HealthRow]) {
        // Nothing is removed without reconciliation.
    }
}
