import BusTestKit
import Broker
import Glibc
import RPC
import ZeroMQ
import ZeroMQTransport

/// Times calls from a client over the broker to a worker, each a process of its own:
///
///     dayline-busbench broker SOCKET
///     dayline-busbench worker SOCKET
///     dayline-busbench client SOCKET loop|pool SIZE CALLS FLIGHT
///
/// The client prints `p50_us p99_us calls_per_second cpu_us_per_call`. With `loop` the callers run on
/// the loop that owns the socket, with `pool` on Swift's threads, as an ordinary caller does.
@main
struct BusBench {
    @concurrent
    static func main() async {
        do {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            let line = Array("dayline-busbench: \(error)\n".utf8)
            write(STDERR_FILENO, line, line.count)
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) async throws {
        guard arguments.count >= 2 else {
            throw Status(.invalidArgument, "What to be, and a socket, are needed.")
        }
        let endpoint = try Endpoint.ipc(arguments[1])
        let loop = try Loop()
        switch (arguments[0], arguments.count) {
        case ("broker", 2):
            let broker = Broker(endpoint: endpoint, loop: loop)
            try await broker.start()
            try await Task.sleep(for: .seconds(3600))
        case ("worker", 2):
            let worker = WorkerConnection(
                endpoint: endpoint, instance: "bench-\(getpid())", name: "bench",
                router: Router([Echo(), Probe()]), capacity: 256, loop: loop)
            await worker.run()
        case ("client", 6):
            guard let size = Int(arguments[3]), let calls = Int(arguments[4]),
                let flight = Int(arguments[5])
            else { throw Status(.invalidArgument, "SIZE, CALLS and FLIGHT are numbers.") }
            let client = Client(
                BusConnection(endpoint: endpoint, loop: loop, patience: .seconds(5)))
            let bench = Bench(client: client, size: size, calls: calls, flight: flight)
            let line =
                arguments[2] == "loop"
                ? try await Task(executorPreference: loop) { try await bench.run() }.value
                : try await Task.detached { try await bench.run() }.value
            print(line)
        default:
            throw Status(.invalidArgument, "That is not how this is called; see the source.")
        }
    }
}

/// A body that is passed on as it is.
struct Raw: WireValue {
    var content: WireContent

    init(bytes: Bytes) {
        content = WireContent(body: bytes)
    }

    init(wireContent: WireContent) {
        content = wireContent
    }

    func wireContent() -> WireContent { content }

    static var bodyType: any Codable.Type { Empty.self }
}

struct Echo: Service {
    static let echo = Method<Raw, Raw>("dayline.bench.Echo", "Echo")

    func register(on router: inout Router) {
        router.handle(Self.echo, quick: true) { request, _ in request }
    }
}

struct Bench: Sendable {
    let client: Client
    let size: Int
    let calls: Int
    let flight: Int

    func run() async throws -> String {
        let request = Raw(bytes: Bytes([UInt8](repeating: 0x41, count: size)))
        for _ in 0..<1000 { _ = try await client.call(Echo.echo, request) }
        let cpu = Clock.cpuMicros
        let start = Clock.micros
        let perCaller = calls / flight
        let latencies = try await withThrowingTaskGroup(of: [Double].self) { group in
            for _ in 0..<flight {
                group.addTask {
                    var latencies: [Double] = []
                    latencies.reserveCapacity(perCaller)
                    for _ in 0..<perCaller {
                        let start = Clock.micros
                        _ = try await client.call(Echo.echo, request)
                        latencies.append(Clock.micros - start)
                    }
                    return latencies
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let elapsed = Clock.micros - start
        let sorted = latencies.sorted()
        let count = Double(sorted.count)
        return [
            sorted[sorted.count / 2], sorted[sorted.count * 99 / 100], count / elapsed * 1e6,
            (Clock.cpuMicros - cpu) / count,
        ].map { "\(($0 * 10).rounded() / 10)" }.joined(separator: " ")
    }
}

enum Clock {
    static var micros: Double { read(CLOCK_MONOTONIC) }
    static var cpuMicros: Double { read(CLOCK_PROCESS_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}
