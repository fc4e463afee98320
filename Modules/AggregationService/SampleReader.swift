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

    /// Hands over every chunk that meets a range, by segment and then by the place of its series:
    /// the order does not tell which series was stored first.
    /// - Returns: What `body` made of them, beginning with `initial`.
    func reduce<Value: Sendable>(
        _ range: Folds.ChunksRequest, _ options: CallOptions, into initial: Value,
        _ body: @escaping @Sendable (inout Value, SampleChunk) -> Void
    ) async throws -> Value {
        let state = Mutex((value: initial, segment: OpenSegment()))
        _ = try await client.stream(Folds.chunks, range, options) { page in
            let chunks = try [ChunkRecord](columns: page.columns)
            state.withLock { state in
                state.segment.register(RankedSeries.ranked(page.body))
                for chunk in chunks {
                    if state.segment.isBefore(chunk) {
                        flush(&state.segment, to: &state.value, body)
                    }
                    state.segment.append(chunk)
                }
            }
        }
        return state.withLock { state in
            flush(&state.segment, to: &state.value, body)
            return state.value
        }
    }

    private func flush<Value>(
        _ segment: inout OpenSegment, to value: inout Value,
        _ body: (inout Value, SampleChunk) -> Void
    ) {
        for (series, chunk) in segment.drain() {
            guard let columns = decoded(chunk) else { continue }
            body(&value, SampleChunk(series: series, segment: chunk.segment, columns: columns))
        }
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

/// The chunks of one segment, while they come in.
private struct OpenSegment {
    private var series: [Int64: RankedSeries] = [:]
    private var chunks: [(series: RankedSeries, chunk: ChunkRecord)] = []

    mutating func register(_ ranked: [RankedSeries]) {
        for series in ranked { self.series[series.row.id] = series }
    }

    /// Whether the chunk begins another segment.
    func isBefore(_ chunk: ChunkRecord) -> Bool {
        chunks.first.map { $0.chunk.segment < chunk.segment } ?? false
    }

    mutating func append(_ chunk: ChunkRecord) {
        if let series = series[chunk.series] { chunks.append((series, chunk)) }
    }

    /// By the places of their series; none are left.
    mutating func drain() -> [(series: RankedSeries, chunk: ChunkRecord)] {
        defer { chunks.removeAll(keepingCapacity: true) }
        return chunks.sorted { $0.series.position < $1.series.position }
    }
}
