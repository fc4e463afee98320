import RPC

/// Calls in numbered places that are used again; the number is part of the id that workers see, so
/// that an answer finds its call without a search.
struct CallTable {
    private var calls: [BrokerCall?] = []
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

    subscript(slot: Int) -> BrokerCall? {
        get { calls[slot] }
        set { calls[slot] = newValue }
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
