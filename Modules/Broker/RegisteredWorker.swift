import RPC

/// The broker's state of one worker.
final class RegisteredWorker {
    let peer: UInt64
    let announcement: WorkerAnnouncement
    /// IP address of a worker on another machine; nil: on the machine of the home.
    let host: String?
    /// Its second connection, for streams and large messages; nil: it has one.
    var bulkPeer: UInt64?
    /// Indices of its services.
    var services: [Int] = []
    var state = BusHealth.State.ready
    /// Running calls that use its capacity.
    var inFlight = 0
    var served = 0
    var failed = 0
    var latency = LatencyHistogram()
    /// The instant of the next ping, unless a message arrives before.
    private(set) var nextPing: MonotonicInstant
    /// The instant of the next ping even if messages arrive.
    private var regularPing: MonotonicInstant
    /// Pings since its last message.
    private(set) var unansweredPings = 0
    /// Rotates the service whose queue is dispatched first.
    var nextService = 0

    init(
        peer: UInt64, announcement: WorkerAnnouncement, host: String?, nextPing: MonotonicInstant
    ) {
        self.peer = peer
        self.host = host
        self.announcement = announcement
        self.nextPing = nextPing
        regularPing = nextPing
    }

    /// Records a message, which also answers all pings.
    func recordMessage() {
        unansweredPings = 0
        nextPing = regularPing
    }

    /// Pings at `instant` if no message arrives before.
    func expectMessage(by instant: MonotonicInstant) {
        nextPing = min(nextPing, instant)
    }

    /// Moves the regular ping forward, for a worker that now has calls.
    func limitRegularPing(to instant: MonotonicInstant) {
        regularPing = min(regularPing, instant)
    }

    /// Records a ping. The next one is at `soon` without an answer, at `regular` otherwise.
    func recordPing(next soon: MonotonicInstant, regular: MonotonicInstant) {
        unansweredPings += 1
        nextPing = soon
        regularPing = regular
    }

    var isRemote: Bool { host != nil }

    /// Share of its capacity in use, from 0 to 1.
    var load: Double { Double(inFlight) / Double(announcement.capacity) }

    var hasCapacity: Bool { state == .ready && inFlight < announcement.capacity }
}

/// The reason why a worker was removed.
enum WorkerDeparture {
    case goodbye
    case unreachable
    case silent
    case reportedEnded
    case replaced
}

/// A service that is announced or expected, and its waiting calls.
struct RegisteredService {
    let name: String
    var version = 1
    /// The scopes of its methods that have one, as announced on the machine of the home.
    var scopes: [String: Scope] = [:]
    var workers: [RegisteredWorker] = []
    var isExpected = false
    /// True if a worker has announced the service or the supervisor has named it.
    var isKnown = false
    /// Reason why the service has no worker; nil if unknown.
    var absence: String?
    var queue = FairQueue()
    var nextWorker = 0

    /// True if each profile has one of several workers. A single worker has all.
    var isByProfile: Bool {
        workers.count > 1 && workers.allSatisfy { $0.announcement.isByProfile == true }
    }
}
