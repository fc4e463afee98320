import Memberwise
package import RPC
import Randomness
import Synchronization

/// Decides at random, from a seed, which messages are dropped, delayed or duplicated.
package final class FaultInjector: Sendable {
    @Memberwise
    package struct Probabilities: Sendable {
        /// One in this many messages; 0 for none.
        package var drop: Int = 0
        package var delay: Int = 0
        package var duplicate: Int = 0
    }

    private let probabilities: Probabilities
    private let random: Mutex<SplitMix64>

    package init(_ probabilities: Probabilities, seed: UInt64) {
        self.probabilities = probabilities
        random = Mutex(SplitMix64(seed: seed))
    }

    /// The faults of one message.
    package struct Faults: Sendable {
        package var isDropped: Bool
        /// Nil if the message is not delayed.
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

    /// A filter for in-process transports. Delayed messages are delivered by another task.
    package var messageFilter: InProcessTransport.MessageFilter {
        { [self] envelope, deliver in
            let faults = nextFaults()
            if faults.isDropped { return }
            if faults.delay != nil {
                Task { deliver(envelope) }
            } else {
                deliver(envelope)
            }
            if faults.isDuplicated { deliver(envelope) }
        }
    }
}
