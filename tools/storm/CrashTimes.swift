import Contracts
import Glibc
import RPC
import Supervision
import ZeroMQTransport

/// Times until callers of a killed worker get an error, and until the worker or a broker serves again.
struct CrashTimes {
    let system: StormSystem

    /// Open calls at storage when it is killed, which may not be repeated.
    private static let calls = 32

    struct Figures: Encodable {
        var crashes: Int
        var calls: Int
        /// Milliseconds from the kill to the failure of an open call.
        var failedP50: Double
        var failedP99: Double
        /// Milliseconds from the kill to the response of a call made immediately afterwards.
        var servedP50: Double
        var servedP99: Double
        /// Milliseconds from the kill of the broker until the next one knows every worker.
        var returnedP50: Double
        var returnedP99: Double
    }

    func measure(crashes: Int) async throws -> Figures {
        let connection = system.connect()
        let client = Client(connection)
        var failed: [Double] = []
        var served: [Double] = []
        for _ in 0..<crashes {
            await system.waitUntilReady()
            let open = (0..<Self.calls).map { _ in
                Task {
                    // A stream of folds that never has an item.
                    _ = try? await client.stream(
                        Folds.work, Empty(),
                        CallOptions(deadline: .never)
                    ) { _ in }
                    return ContinuousClock.now
                }
            }
            let storage = try await storageProcess(withCalls: Self.calls, client)
            let start = ContinuousClock.now
            kill(storage, SIGKILL)
            _ = try await client.call(Settings.list, Empty())
            served.append(milliseconds(from: start, to: .now))
            for task in open { failed.append(milliseconds(from: start, to: await task.value)) }
        }
        var returned: [Double] = []
        for _ in 0..<crashes { returned.append(try await recoveryMilliseconds(client)) }
        connection.close()
        return Figures(
            crashes: crashes, calls: Self.calls, failedP50: quantile(failed, 0.5),
            failedP99: quantile(failed, 0.99), servedP50: quantile(served, 0.5),
            servedP99: quantile(served, 0.99), returnedP50: quantile(returned, 0.5),
            returnedP99: quantile(returned, 0.99))
    }

    /// Kills the broker and waits until the next one knows every worker.
    private func recoveryMilliseconds(_ client: Client) async throws -> Double {
        await system.waitUntilReady()
        let workers = try await client.call(BusBroker.list, Empty()).workers.count
        let broker = await system.processes().first { $0.group == "broker" }?.pid
        guard let broker else { throw Status(.unavailable, "There is no broker.") }
        let start = ContinuousClock.now
        kill(broker, SIGKILL)
        while try await client.call(BusBroker.list, Empty()).workers.count < workers {}
        return milliseconds(from: start, to: .now)
    }

    /// The process ID of storage, once the calls have reached it.
    private func storageProcess(withCalls calls: Int, _ client: Client) async throws -> Int32 {
        while true {
            let workers = try await client.call(BusBroker.list, Empty()).workers
            if let storage = workers.first(where: { $0.name == "storage" }),
                storage.inFlight >= calls
            {
                return storage.pid
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private func milliseconds(
        from start: ContinuousClock.Instant, to end: ContinuousClock.Instant
    ) -> Double {
        (start.duration(to: end) / .microseconds(10)).rounded() / 100
    }

    private func quantile(_ values: [Double], _ share: Double) -> Double {
        let sorted = values.sorted()
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }
}
