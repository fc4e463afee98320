import RPC

/// The broker's open calls, in numbered slots.
struct CallTable {
    private var calls: [BrokerCall?] = []
    private var numbers: CallIDAllocator

    /// `epoch` distinguishes the ids of this broker from those of a previous one.
    init(epoch: UInt64) {
        numbers = CallIDAllocator(epoch: epoch)
    }

    var count: Int { numbers.count }

    /// A free slot, and the id that is sent to workers for the call in it.
    mutating func reserve() -> (slot: Int, id: CallID) {
        let (slot, id) = numbers.reserve()
        if slot == calls.count { calls.append(nil) }
        return (slot, id)
    }

    /// A new id for the call in the slot. Messages with its previous id no longer match.
    mutating func renew(_ slot: Int) -> CallID {
        numbers.renew(slot)
    }

    subscript(slot: Int) -> BrokerCall? {
        get { calls[slot] }
        set { calls[slot] = newValue }
    }

    mutating func release(_ slot: Int) {
        calls[slot] = nil
        numbers.release(slot)
    }

    /// The slot of the call with a worker's id; nil if the call has ended.
    func slot(of id: CallID) -> Int? {
        numbers.slot(of: id)
    }

    /// The slots in use.
    var slots: [Int] { calls.indices.filter { calls[$0] != nil } }
}
