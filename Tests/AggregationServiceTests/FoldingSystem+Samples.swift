import CivilTime
import Contracts
import RPC
import Samples
import Testing

extension FoldingSystem {
    /// A series with samples as (start, end, value), in hours since 1970.
    struct Series {
        var key: SeriesKey
        var samples: [(Double, Double, Double)]
    }

    /// Imports samples and rows of one profile, and returns when their days are folded.
    @discardableResult
    func importSamples(
        _ series: [Series], rows: [HealthRow] = [], importer: String = "test"
    ) async throws -> Int64 {
        let id = try await storage.call(
            Staging.begin,
            Staging.BeginRequest(importer: importer, file: "test")
        ).id
        let declared = try await storage.call(
            Staging.declare, Staging.DeclareRequest(id: id, series: series.map(\.key)))
        let chunks = zip(declared.ids, series).flatMap { id, series in
            [ChunkRecord].ofSegments(series.samples, series: id)
        }
        _ = try await storage.call(
            Staging.stage, Packet(Staging.StageRequest(id: id), columns: chunks.columns))
        _ = try await storage.call(Staging.stageRows, Staging.StageRowsRequest(id: id, rows: rows))
        let report = ImportReport(
            id: id, importer: importer, file: "test", bytes: 1, seconds: 0, byType: [:],
            problems: [], ignoredMetadata: [:], isTruncated: false, isDryRun: false, version: 0)
        let published = try await storage.call(
            Staging.publish, Staging.PublishRequest(id: id, report: report, quarantined: []))
        _ = try await storage.call(Folds.wait, Folds.WaitRequest(version: published.version))
        return published.version
    }

    /// The sums of a metric by day since 1970.
    func sums(_ metric: String) async throws -> [Int32: Double] {
        let reply = try await insights.call(Insights.days, Insights.DaysRequest(name: metric))
        return Dictionary(uniqueKeysWithValues: reply.days.map { ($0.day.days, $0.sum) })
    }
}

extension SeriesKey {
    static func of(
        _ metric: String, _ unit: String, source: String, device: String = ""
    ) -> SeriesKey {
        SeriesKey(
            metric: metric, unit: unit, source: source, sourceKey: source, device: device,
            isEntered: false)
    }
}

extension [ChunkRecord] {
    /// A chunk for each segment that the samples start in.
    fileprivate static func ofSegments(
        _ samples: [(Double, Double, Double)], series: Int64
    ) -> [ChunkRecord] {
        var columns: [Int64: SampleColumns] = [:]
        for (start, end, value) in samples {
            let (start, end) = (milliseconds(start), milliseconds(end))
            columns[Segment.number(of: start), default: SampleColumns()]
                .append(start: start, end: end, value: value)
        }
        return columns.sorted { $0.key < $1.key }.map { segment, columns in
            let hash = ContentHash(columns)
            return ChunkRecord(
                series: series, segment: segment, count: Int32(columns.count),
                first: columns.starts.min() ?? 0, last: columns.ends.max() ?? 0,
                min: columns.values.min() ?? 0, max: columns.values.max() ?? 0,
                sum: columns.values.reduce(0, +), hashHigh: hash.high, hashLow: hash.low,
                data: Bytes(ChunkCodec.encode(columns)))
        }
    }
}

private func milliseconds(_ hours: Double) -> Int64 {
    Int64((hours * 3_600_000).rounded())
}
