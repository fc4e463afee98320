import Randomness
import Testing

@testable import Supervision

/// Invariants of the process table under random sequences of events.
struct ProcessTableStormTests {
    @Test(arguments: 0..<200)
    func `random events start no slot twice, and all are ready afterwards`(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var world = try TableWorld.standard()
        var living: [String: Int] = [:]

        for step in 0..<300 {
            let slots = world.table.slots
            let slot = slots.randomElement(using: &random)?.name ?? ""
            switch Int.random(in: 0..<14, using: &random) {
            case 0...3: world.ready(slot)
            case 4: world.hang(slot)
            case 5: if living.removeValue(forKey: slot) != nil { world.crash(slot) }
            case 6...8: world.advanceToNextDeadline()
            case 9: world.handle(.stop(group: Bool.random(using: &random) ? slot : nil))
            case 10: world.handle(.start(group: Bool.random(using: &random) ? slot : nil))
            case 11: world.handle(.restart(group: Bool.random(using: &random) ? slot : nil))
            case 12:
                world.handle(
                    .scale(group: "aggregation", count: .random(in: 1...4, using: &random)))
            default: world.advance(.milliseconds(Int.random(in: 0...20_000, using: &random)))
            }
            for line in world.removeJournal() where line.hasPrefix("spawn ") {
                let name = String(line.dropFirst(6))
                #expect(living[name] == nil, "two processes in \(name), step \(step)")
                living[name] = world.runs[name]
            }
            for slot in world.table.slots where !slot.phase.isAlive {
                #expect(living[slot.name] == nil, "\(slot.name) has lost its process, step \(step)")
            }
        }

        world.handle(.start(group: nil))
        for _ in 0..<40 {
            for name in living.keys {
                let state = world.state(name)
                if state == .draining {
                    living[name] = nil
                    world.end(name)
                } else {
                    world.ready(name)
                }
            }
            let spawned = world.removeJournal().filter { $0.hasPrefix("spawn ") }
            for line in spawned {
                let name = String(line.dropFirst(6))
                living[name] = world.runs[name]
            }
            if spawned.isEmpty { world.advanceToNextDeadline() }
        }
        let isReady = world.table.isReady
        #expect(isReady, "seed \(seed): \(world.table.slots.map(\.phase))")
    }
}
