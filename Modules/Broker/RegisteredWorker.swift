import RPC

/// A worker as the broker knows it.
final class RegisteredWorker {
    let peer: UInt64
    let announcement: WorkerAnnouncement
    /// The numbers of its services.
    var services: [Int] = []
    var state = BusHealth.State.ready
    /// Calls handed to it that take a place.
    var inFlight = 0
    var served = 0
    var failed = 0
    var latency = LatencyHistogram()
    /// When it is asked whether it is alive, unless it is heard of before.
    private(set) var nextPing: MonotonicInstant
    /// When it is asked even if it is heard of before.
    private var regularPing: MonotonicInstant
    /// Pings since it was last heard of.
    private(set) var unansweredPings = 0
    /// Which of its services is looked at first when a place becomes free.
    var nextService = 0

    init(
        peer: UInt64, announcement: WorkerAnnouncement, nextPing: MonotonicInstant
    ) {
        self.peer = peer
        self.announcement = announcement
        self.nextPing = nextPing
        regularPing = nextPing
    }

    /// Any message is a sign of life.
    func recordMessage() {
        unansweredPings = 0
        nextPing = regularPing
    }

    /// It was handed something, and ought to be heard of by then.
    func expectMessage(by instant: MonotonicInstant) {
        nextPing = min(nextPing, instant)
    }

    /// It has calls now, with which it does not rest for longer than that.
    func limitRegularPing(to instant: MonotonicInstant) {
        regularPing = min(regularPing, instant)
    }

    /// It is being asked; the next time comes soon if it says nothing, else when it has rested.
    func recordPing(next soon: MonotonicInstant, regular: MonotonicInstant) {
        unansweredPings += 1
        nextPing = soon
        regularPing = regular
    }

    /// How full it is, from 0 to 1.
    var load: Double { Double(inFlight) / Double(announcement.capacity) }

    var hasCapacity: Bool { state == .ready && inFlight < announcement.capacity }
}

/// Why a worker is not there any more.
enum WorkerDeparture {
    case goodbye
    case unreachable
    case silent
    case reportedEnded
    case replaced
}

/// A service that is announced or expected, and the calls that wait for it.
struct RegisteredService {
    let name: String
    var version = 1
    var workers: [RegisteredWorker] = []
    var isExpected = false
    /// True once somebody has announced it, or the supervisor has named it.
    var isKnown = false
    /// Why nobody serves it, if that is known.
    var absence: String?
    var queue = FairQueue()
    var nextWorker = 0
}
