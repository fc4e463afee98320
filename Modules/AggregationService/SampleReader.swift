import Contracts
import Folding
import Logging
import RPC
import Samples
import Synchronization

/// Reads the samples of a metric from chunks in storage.
struct SampleReader: Sendable {
    let client: Client
    /// Called with each damaged chunk, which is skipped.
    private let onDamage: @Sendable (ChunkError, _ series: Int64, _ segment: Int64) -> Void

    /// Creates a reader that logs damaged chunks.
    init(client: Client, logger: Logger) {
        self.client = client
        onDamage = { error, series, segment in
            logger.error("Skipped segment \(segment) of series \(series): \(error)")
        }
    }

    /// Calls `body` with every chunk that overlaps a range, ordered by segment and position of the
    /// series. The order does not depend on the order of imports.
    /// - Returns: The final value of the reduction that starts with `initial`.
    func reduce<Value: Sendable>(
        _ range: Folds.ChunksRequest, _ options: CallOptions, into initial: Value,
        _ body: @escaping @Sendable (inout Value, SampleChunk) -> Void
    ) async throws -> Value {
        let state = Mutex((value: initial, segment: OpenSegment()))
        _ = try await client.stream(Folds.chunks, range, options) { page in
            let chunks = try [ChunkRecord](columns: page.columns)
            state.withLock { state in
                state.segment.register(page.body)
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

    /// The decoded chunk; nil if it is damaged, after `onDamage` is called.
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

/// Collects the chunks of one segment.
private struct OpenSegment {
    /// The series and source order of the pages before the first one with chunks.
    private var registered = Folds.ChunkPage(series: [])
    /// Empty until the first chunk arrives, when all series are registered.
    private var rankedSeries: [Int64: RankedSeries] = [:]
    private var chunks: [(series: RankedSeries, chunk: ChunkRecord)] = []

    mutating func register(_ page: Folds.ChunkPage) {
        registered.series += page.series
        registered.order += page.order
    }

    private mutating func rankRegistered() {
        for series in RankedSeries.ranked(registered) { rankedSeries[series.row.id] = series }
        registered = Folds.ChunkPage(series: [])
    }

    /// True if the chunk is of a later segment.
    func isBefore(_ chunk: ChunkRecord) -> Bool {
        chunks.first.map { $0.chunk.segment < chunk.segment } ?? false
    }

    mutating func append(_ chunk: ChunkRecord) {
        if !registered.series.isEmpty { rankRegistered() }
        if let series = rankedSeries[chunk.series] { chunks.append((series, chunk)) }
    }

    /// Removes and returns the chunks, ordered by position of the series.
    mutating func drain() -> [(series: RankedSeries, chunk: ChunkRecord)] {
        defer { chunks.removeAll(keepingCapacity: true) }
        return chunks.sorted { $0.series.position < $1.series.position }
    }
}
