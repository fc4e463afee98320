import Contracts
import RPC
import Samples

/// The samples that a person took out, by the chunk that they would lie in: an import passes over them.
struct RemovedSamples: Sendable {
    private var samples: [ChunkIdentity: [SampleReference]] = [:]

    init() {}

    init(_ listing: Corrections.ListResponse) {
        for (correction, key) in listing.keyed {
            let sample = correction.original
            let name = ChunkIdentity(key: key, segment: Segment.number(of: sample.start))
            samples[name, default: []].append(sample)
        }
    }

    static func fetched(
        from client: Client, _ options: CallOptions
    ) async throws -> RemovedSamples {
        RemovedSamples(try await client.call(Corrections.list, Corrections.ListRequest(), options))
    }

    /// Takes them out of the samples of a chunk, which are normal.
    /// - Returns: How many there were.
    func strip(_ columns: inout SampleColumns, of name: ChunkIdentity) -> Int {
        guard let removed = samples[name] else { return 0 }
        let indices = Set(
            removed.compactMap {
                columns.index(start: $0.start, end: $0.end, value: $0.value)
            })
        columns = columns.removing(indices)
        return indices.count
    }
}
