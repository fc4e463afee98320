import Contracts
import RPC
import Supervision
import Synchronization
import ZeroMQTransport

/// When writers are to stop.
final class StopFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .acquiring) }

    func set() {
        flag.store(true, ordering: .releasing)
    }
}

/// Writes one value after the other under one key, each with an idempotency key of its own, and again
/// with the same key until somebody acknowledges it.
struct Writer: Sendable {
    let name: String
    let connection: BusConnection

    struct Counts: Sendable {
        var acknowledged: [String] = []
        var repeated = 0
    }

    /// For one attempt; a process that hangs is gone by then.
    private static let attemptLimit = Duration.seconds(5)
    /// Failures in a row that mean that the system does not come back.
    private static let maximumFailures = 200
    private static let pause = Duration.milliseconds(20)

    /// - Throws: When a write fails for another reason than that somebody was away, or what was
    ///   acknowledged cannot be read.
    func write(until ending: StopFlag) async throws -> Counts {
        let client = Client(connection)
        var ledger = Counts()
        var number = 0
        while !ending.isSet {
            number += 1
            try await write(number, client, &ledger)
            ledger.acknowledged.append("\(name)=\(number)")
            if number.isMultiple(of: 10) { try await check(number, client) }
        }
        connection.close()
        return ledger
    }

    private func write(_ number: Int, _ client: Client, _ ledger: inout Counts) async throws {
        let change = Settings.SetRequest(key: name, value: "\(number)")
        try await retry(&ledger.repeated) {
            _ = try await client.call(
                Settings.set, change,
                CallOptions(
                    deadline: .after(Self.attemptLimit), idempotencyKey: "\(name)-\(number)"))
        }
    }

    /// What was acknowledged can be read from then on.
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
        var inARow = 0
        while true {
            do {
                return try await body()
            } catch {
                let status = Status(describing: error)
                guard [.unavailable, .deadlineExceeded].contains(status.code),
                    inARow < Self.maximumFailures
                else { throw status }
                inARow += 1
                failures += 1
                try await Task.sleep(for: Self.pause)
            }
        }
    }
}
