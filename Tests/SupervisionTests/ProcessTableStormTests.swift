import Randomness
import Testing

@testable import Supervision

/// Invariants of the process table under random sequences of events.
struct ProcessTableStormTests {
    @Test(arguments: 0..<200)
    func `random events start no slot twice, and all are ready afterwards`(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var processes = try SimulatedProcesses.standard()
        var living: [String: Int] = [:]

        for step in 0..<300 {
            let slots = processes.table.slots
            let slot = slots.randomElement(using: &random)?.name ?? ""
            switch Int.random(in: 0..<14, using: &random) {
            case 0...3: processes.ready(slot)
            case 4: processes.hang(slot)
            case 5: if living.removeValue(forKey: slot) != nil { processes.crash(slot) }
            case 6...8: processes.advanceToNextDeadline()
            case 9: processes.handle(.stop(group: Bool.random(using: &random) ? slot : nil))
            case 10: processes.handle(.start(group: Bool.random(using: &random) ? slot : nil))
            case 11: processes.handle(.restart(group: Bool.random(using: &random) ? slot : nil))
            case 12:
                processes.handle(
                    .scale(group: "aggregation", count: .random(in: 1...4, using: &random)))
            default: processes.advance(.milliseconds(Int.random(in: 0...20_000, using: &random)))
            }
            for line in processes.removeJournal() where line.hasPrefix("spawn ") {
                let name = String(line.dropFirst(6))
                #expect(living[name] == nil, "two processes in \(name), step \(step)")
                living[name] = processes.runs[name]
            }
            for slot in processes.table.slots where !slot.phase.isAlive {
                #expect(living[slot.name] == nil, "\(slot.name) has lost its process, step \(step)")
            }
        }

        processes.handle(.start(group: nil))
        for _ in 0..<40 {
            for name in living.keys {
                let state = processes.state(name)
                if state == .draining {
                    living[name] = nil
                    processes.end(name)
                } else {
                    processes.ready(name)
                }
            }
            let spawned = processes.removeJournal().filter { $0.hasPrefix("spawn ") }
            for line in spawned {
                let name = String(line.dropFirst(6))
                living[name] = processes.runs[name]
            }
            if spawned.isEmpty { processes.advanceToNextDeadline() }
        }
        let isReady = processes.table.isReady
        #expect(isReady, "seed \(seed): \(processes.table.slots.map(\.phase))")
    }
}
