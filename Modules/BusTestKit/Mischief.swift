package import RPC
import Randomness
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
    private let random: Mutex<SplitMix64>

    package init(_ chances: Chances, seed: UInt64) {
        self.chances = chances
        random = Mutex(SplitMix64(seed: seed))
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
