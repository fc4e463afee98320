/// Open calls in numbered places that are used again; the number is part of the call's id, so that an
/// answer finds its call without a search. Other modules see its code, so that it is made for their
/// calls.
package struct CallTable<Call> {
    @usableFromInline
    struct Place {
        /// Counts the ids that the place has given, so that none is given twice.
        @usableFromInline var generation: UInt32 = 0
        @usableFromInline var call: Call?

        @inlinable init() {}
    }

    @usableFromInline var places: [Place] = []
    @usableFromInline var free: [Int] = []
    /// Tells the ids of this table from those of any other.
    @usableFromInline let epoch: UInt64

    @inlinable
    package init(epoch: UInt64) {
        self.epoch = epoch
    }

    @inlinable
    package var count: Int { places.count - free.count }

    /// A place, and an id for the call that will be put there.
    @inlinable
    package mutating func reserve() -> (slot: Int, id: CallID) {
        let slot: Int
        if let unused = free.popLast() {
            slot = unused
        } else {
            slot = places.count
            places.append(Place())
        }
        return (slot, renew(slot))
    }

    /// A new id for the call in that place: answers to the one before are strangers from then on.
    @inlinable
    package mutating func renew(_ slot: Int) -> CallID {
        places[slot].generation &+= 1
        return id(slot)
    }

    @inlinable
    package subscript(slot: Int) -> Call? {
        get { places[slot].call }
        _modify { yield &places[slot].call }
    }

    @inlinable
    package mutating func release(_ slot: Int) {
        places[slot].call = nil
        free.append(slot)
    }

    /// The place of the call that now has that id.
    @inlinable
    package func slot(of id: CallID) -> Int? {
        let slot = Int(id.low & 0xFFFF_FFFF)
        guard id.high == epoch, slot < places.count, places[slot].call != nil,
            places[slot].generation == UInt32(id.low >> 32)
        else { return nil }
        return slot
    }

    /// The places that are taken.
    @inlinable
    package var slots: [Int] { places.indices.filter { places[$0].call != nil } }

    /// The calls, each with the id that it has now.
    @inlinable
    package var identified: [(id: CallID, call: Call)] {
        places.indices.compactMap { slot in places[slot].call.map { (id(slot), $0) } }
    }

    @inlinable
    func id(_ slot: Int) -> CallID {
        CallID(high: epoch, low: UInt64(places[slot].generation) << 32 | UInt64(slot))
    }
}
