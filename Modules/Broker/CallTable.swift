import RPC

/// The broker's open calls, in numbered places.
struct CallTable {
    private var calls: [BrokerCall?] = []
    private var numbers: CallIDAllocator

    /// `epoch` tells the ids of this broker from those of one before it.
    init(epoch: UInt64) {
        numbers = CallIDAllocator(epoch: epoch)
    }

    var count: Int { numbers.count }

    /// A place, and the id under which workers will know the call that is put there.
    mutating func reserve() -> (slot: Int, id: CallID) {
        let (slot, id) = numbers.reserve()
        if slot == calls.count { calls.append(nil) }
        return (slot, id)
    }

    /// A new id for the call in that place: answers to the one before are strangers from then on.
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

    /// The place of the call that a worker means.
    func slot(of id: CallID) -> Int? {
        numbers.slot(of: id)
    }

    /// The places that are taken.
    var slots: [Int] { calls.indices.filter { calls[$0] != nil } }
}
