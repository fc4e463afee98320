import CivilTime
import Contracts
import HealthMetrics
package import HostFiles
package import Logging
package import RPC
import Samples
import Synchronization

/// Streams decoded samples. Every aggregation worker has one; a stream has one page of chunks in
/// memory.
package final class SampleStreamService: Service {
    private let client: Client
    private let zones: ZoneCatalog
    private let logger: Logger

    /// - Parameters:
    ///   - client: The client for storage.
    ///   - zones: The system's zones.
    ///   - logger: Logs damaged chunks.
    package init(client: Client, zones: ZoneCatalog, logger: Logger) {
        self.client = client
        self.zones = zones
        self.logger = logger
    }

    package func register(on router: inout Router) {
        router.handle(SampleStreams.read) { [self] request, context, writer in
            try await read(request, context, writer)
        }
    }

    private func read(
        _ request: SampleStreams.ReadRequest, _ context: CallContext,
        _ writer: TypedItemWriter<Packet<SampleStreams.Run>>
    ) async throws -> SampleStreams.ReadResponse {
        try checkOrder(from: request.from, to: request.to)
        let listing = try await client.call(Days.metrics, Empty(), context.forwardedOptions)
        let metric = try MetricLookup(listing).metric(request.name)
        let instants = try await instants(of: request, metric.key, context)
        let state = Mutex((series: [Int64: SeriesKey](), samples: 0))
        let range = Folds.ChunksRequest(
            metric: metric.key, from: instants.lowerBound, to: instants.upperBound)
        _ = try await client.stream(Folds.chunks, range, context.forwardedOptions) {
            [logger] page in
            state.withLock { state in
                for row in page.body.series { state.series[row.id] = row.key }
            }
            for chunk in try [ChunkRecord](columns: page.columns) {
                guard let key = state.withLock({ $0.series[chunk.series] }) else { continue }
                let samples: SampleColumns
                do {
                    samples = try chunk.data.withUnsafeBytes { bytes throws(ChunkError) in
                        try ChunkCodec.decode(bytes)
                    }
                } catch {
                    // A damaged chunk is skipped, as it is in a fold.
                    logger.error(
                        "Skipped segment \(chunk.segment) of series \(chunk.series): \(error)")
                    continue
                }
                for run in samples.runs(of: key, within: instants, metric) {
                    state.withLock { $0.samples += run.columns[0].count }
                    try await writer.send(run)
                }
            }
        }
        return SampleStreams.ReadResponse(
            metric: metric.key, unit: metric.unit, samples: state.withLock { $0.samples })
    }

    /// The days of the request as milliseconds since 1970, in the profile's zones.
    private func instants(
        of request: SampleStreams.ReadRequest, _ metric: String, _ context: CallContext
    ) async throws -> Range<Int64> {
        guard request.from != nil || request.to != nil else { return .min..<(.max) }
        let page = try await client.days(
            Days.ReadRequest(metric: metric), context.forwardedOptions
        ).body
        let history = try zones.history(page.zones)
        let start = request.from.map { history.startOfDay($0) } ?? Int64.min
        let end = request.to.map { history.startOfDay($0.advanced(by: 1)) } ?? Int64.max
        return start..<max(start, end)
    }
}

extension SampleColumns {
    /// The samples that start within `instants`, in the shown unit, split to fit a message.
    fileprivate func runs(
        of series: SeriesKey, within instants: Range<Int64>, _ metric: MetricLookup.Match
    ) -> [Packet<SampleStreams.Run>] {
        // Stored samples ascend by start.
        let first = starts.partitioningIndex { $0 >= instants.lowerBound }
        let end = starts.partitioningIndex { $0 >= instants.upperBound }
        guard first < end else { return [] }
        let body = SampleStreams.Run(
            source: series.source, device: series.device, isEntered: series.isEntered,
            resolution: series.resolution)
        return stride(from: first, to: end, by: SampleStreams.runLimit).map { start in
            let part = start..<Swift.min(start + SampleStreams.runLimit, end)
            return Packet(
                body,
                columns: [
                    Column("start", Array(starts[part])), Column("end", Array(ends[part])),
                    Column("value", values[part].map(metric.display.converted)),
                ])
        }
    }
}
