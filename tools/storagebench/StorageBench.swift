import CivilTime
import Contracts
import Foundation
import PostgresClient
import PostgresServer
import PostgresStorage
import RPC
import StorageService
import Tracker

/// Measures log entries, an import and day totals on each storage engine, in one process.
///
/// usage: dayline-storagebench [SECONDS] [CLIENTS]...
///        dayline-storagebench cohorts
///
/// Each client logs into a profile of its own, one entry after another, for SECONDS (default: 5). The counts
/// of CLIENTS are measured one after another (default: 1 and 8). SQLite and PostgreSQL alternate. PostgreSQL
/// runs with fsync, as SQLite does.
@main
struct StorageBench {
    static func main() async throws {
        let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        let seconds = numbers.first ?? 5
        let counts = numbers.count > 1 ? Array(numbers.dropFirst()) : [1, 8]
        let folder = NSTemporaryDirectory() + "dl-storagebench-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let sqlite = try await StorageService(path: "\(folder)/dayline.sqlite", systemZone: "UTC")
        defer { sqlite.close() }
        let server = try TemporaryPostgres(settings: ["fsync = on", "shared_buffers = 128MB"])
        defer { server.remove() }
        let postgres = try await storage(on: server)
        defer { postgres.close() }
        if CommandLine.arguments.dropFirst().first == "cohorts" {
            return try await CohortBench.run(Client(inProcess: postgres), server)
        }
        for round in 1...2 {
            for (name, client) in [
                ("sqlite", Client(inProcess: sqlite)), ("postgres", Client(inProcess: postgres)),
            ] {
                let found = try await SampleBench.run(client, profile: "\(name)\(round)")
                let times = String(
                    format: "stage %.2f s, publish %.2f s, store days %.2f s",
                    found.stageSeconds, found.publishSeconds, found.storeSeconds)
                print(
                    "\(name), round \(round): \(times), read ten years p50 "
                        + "\(milliseconds(found.reads, 0.5)) ms, unchanged p50 "
                        + "\(milliseconds(found.unchangedReads, 0.5)) ms")
            }
            for count in counts {
                for (name, client) in [
                    ("sqlite", Client(inProcess: sqlite)),
                    ("postgres", Client(inProcess: postgres)),
                ] {
                    let times = try await logs(client, count, seconds, "\(name)\(round)-\(count)")
                    let rate = Double(times.count) / Double(seconds)
                    print(
                        "\(name), round \(round), \(count) clients: \(Int(rate)) logs/s, p50 "
                            + "\(milliseconds(times, 0.5)) ms, p99 \(milliseconds(times, 0.99)) ms")
                }
            }
        }
    }

    private static func storage(on server: TemporaryPostgres) async throws -> PostgresStorage {
        let owner = try await PostgresConnection.open(server.address(), within: .seconds(10))
        try await owner.run(script: "CREATE ROLE worker LOGIN", within: .seconds(10))
        owner.close()
        _ = try await PostgresMigrator.migrate(server.address(), worker: "worker")
        var limits = PostgresPool.Limits()
        limits.connections = 8
        return try await PostgresStorage(
            PostgresPool(server.address(role: "worker"), limits: limits), systemZone: "UTC")
    }

    /// The durations of the logs of some clients in their own profiles, in order of length.
    private static func logs(
        _ client: Client, _ count: Int, _ seconds: Int, _ name: String
    ) async throws -> [Duration] {
        for number in 0..<count {
            _ = try await client.call(
                Profiles.add, Profiles.AddRequest(name: "\(name)-\(number)", zone: "UTC"))
        }
        let end = ContinuousClock.now + .seconds(seconds)
        return try await withThrowingTaskGroup(of: [Duration].self) { group in
            for number in 0..<count {
                group.addTask {
                    var times: [Duration] = []
                    while ContinuousClock.now < end {
                        let id = "\(number)-\(times.count)"
                        let entry = Entry(
                            id: Entry.ID(id), activity: "water",
                            day: CivilDate(days: 20_000 + Int32(times.count % 365)),
                            outcome: .completed(value: 250), loggedAt: 1)
                        let request = TrackerRecords.ApplyRequest(
                            summary: "log",
                            changes: [
                                TrackerRecords.Change(
                                    kind: TrackerRecords.entryKind, id: id, expected: 0,
                                    body: try JSONBody.encode(entry).text)
                            ])
                        let start = ContinuousClock.now
                        _ = try await client.call(
                            TrackerRecords.apply, request,
                            CallOptions(
                                profile: "\(name)-\(number)", idempotencyKey: "\(name)-\(id)"))
                        times.append(start.duration(to: .now))
                    }
                    return times
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }.sorted()
        }
    }

    static func milliseconds(_ times: [Duration], _ part: Double) -> String {
        guard !times.isEmpty else { return "-" }
        let time = times[min(Int(Double(times.count) * part), times.count - 1)]
        return String(format: "%.2f", time / .milliseconds(1))
    }
}
