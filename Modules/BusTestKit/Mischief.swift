package import RPC
import Synchronization

/// What becomes of messages on their way: they are lost, come late or come twice, as a seed has it.
package final class Mischief: Sendable {
    package struct Chances: Sendable {
        /// One in so many messages; 0 for none.
        package var lost: Int
        package var late: Int
        package var twice: Int

        package init(lost: Int = 0, late: Int = 0, twice: Int = 0) {
            self.lost = lost
            self.late = late
            self.twice = twice
        }
    }

    private let chances: Chances
    private let random: Mutex<SeededNumbers>

    package init(_ chances: Chances, seed: UInt64) {
        self.chances = chances
        random = Mutex(SeededNumbers(seed: seed))
    }

    /// What becomes of one message.
    package struct Fate: Sendable {
        package var isLost: Bool
        /// How late it comes; nil: in time.
        package var delay: Duration?
        package var isTwice: Bool
    }

    package func nextFate() -> Fate {
        random.withLock { random in
            Fate(
                isLost: random.happens(oneIn: chances.lost),
                delay: random.happens(oneIn: chances.late)
                    ? .milliseconds(1 + random.below(30)) : nil,
                isTwice: random.happens(oneIn: chances.twice))
        }
    }

    /// Between the ends of an in-process transport. What is late comes a turn later there.
    package var passage: InProcessTransport.Passage {
        { [self] envelope, deliver in
            let fate = nextFate()
            if fate.isLost { return }
            if fate.delay != nil {
                Task { deliver(envelope) }
            } else {
                deliver(envelope)
            }
            if fate.isTwice { deliver(envelope) }
        }
    }
}

/// Random numbers that are the same for the same seed (SplitMix64).
package struct SeededNumbers: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// Never when `count` is 0.
    package mutating func happens(oneIn count: Int) -> Bool { count > 0 && below(count) == 0 }
}
