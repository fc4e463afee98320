import Broker
import Glibc
import RPC
import ZeroMQ
import ZeroMQTransport

/// The processes measured by `tools/bench/run.py bus`:
///
///     dayline-busbench broker SOCKET
///     dayline-busbench worker SOCKET
///     dayline-busbench server SOCKET
///     dayline-busbench client SOCKET loop|pool raw|json SIZE CALLS FLIGHT
///     dayline-busbench stream SOCKET SIZE ITEMS
///
/// The client prints `p50_us p99_us calls_per_second cpu_us_per_call`. With `loop` the callers run on
/// the event loop of the socket, with `pool` on Swift's threads, as ordinary callers do. With `json` the
/// response is a value of ten fields. The stream prints gigabytes per second and CPU microseconds per
/// item; SOCKET is that of the broker or of a direct server.
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
            throw Status(.invalidArgument, "The arguments lack a role or a socket.")
        }
        let endpoint = try Endpoint.ipc(arguments[1])
        let loop = try Loop()
        var client: Client {
            Client(BusConnection(endpoint: endpoint, loop: loop, connectTimeout: .seconds(5)))
        }
        let numbers = arguments.compactMap(Int.init)
        switch (arguments[0], arguments.count, numbers.count) {
        case ("broker", 2, 0):
            let broker = Broker(endpoint: endpoint, loop: loop)
            try await broker.start()
            try await Task.sleep(for: .seconds(3600))
        case ("worker", 2, 0):
            let worker = WorkerConnection(
                endpoint: endpoint, instance: "bench-\(getpid())", name: "bench",
                router: Router([Echo()]), capacity: 256, loop: loop)
            await worker.run()
        case ("server", 2, 0):
            let server = DirectServer(endpoint: endpoint, router: Router([Echo()]), loop: loop)
            try await server.start()
            try await Task.sleep(for: .seconds(3600))
        case ("stream", 4, 2):
            print(try await StreamBench(client: client, size: numbers[0], items: numbers[1]).run())
        case ("client", 7, 3):
            let bench = CallBench(
                client: client, shouldUseJSON: arguments[3] == "json", size: numbers[0],
                calls: numbers[1], concurrentCalls: numbers[2])
            let line =
                arguments[2] == "loop"
                ? try await Task(executorPreference: loop) { try await bench.run() }.value
                : try await Task.detached { try await bench.run() }.value
            print(line)
        default:
            throw Status(.invalidArgument, "The arguments are not valid; see BusBench.swift.")
        }
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
