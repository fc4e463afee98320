import RPC

/// A worker as the broker knows it.
struct BrokerWorker {
    let peer: UInt64
    var announcement: WorkerAnnouncement
    /// The numbers of its services.
    var services: [Int] = []
    var state = BusHealth.State.ready
    /// Calls handed to it that take a place.
    var inFlight = 0
    var served = 0
    var failed = 0
    var latency = LatencyHistogram()
    var nextPing: ContinuousClock.Instant
    /// Pings since it was last heard of.
    var unanswered = 0
    /// Which of its services is looked at first when a place becomes free.
    var turn = 0

    var hasRoom: Bool { state == .ready && inFlight < announcement.capacity }
}

/// Why a worker is not there any more.
enum WorkerDeparture {
    case leaving
    case unreachable
    case silent
    case reportedGone
    case replaced
}

/// A service that is announced or expected, and the calls that wait for it.
struct BrokerService {
    let name: String
    var version = 1
    var workers: [UInt64] = []
    var isExpected = false
    var queue = FairQueue()
    var turn = 0
}
