/// The conclusion from health checks of the broker in a row.
///
/// A check without an answer in time counts unless the processor was busy with other programs: the supervisor
/// ran late, or the threads of the broker were ready to run and waited.
struct BrokerHealth: Hashable, Sendable {
    /// Time for the answer to a check.
    static let timeout = Duration.seconds(1)
    /// The number of checks in a row that a broker may miss.
    static let missedLimit = 2
    /// The time without an answer after which the broker hangs even if the processor was busy.
    static let silenceLimit = Duration.seconds(30)

    private(set) var missed = 0
    private var silence = Duration.zero

    /// True if the last check was not answered.
    var isSilent: Bool { silence > .zero }

    var isHung: Bool { missed >= Self.missedLimit || silence >= Self.silenceLimit }

    mutating func recordAnswer() {
        self = BrokerHealth()
    }

    /// Records a check without an answer in time.
    /// - Parameters:
    ///   - elapsed: The duration of the check, which is longer than the timeout if the supervisor ran late.
    ///   - waited: The time for which threads of the broker waited for a processor meanwhile; nil: unknown.
    mutating func recordTimeout(after elapsed: Duration, waited: Duration?) {
        silence += elapsed
        let isLate = elapsed >= Self.timeout * 2
        let isStarved = waited.map { $0 * 2 >= elapsed } ?? false
        if !isLate, !isStarved { missed += 1 }
    }
}
