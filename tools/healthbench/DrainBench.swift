import Aggregation
import CivilTime
import Contracts
import HostFiles
import RPC
import Samples
import Synchronization
import ZeroMQ
import ZeroMQTransport

/// Measures reading all chunks of a metric from storage, and folding them in one process.
enum DrainBench {
    /// Prints `bytes samples drain_s fold_s` of all chunks of a metric.
    static func run(home path: String, metric: String, zone name: String) async throws -> String {
        let home = try Home.located(explicit: path, environment: [:])
        let client = Client(
            BusConnection(endpoint: try .ipc(home.busSocket), loop: try Loop()))
        let range = Folds.ChunksRequest(metric: metric, from: .min, to: .max)
        let options = CallOptions(deadline: .never)
        let start = Stopwatch.wall
        _ = try await client.stream(Folds.chunks, range, options) { _ in }
        let drained = Stopwatch.wall - start

        let received = Mutex<[ChunkRecord]>([])
        _ = try await client.stream(Folds.chunks, range, options) { page in
            let chunks = try [ChunkRecord](columns: page.columns)
            received.withLock { $0 += chunks }
        }
        let chunks = received.withLock { $0 }
        let zones = ZoneHistory(try Zone(name: name, tzif: TimeZoneFiles().bytes(of: name)))
        let began = Stopwatch.wall
        var totals = DayTotals()
        for chunk in chunks {
            let columns = try chunk.data.withUnsafeBytes { try ChunkCodec.decode($0) }
            columns.starts.withUnsafeBufferPointer { starts in
                columns.ends.withUnsafeBufferPointer { ends in
                    columns.values.withUnsafeBufferPointer { values in
                        totals.fold(
                            starts: starts, ends: ends, values: values, rank: 0, in: zones)
                    }
                }
            }
        }
        let folded = Stopwatch.wall - began
        let bytes = chunks.reduce(0) { $0 + $1.data.count }
        let samples = chunks.reduce(0) { $0 + Int($1.count) }
        return "\(bytes) \(samples) \(drained) \(folded)"
    }
}
