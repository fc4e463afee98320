import Synchronization

/// The delays after failed logins, for each network and for all together.
final class LoginThrottle: Sendable {
    /// A limit of failed logins.
    private struct Rule {
        /// Failures without a delay.
        var free: Int
        /// Seconds.
        var longestDelay: Int64
        /// Seconds without a failure after which all failures are forgotten.
        var memory: Int64

        func delay(after failures: Int) -> Int64 {
            guard failures >= free else { return 0 }
            return min(longestDelay, 1 << min(failures - free, 30))
        }
    }

    private struct Record {
        var failures = 0
        /// The time of the last attempt, in seconds since 1970.
        var last: Int64 = 0

        mutating func forget(_ rule: Rule, now: Int64) {
            if last + rule.memory <= now { failures = 0 }
        }

        func wait(_ rule: Rule, now: Int64) -> Int64 {
            // A clock that was set back does not lengthen the delay.
            max(0, min(last, now) + rule.delay(after: failures) - now)
        }

        mutating func add(now: Int64) {
            failures += 1
            last = now
        }
    }

    private struct State {
        var networks: [[UInt8]: Record] = [:]
        var all = Record()
        /// Networks with a valid login, the latest last. The attempts of others do not delay them.
        var known: [[UInt8]] = []
    }

    /// The rule for one network: delays up to an hour.
    private static let one = Rule(free: 5, longestDelay: 3600, memory: 86_400)
    /// The rule for all networks: short delays, since attempts of others delay the owner too.
    private static let together = Rule(free: 50, longestDelay: 30, memory: 900)
    /// Networks at a time; the one whose last attempt is oldest is dropped.
    static let networkLimit = 1024
    /// Networks with a valid login that are remembered, the latest ones.
    private static let knownLimit = 64

    private let state = Mutex(State())

    /// Counts an attempt as a failure until ``succeed(_:)``, so that attempts at the same time count too.
    /// - Returns: 0, or the seconds until the next attempt is allowed. A refused attempt does not count.
    func begin(_ address: IPAddress, now: Int64) -> Int64 {
        state.withLock { state in
            var record = state.networks[address.network] ?? Record()
            record.forget(Self.one, now: now)
            state.all.forget(Self.together, now: now)
            let isKnown = state.known.contains(address.network)
            let wait = max(
                record.wait(Self.one, now: now),
                isKnown ? 0 : state.all.wait(Self.together, now: now))
            guard wait == 0 else { return wait }
            record.add(now: now)
            state.all.add(now: now)
            state.networks[address.network] = record
            if state.networks.count > Self.networkLimit,
                let oldest = state.networks.min(by: { $0.value.last < $1.value.last })
            {
                state.networks[oldest.key] = nil
            }
            return 0
        }
    }

    /// Removes the failure that ``begin(_:now:)`` counted. Earlier failures of the network remain,
    /// since a login with one profile does not excuse attempts to guess the password of another.
    func succeed(_ address: IPAddress) {
        state.withLock { state in
            if let failures = state.networks[address.network]?.failures {
                state.networks[address.network]?.failures = max(0, failures - 1)
            }
            state.all.failures = max(0, state.all.failures - 1)
            state.known.removeAll { $0 == address.network }
            state.known = (state.known + [address.network]).suffix(Self.knownLimit)
        }
    }

    /// The number of networks with an attempt.
    var count: Int { state.withLock { $0.networks.count } }
}
