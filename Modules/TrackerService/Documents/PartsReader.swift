import Contracts
import RPC

/// Reads the parts of an importer and plans each while the batches of the previous ones are stored.
actor PartsReader {
    private let reader: TypedItemReader<Packet<TrackerPart>>
    private var parts: PartsImport
    /// Batches of the last part, last first.
    private var batches: [FillBatch] = []
    private var hasEnded = false
    /// Empty before the end of the parts.
    private(set) var result = PartsImport.Result()

    init(_ reader: TypedItemReader<Packet<TrackerPart>>, into parts: PartsImport) {
        self.reader = reader
        self.parts = parts
    }

    /// The next batch to write: entries and annotations as they arrive, then all other records; nil after the last.
    func next() async throws -> FillBatch? {
        while batches.isEmpty, !hasEnded {
            if let part = try await reader.next() {
                batches = try parts.add(part).reversed()
            } else {
                result = try parts.finish()
                batches = result.documents.reversed()
                hasEnded = true
            }
        }
        return batches.popLast()
    }
}
