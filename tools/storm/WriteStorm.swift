import Contracts
import Glibc
import RPC
import Randomness
import Supervision
import ZeroMQTransport

/// Clients that write while processes are killed and stopped, and a comparison of their acknowledged
/// writes with the change log.
struct WriteStorm {
    let system: StormSystem
    let seed: UInt64

    private static let writers = 4
    /// Longest time that a process is stopped before it continues, in milliseconds.
    private static let longestPause = 400
    private static let longestGap = 120

    struct Outcome: Encodable {
        var rounds = 0
        var seed: UInt64 = 0
        var killed = 0
        var paused = 0
        var hung = 0
        var acknowledged = 0
        /// Attempts without a response, repeated with the same key.
        var repeated = 0
        /// Acknowledged writes that are missing in the change log.
        var lost: [String] = []
        /// Writes that occur more than once in the change log.
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
        var counts: [Writer.Counts] = []
        for task in writing { counts.append(try await task.value) }
        try await audit(counts, &outcome)
        return outcome
    }

    private func disturb(_ rounds: Int, _ outcome: inout Outcome) async {
        var random = SplitMix64(seed: seed)
        for round in 0..<rounds {
            let ready = await system.processes().filter { $0.state == .ready }
            guard !ready.isEmpty, let pid = ready[random.below(ready.count)].pid else {
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
            // Mostly one failure at a time, sometimes a second one before the system has recovered.
            if !random.happens(oneIn: 3) { await system.waitUntilReady() }
            if (round + 1) % 50 == 0 { Storm.log("\(round + 1) rounds") }
        }
    }

    private func pause(_ milliseconds: Int) async {
        try? await Task.sleep(for: .milliseconds(milliseconds))
    }

    /// Compares the acknowledged writes with the change log.
    private func audit(_ writers: [Writer.Counts], _ outcome: inout Outcome) async throws {
        let client = Client(system.connect())
        var occurrences: [String: Int] = [:]
        var number: Int64 = 0
        while true {
            let page = try await client.call(Changes.since, Changes.SinceRequest(number: number))
            guard let last = page.changes.last else { break }
            for change in page.changes where change.kind == "setting" {
                occurrences["\(change.key)=\(change.after ?? "")", default: 0] += 1
            }
            number = last.number
        }
        for writer in writers {
            outcome.acknowledged += writer.acknowledged.count
            outcome.repeated += writer.repeated
            outcome.lost += writer.acknowledged.filter { occurrences[$0] == nil }
        }
        outcome.duplicated = occurrences.filter { $0.value > 1 }.map(\.key).sorted()
    }
}
