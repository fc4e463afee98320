import RPC

/// Sequential calls by several concurrent callers.
struct CallBench: Sendable {
    let client: Client
    let shouldUseJSON: Bool
    let size: Int
    let calls: Int
    let concurrentCalls: Int

    private static let warmUp = 1000

    func run() async throws -> String {
        // Requests have to be JSON objects.
        let padding = [UInt8](repeating: UInt8(ascii: " "), count: max(0, size - 2))
        let request = Raw(
            bytes: Bytes([UInt8(ascii: "{")] + padding + [UInt8(ascii: "}")]))
        for _ in 0..<Self.warmUp { try await call(request) }
        let cpu = Clock.cpuMicros
        let start = Clock.micros
        let perCaller = calls / concurrentCalls
        let latencies = try await withThrowingTaskGroup(of: [Double].self) { group in
            for _ in 0..<concurrentCalls {
                group.addTask {
                    var latencies: [Double] = []
                    latencies.reserveCapacity(perCaller)
                    for _ in 0..<perCaller {
                        let start = Clock.micros
                        try await call(request)
                        latencies.append(Clock.micros - start)
                    }
                    return latencies
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let elapsed = Clock.micros - start
        let spent = Clock.cpuMicros - cpu
        let sorted = latencies.sorted()
        let count = Double(sorted.count)
        return [
            sorted[sorted.count / 2], sorted[sorted.count * 99 / 100], count / elapsed * 1e6,
            spent / count,
        ].map { "\(($0 * 10).rounded() / 10)" }.joined(separator: " ")
    }

    private func call(_ request: Raw) async throws {
        if shouldUseJSON {
            _ = try await client.call(Echo.document, request)
        } else {
            _ = try await client.call(Echo.echo, request)
        }
    }
}

/// One stream of frames, read to its end.
struct StreamBench {
    let client: Client
    let size: Int
    let items: Int

    private static let window = 8

    func run() async throws -> String {
        _ = try await client.stream(Echo.feed, StreamRequest(size: 1, items: 1)) { _ in }
        let cpu = Clock.cpuMicros
        let start = Clock.micros
        _ = try await client.stream(
            Echo.feed, StreamRequest(size: size, items: items),
            CallOptions(deadline: .never, window: Self.window)
        ) { _ in }
        let rate = Double(size * items) / (Clock.micros - start) / 1000
        let spent = (Clock.cpuMicros - cpu) / Double(items)
        return "\((rate * 1000).rounded() / 1000) \((spent * 10).rounded() / 10)"
    }
}
