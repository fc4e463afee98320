import Contracts
import RPC
import Samples

/// The values that a person entered in place of samples, by chunk. They can be in a chunk that an import
/// inserted, since a file can have a source called Dayline, and do not belong to the import.
struct EnteredSamples: Sendable {
    private var samples: [ChunkIdentity: [SampleReference]] = [:]

    init(_ listing: Corrections.ListResponse) {
        for (correction, key) in listing.keyed {
            guard let value = correction.replacement else { continue }
            var sample = correction.original
            sample.value = value
            let identity = ChunkIdentity(
                key: .entered(key.metric, unit: key.unit), segment: Segment.number(of: sample.start)
            )
            samples[identity, default: []].append(sample)
        }
    }

    static func fetched(
        from client: Client, _ options: CallOptions
    ) async throws -> EnteredSamples {
        EnteredSamples(try await client.call(Corrections.list, Corrections.ListRequest(), options))
    }

    /// The indices of entered values in the normal columns of a stored chunk.
    func indices(in columns: SampleColumns, of identity: ChunkIdentity) -> Set<Int> {
        Set(
            (samples[identity] ?? []).compactMap {
                columns.index(start: $0.start, end: $0.end, value: $0.value)
            })
    }
}
