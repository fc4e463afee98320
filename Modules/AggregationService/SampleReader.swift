import Contracts
import Folding
import Logging
import RPC
import Samples
import Synchronization

/// Reads samples of a metric from the encoded chunks that storage hands over.
struct SampleReader: Sendable {
    let client: Client
    /// Told of a chunk that is damaged: it is left out, never decoded into wrong numbers.
    private let onDamage: @Sendable (ChunkError, _ series: Int64, _ segment: Int64) -> Void

    /// A reader that logs what is damaged.
    init(client: Client, logger: Logger) {
        self.client = client
        onDamage = { error, series, segment in
            logger.error("Segment \(segment) of series \(series) is left out: \(error)")
        }
    }

    /// Hands over every chunk that meets a range, by segment and then by series.
    /// - Returns: What `body` made of them, beginning with `initial`.
    func reduce<Value: Sendable>(
        _ range: Folds.Range, _ options: CallOptions, into initial: Value,
        _ body: @escaping @Sendable (inout Value, SampleChunk) -> Void
    ) async throws -> Value {
        let state = Mutex((value: initial, series: [Int64: RankedSeries]()))
        _ = try await client.stream(Folds.chunks, range, options) { page in
            let chunks = try [ChunkRecord](columns: page.columns)
            state.withLock { state in
                for series in RankedSeries.ranked(page.body) {
                    state.series[series.row.id] = series
                }
                for chunk in chunks {
                    guard let series = state.series[chunk.series], let columns = decoded(chunk)
                    else { continue }
                    body(
                        &state.value,
                        SampleChunk(series: series, segment: chunk.segment, columns: columns))
                }
            }
        }
        return state.withLock { $0.value }
    }

    /// Nil, once it is told, when the chunk is damaged.
    private func decoded(_ chunk: ChunkRecord) -> SampleColumns? {
        do {
            return try chunk.data.withUnsafeBytes { bytes throws(ChunkError) in
                try ChunkCodec.decode(bytes)
            }
        } catch {
            onDamage(error, chunk.series, chunk.segment)
            return nil
        }
    }
}
