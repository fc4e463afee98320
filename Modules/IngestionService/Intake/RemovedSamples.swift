import Contracts
import RPC
import Samples

/// The samples that a person deleted or replaced, by chunk. Imports ignore them.
struct RemovedSamples: Sendable {
    private var samples: [ChunkIdentity: [SampleReference]] = [:]

    init() {}

    init(_ listing: Corrections.ListResponse) {
        for (correction, key) in listing.keyed {
            let sample = correction.original
            let identity = ChunkIdentity(key: key, segment: Segment.number(of: sample.start))
            samples[identity, default: []].append(sample)
        }
    }

    static func fetched(
        from client: Client, _ options: CallOptions
    ) async throws -> RemovedSamples {
        RemovedSamples(try await client.call(Corrections.list, Corrections.ListRequest(), options))
    }

    /// Removes the deleted samples from the normalized columns of a chunk.
    /// - Returns: Number of samples removed.
    func strip(_ columns: inout SampleColumns, of identity: ChunkIdentity) -> Int {
        guard let removed = samples[identity] else { return 0 }
        let indices = Set(
            removed.compactMap {
                columns.index(start: $0.start, end: $0.end, value: $0.value)
            })
        columns = columns.removing(indices)
        return indices.count
    }
}
