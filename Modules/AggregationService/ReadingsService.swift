import CivilTime
import Contracts
import HealthMetrics
package import HostFiles
package import RPC
import Samples
import Synchronization

/// Serves single samples of a day. Every aggregation worker has one.
package final class ReadingsService: Service {
    private let client: Client
    private let zones: ZoneCatalog

    /// - Parameters:
    ///   - client: The client for storage.
    ///   - zones: The system's zones.
    package init(client: Client, zones: ZoneCatalog) {
        self.client = client
        self.zones = zones
    }

    package func register(on router: inout Router) {
        router.handle(Readings.day) { [self] request, context in try await day(request, context) }
    }

    private func day(
        _ request: Readings.DayRequest, _ context: CallContext
    ) async throws -> Readings.DayResponse {
        let listing = try await client.call(Days.metrics, Empty(), context.forwardedOptions)
        let metric = try MetricLookup(listing).metric(request.name)
        let history = try await history(request, metric.key, context)
        let range = history.startOfDay(request.on)..<history.startOfDay(request.on.advanced(by: 1))
        func shown(_ sample: Sample) -> RawSample {
            RawSample(
                ref: sample.ref, key: sample.key,
                value: metric.display.converted(sample.ref.value), unit: metric.unit,
                metadata: sample.metadata.merging(
                    sample.bounds.mapValues { "\(metric.display.converted($0))" },
                    uniquingKeysWith: { $1 }))
        }
        let samples = try await samples(of: metric.key, in: range, context)
        let corrections = try await client.call(
            Corrections.list, Corrections.ListRequest(metric: metric.key), context.forwardedOptions)
        let removed = corrections.keyed.filter { range.contains($0.correction.original.start) }
            .map { Sample(ref: $0.correction.original, key: $0.key) }
        return Readings.DayResponse(
            metric: metric.key, unit: metric.unit, day: request.on,
            samples: samples.map(shown),
            removed: removed.sorted(by: Self.isBefore).map(shown))
    }

    private func history(
        _ request: Readings.DayRequest, _ metric: String, _ context: CallContext
    ) async throws -> ZoneHistory {
        if let zone = request.zone { return ZoneHistory(try zones.zone(zone)) }
        let page = try await client.days(
            Days.ReadRequest(metric: metric, knownVersion: nil), context.forwardedOptions)
        return try zones.history(page.body.zones)
    }

    fileprivate struct SampleSet: Sendable {
        var keys: [Int64: SeriesKey] = [:]
        var samples: [Sample] = []
    }

    fileprivate struct Sample: Sendable {
        var ref: SampleReference
        var key: SeriesKey
        /// Metadata of the sample, by HealthKit's keys.
        var metadata: [String: String] = [:]
        /// The minimum and the maximum of a total in the canonical unit, by their keys.
        var bounds: [String: Double] = [:]
    }

    private func samples(
        of metric: String, in range: Range<Int64>, _ context: CallContext
    ) async throws -> [Sample] {
        let state = Mutex(SampleSet())
        let request = Folds.ChunksRequest(
            metric: metric, from: range.lowerBound, to: range.upperBound)
        _ = try await client.stream(Folds.chunks, request, context.forwardedOptions) { page in
            let chunks = try [ChunkRecord](columns: page.columns)
            try state.withLock { found in
                for row in page.body.series { found.keys[row.id] = row.key }
                for chunk in chunks { try found.add(chunk, in: range) }
            }
        }
        return state.withLock { $0.samples }.sorted(by: Self.isBefore)
    }

    /// Compares without the number of the series, which depends on the order of imports.
    private static func isBefore(_ a: Sample, _ b: Sample) -> Bool {
        if (a.ref.start, a.ref.end) != (b.ref.start, b.ref.end) {
            return (a.ref.start, a.ref.end) < (b.ref.start, b.ref.end)
        }
        return (a.key.sourceKey, a.key.device, a.ref.value, a.ref.series)
            < (b.key.sourceKey, b.key.device, b.ref.value, b.ref.series)
    }
}

extension ReadingsService.SampleSet {
    /// - Throws: DATA_LOSS for a damaged chunk, RESOURCE_EXHAUSTED for too many samples.
    fileprivate mutating func add(_ chunk: ChunkRecord, in range: Range<Int64>) throws {
        guard let key = keys[chunk.series] else { return }
        let columns: SampleColumns
        do {
            columns = try chunk.data.withUnsafeBytes { bytes throws(ChunkError) in
                try ChunkCodec.decode(bytes)
            }
        } catch {
            throw Status(
                .dataLoss, "A stored chunk of \(key.metric) is damaged (\(error)).",
                hint: "Check the database with: dayline doctor")
        }
        for index in columns.starts.indices where range.contains(columns.starts[index]) {
            guard samples.count < Readings.maximumCount else {
                throw Status(
                    .resourceExhausted,
                    "The day has more than \(Readings.maximumCount) samples of \(key.metric).")
            }
            let ref = SampleReference(
                series: chunk.series, start: columns.starts[index], end: columns.ends[index],
                value: columns.values[index])
            samples.append(
                ReadingsService.Sample(
                    ref: ref, key: key, metadata: columns.metadata(at: index),
                    bounds: columns.bounds(at: index)))
        }
    }
}

extension SampleColumns {
    /// The metadata of a sample, by HealthKit's keys.
    fileprivate func metadata(at index: Int) -> [String: String] {
        texts(at: index) { !$0.isValue }
    }

    /// The minimum and the maximum of a total, by their keys.
    fileprivate func bounds(at index: Int) -> [String: Double] {
        texts(at: index, where: \.isValue).compactMapValues { Double($0) }
    }

    /// The texts of some attributes of a sample, by their keys.
    private func texts(
        at index: Int, where isIncluded: (SampleAttribute) -> Bool
    ) -> [String: String] {
        var texts: [String: String] = [:]
        for column in attributes {
            guard let kind = SampleAttribute(rawValue: Int32(column.kind)), isIncluded(kind),
                let text = column.text(at: index)
            else { continue }
            texts[kind.key] = text
        }
        return texts
    }
}
