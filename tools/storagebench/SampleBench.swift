import CivilTime
import Contracts
import RPC
import Synchronization

/// Measures an import of ten years of one metric, the storing of its day totals, and their reading.
enum SampleBench {
    private static let sources = 13
    private static let days: Int32 = 3650
    private static let chunkBytes = 16 << 10
    private static let chunksPerCall = 100
    private static let reads = 300
    /// The length of a segment of chunks.
    private static let segmentMs: Int64 = 1000 << 20

    struct Result {
        var stageSeconds: Double
        var publishSeconds: Double
        var storeSeconds: Double
        /// Sorted.
        var reads: [Duration]
        var unchangedReads: [Duration]
    }

    static func run(_ client: Client, profile: String) async throws -> Result {
        let options = CallOptions(deadline: .never, profile: profile)
        _ = try await client.call(Profiles.add, Profiles.AddRequest(name: profile, zone: "UTC"))
        let clock = ContinuousClock()
        let id = try await client.call(
            Staging.begin, Staging.BeginRequest(importer: "bench", file: "bench"), options
        ).id
        let series = try await client.call(
            Staging.declare,
            Staging.DeclareRequest(id: id, series: (0..<sources).map(key)), options
        ).ids
        let chunks = chunks(of: series)
        let staging = try await clock.measure {
            for start in stride(from: 0, to: chunks.count, by: chunksPerCall) {
                let part = Array(chunks[start..<min(start + chunksPerCall, chunks.count)])
                _ = try await client.call(
                    Staging.stage, Packet(Staging.StageRequest(id: id), columns: part.columns),
                    options)
            }
        }
        var version: Int64 = 0
        let publishing = try await clock.measure {
            let report = ImportReport(
                id: id, importer: "bench", file: "bench", bytes: 1, seconds: 0, byType: [:],
                problems: [], ignoredMetadata: [:], isTruncated: false, isDryRun: false, version: 0)
            version = try await client.call(
                Staging.publish,
                Staging.PublishRequest(id: id, report: report, quarantined: []), options
            ).version
        }
        let storing = try await clock.measure {
            try await fold(client, until: version, options)
        }
        let request = Days.ReadRequest(metric: "stepCount")
        let known = try await client.call(Days.read, request, options).body.version
        return Result(
            stageSeconds: staging / .seconds(1), publishSeconds: publishing / .seconds(1),
            storeSeconds: storing / .seconds(1),
            reads: try await times(client, request, options),
            unchangedReads: try await times(
                client, Days.ReadRequest(metric: "stepCount", knownVersion: known), options))
    }

    private static func times(
        _ client: Client, _ request: Days.ReadRequest, _ options: CallOptions
    ) async throws -> [Duration] {
        var times: [Duration] = []
        for _ in 0..<reads {
            let start = ContinuousClock.now
            _ = try await client.call(Days.read, request, options)
            times.append(start.duration(to: .now))
        }
        return times.sorted()
    }

    /// Publishes another chunk of the last days and folds these days.
    /// - Returns: The time of the commit of the fold.
    static func refold(
        _ client: Client, round: Int, _ options: CallOptions
    ) async throws -> Duration {
        let id = try await client.call(
            Staging.begin, Staging.BeginRequest(importer: "bench", file: "bench"), options
        ).id
        let series = try await client.call(
            Staging.declare, Staging.DeclareRequest(id: id, series: [key(0)]), options
        ).ids
        var chunk = chunks(of: series).suffix(1)
        for index in chunk.indices { chunk[index].hashHigh = UInt64(round + 1) << 32 }
        _ = try await client.call(
            Staging.stage, Packet(Staging.StageRequest(id: id), columns: Array(chunk).columns),
            options)
        let report = ImportReport(
            id: id, importer: "bench", file: "bench", bytes: 1, seconds: 0, byType: [:],
            problems: [], ignoredMetadata: [:], isTruncated: false, isDryRun: false, version: 0)
        let version = try await client.call(
            Staging.publish, Staging.PublishRequest(id: id, report: report, quarantined: []),
            options
        ).version
        return try await fold(client, until: version, options)
    }

    /// Commits a total for each day of each task.
    /// - Returns: The time of the commits.
    @discardableResult
    private static func fold(
        _ client: Client, until version: Int64, _ options: CallOptions
    ) async throws -> Duration {
        let commits = CommitTime()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                _ = try await client.stream(
                    Folds.work, Empty(), CallOptions(deadline: .never, window: 1)
                ) { task in
                    let packet = Packet(
                        Folds.CommitRequest(lease: task.lease, stamp: task.stamp),
                        columns: totals(task.from.days...task.to.days).columns)
                    let start = ContinuousClock.now
                    _ = try await client.call(Folds.commit, packet, CallOptions(deadline: .never))
                    let end = ContinuousClock.now
                    commits.total.withLock { $0 += start.duration(to: end) }
                }
            }
            group.addTask {
                _ = try await client.call(
                    Folds.wait, Folds.WaitRequest(version: version), options)
            }
            try await group.next()
            group.cancelAll()
        }
        return commits.total.withLock { $0 }
    }

    private static func totals(_ days: ClosedRange<Int32>) -> DayColumns {
        var totals = DayColumns()
        for day in days where (0..<Self.days).contains(day) {
            let sum = Double(Int(day) &* 7919 % 20_000)
            totals.day.append(day)
            totals.sum.append(sum)
            totals.rawSum.append(sum)
            totals.count.append(Int64(day % 300))
            totals.min.append(1)
            totals.max.append(sum / 10)
            totals.last.append(sum / 20)
        }
        return totals
    }

    private static func key(_ source: Int) -> SeriesKey {
        SeriesKey(
            metric: "stepCount", unit: "count", source: "Source \(source)",
            sourceKey: "source \(source)", device: "", isEntered: false)
    }

    private static func chunks(of series: [Int64]) -> [ChunkRecord] {
        let segments = Int64(days) * 86_400_000 / segmentMs
        return (0..<segments).flatMap { segment in
            series.map { series in
                var data = [UInt8](repeating: 0, count: chunkBytes)
                for index in data.indices {
                    data[index] = UInt8(truncatingIfNeeded: index &* 31 &+ Int(segment &* series))
                }
                let start = segment * segmentMs
                return ChunkRecord(
                    series: series, segment: segment, count: 1000, first: start,
                    last: start + segmentMs - 1, min: 0, max: 100, sum: 50_000,
                    hashHigh: UInt64(segment), hashLow: UInt64(series), data: Bytes(data))
            }
        }
    }
}

/// The time of the commits of a fold.
private final class CommitTime: Sendable {
    let total = Mutex(Duration.zero)
}
