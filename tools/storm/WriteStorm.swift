import Contracts
import Glibc
import RPC
import Randomness
import Supervision
import ZeroMQTransport

/// Clients that write while processes are killed and stopped, and the count of what became of their
/// writes.
struct WriteStorm {
    let system: StormSystem
    let seed: UInt64

    private static let writers = 4
    /// The longest that a process is stopped for before it may go on; it hangs for good now and then.
    private static let longestPause = 400
    private static let longestGap = 120

    struct Outcome: Encodable {
        var rounds = 0
        var seed: UInt64 = 0
        var killed = 0
        var paused = 0
        var hung = 0
        var acknowledged = 0
        /// Attempts that ended without an answer and were made again with the same key.
        var repeated = 0
        /// Acknowledged, and not in the change log.
        var lost: [String] = []
        /// More than once in the change log.
        var duplicated: [String] = []
    }

    func run(rounds: Int) async throws -> Outcome {
        var outcome = Outcome(rounds: rounds, seed: seed)
        let ending = StopFlag()
        let writing = (0..<Self.writers).map { number in
            let writer = Writer(name: "storm.\(seed).\(number)", connection: system.connect())
            return Task { try await writer.write(until: ending) }
        }
        await disturb(rounds, &outcome)
        await system.waitUntilReady()
        ending.set()
        var ledgers: [Writer.Counts] = []
        for task in writing { ledgers.append(try await task.value) }
        try await audit(ledgers, &outcome)
        return outcome
    }

    private func disturb(_ rounds: Int, _ outcome: inout Outcome) async {
        var random = SplitMix64(seed: seed)
        for round in 0..<rounds {
            let living = await system.processes().filter { $0.state == .ready }
            guard !living.isEmpty, let pid = living[random.below(living.count)].pid else {
                await system.waitUntilReady()
                continue
            }
            switch random.below(20) {
            case 0..<14:
                kill(pid, SIGKILL)
                outcome.killed += 1
            case 14..<19:
                kill(pid, SIGSTOP)
                await pause(random.below(Self.longestPause))
                kill(pid, SIGCONT)
                outcome.paused += 1
            default:
                kill(pid, SIGSTOP)
                outcome.hung += 1
            }
            await pause(random.below(Self.longestGap))
            // Mostly one trouble at a time, sometimes the next before the last is over.
            if !random.happens(oneIn: 3) { await system.waitUntilReady() }
            if (round + 1) % 50 == 0 { Storm.log("\(round + 1) rounds") }
        }
    }

    private func pause(_ milliseconds: Int) async {
        try? await Task.sleep(for: .milliseconds(milliseconds))
    }

    /// Holds what was acknowledged against the change log.
    private func audit(_ ledgers: [Writer.Counts], _ outcome: inout Outcome) async throws {
        let client = Client(system.connect())
        var counts: [String: Int] = [:]
        var number: Int64 = 0
        while true {
            let page = try await client.call(Changes.since, Changes.SinceRequest(number: number))
            guard let last = page.changes.last else { break }
            for change in page.changes where change.kind == "setting" {
                counts["\(change.key)=\(change.after ?? "")", default: 0] += 1
            }
            number = last.number
        }
        for ledger in ledgers {
            outcome.acknowledged += ledger.acknowledged.count
            outcome.repeated += ledger.repeated
            outcome.lost += ledger.acknowledged.filter { counts[$0] == nil }
        }
        outcome.duplicated = counts.filter { $0.value > 1 }.map(\.key).sorted()
    }
}
