import RPC

/// A call between its request and its final.
struct BrokerCall<Parcel> {
    enum Phase {
        /// Waits for a worker with room, and gives up at that moment if nobody serves it by then.
        case queued(until: ContinuousClock.Instant?)
        case running(worker: UInt64, since: ContinuousClock.Instant)
    }

    let client: UInt64
    /// As the client named it.
    let clientCall: CallID
    /// As workers know it now.
    var workerCall: CallID
    let service: String
    /// Nil for a call to one instance.
    let queue: Int?
    let flags: MessageFlags
    let deadline: Deadline
    /// Room for items that the client granted before a worker could be told.
    var credit: UInt32
    var phase: Phase
    /// The request, while it may have to be sent (again).
    var request: Parcel?
    var attempts = 0
    /// Something of the answer has reached the client, or of an upload the worker.
    var hasProgressed = false
    /// Nobody waits for the answer any more; the worker's final only gives its place back.
    var isAbandoned = false
    /// Whether it takes one of the worker's places.
    let isCounted: Bool

    func canMove(_ limits: BrokerLimits, now: ContinuousClock.Instant) -> Bool {
        flags.contains(.repeatable) && !hasProgressed && request != nil
            && attempts < limits.attempts && deadline > Deadline(instant: now)
    }

    /// When something has to be done about it if nothing happens.
    var alarm: ContinuousClock.Instant? {
        if isAbandoned { return nil }
        guard case .queued(let until?) = phase else { return deadline.instant }
        return deadline.instant.map { min($0, until) } ?? until
    }
}

/// Calls in numbered places that are used again; the number is part of the id that workers see, so
/// that an answer finds its call without a search.
struct CallTable<Parcel> {
    private var calls: [BrokerCall<Parcel>?] = []
    private var generations: [UInt32] = []
    private var free: [Int] = []
    /// Tells the ids of this broker from those of one before it.
    let epoch: UInt64

    init(epoch: UInt64) {
        self.epoch = epoch
    }

    var count: Int { calls.count - free.count }

    mutating func reserve() -> (slot: Int, id: CallID) {
        let slot: Int
        if let unused = free.popLast() {
            slot = unused
        } else {
            slot = calls.count
            calls.append(nil)
            generations.append(0)
        }
        return (slot, renew(slot))
    }

    /// A new id for the call in that place: answers to the one before are strangers from then on.
    mutating func renew(_ slot: Int) -> CallID {
        generations[slot] &+= 1
        return CallID(high: epoch, low: UInt64(generations[slot]) << 32 | UInt64(slot))
    }

    subscript(slot: Int) -> BrokerCall<Parcel>? {
        get { calls[slot] }
        _modify { yield &calls[slot] }
    }

    mutating func release(_ slot: Int) {
        calls[slot] = nil
        free.append(slot)
    }

    /// The place of the call that a worker means.
    func slot(of id: CallID) -> Int? {
        let slot = Int(id.low & 0xFFFF_FFFF)
        guard id.high == epoch, slot < calls.count, calls[slot]?.workerCall == id else {
            return nil
        }
        return slot
    }

    /// The places that are taken.
    var slots: [Int] { calls.indices.filter { calls[$0] != nil } }
}
