import Contracts
import RPC
import Supervision
import Synchronization
import ZeroMQTransport

/// A flag that stops the writers.
final class StopFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .acquiring) }

    func set() {
        flag.store(true, ordering: .releasing)
    }
}

/// Writes one value after the other to one setting, each with its own idempotency key, and retries each
/// until it is acknowledged.
struct Writer: Sendable {
    let name: String
    let connection: BusConnection

    struct Counts: Sendable {
        var acknowledged: [String] = []
        var repeated = 0
    }

    /// Deadline of an attempt; a hung process is killed sooner.
    private static let attemptLimit = Duration.seconds(5)
    /// Failures in a row after which the system counts as down.
    private static let maximumFailures = 200
    private static let pause = Duration.milliseconds(20)

    /// - Throws: If a write fails for another reason than an unavailable process, or an acknowledged
    ///   value
    ///   cannot be read.
    func write(until ending: StopFlag) async throws -> Counts {
        let client = Client(connection)
        var counts = Counts()
        var number = 0
        while !ending.isSet {
            number += 1
            try await write(number, client, &counts)
            counts.acknowledged.append("\(name)=\(number)")
            if number.isMultiple(of: 10) { try await check(number, client) }
        }
        connection.close()
        return counts
    }

    private func write(_ number: Int, _ client: Client, _ counts: inout Counts) async throws {
        let change = Settings.SetRequest(key: name, value: "\(number)")
        try await retry(&counts.repeated) {
            _ = try await client.call(
                Settings.set, change,
                CallOptions(
                    deadline: .after(Self.attemptLimit), idempotencyKey: "\(name)-\(number)"))
        }
    }

    /// Checks that the acknowledged value is the current one.
    private func check(_ number: Int, _ client: Client) async throws {
        var ignored = 0
        try await retry(&ignored) {
            let settings = try await client.call(
                Settings.list, Empty(), CallOptions(deadline: .after(Self.attemptLimit)))
            guard settings.values[name] == "\(number)" else {
                throw Status(
                    .dataLoss, "\(name) is \(settings.values[name] ?? "nothing"), not \(number).")
            }
        }
    }

    private func retry(_ failures: inout Int, _ body: () async throws -> Void) async throws {
        var consecutive = 0
        while true {
            do {
                return try await body()
            } catch {
                let status = Status(describing: error)
                guard [.unavailable, .deadlineExceeded].contains(status.code),
                    consecutive < Self.maximumFailures
                else { throw status }
                consecutive += 1
                failures += 1
                try await Task.sleep(for: Self.pause)
            }
        }
    }
}
