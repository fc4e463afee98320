package import RPC
import Randomness
import Synchronization

/// What becomes of messages on their way: they are lost, come late or come twice, as a seed has it.
package final class FaultInjector: Sendable {
    package struct Probabilities: Sendable {
        /// One in so many messages; 0 for none.
        package var drop: Int
        package var delay: Int
        package var duplicate: Int

        package init(drop: Int = 0, delay: Int = 0, duplicate: Int = 0) {
            self.drop = drop
            self.delay = delay
            self.duplicate = duplicate
        }
    }

    private let probabilities: Probabilities
    private let random: Mutex<SplitMix64>

    package init(_ chances: Probabilities, seed: UInt64) {
        self.probabilities = chances
        random = Mutex(SplitMix64(seed: seed))
    }

    /// What becomes of one message.
    package struct Faults: Sendable {
        package var isDropped: Bool
        /// How late it comes; nil: in time.
        package var delay: Duration?
        package var isDuplicated: Bool
    }

    package func nextFaults() -> Faults {
        random.withLock { random in
            Faults(
                isDropped: random.happens(oneIn: probabilities.drop),
                delay: random.happens(oneIn: probabilities.delay)
                    ? .milliseconds(1 + random.below(30)) : nil,
                isDuplicated: random.happens(oneIn: probabilities.duplicate))
        }
    }

    /// Between the ends of an in-process transport. What is late comes a turn later there.
    package var messageFilter: InProcessTransport.MessageFilter {
        { [self] envelope, deliver in
            let fate = nextFaults()
            if fate.isDropped { return }
            if fate.delay != nil {
                Task { deliver(envelope) }
            } else {
                deliver(envelope)
            }
            if fate.isDuplicated { deliver(envelope) }
        }
    }
}
