/// The ids of open calls. Each has the number of a place in it, so that an answer finds its call without
/// a search; places are used again, under another id.
package struct CallIDAllocator: Sendable {
    /// How often each place was given or taken back.
    private var generations: [UInt32] = []
    private var freeSlots: [Int] = []
    /// Tells the ids of these calls from those of any others.
    private let epoch: UInt64

    package init(epoch: UInt64) {
        self.epoch = epoch
    }

    /// How many places are taken.
    package var count: Int { generations.count - freeSlots.count }

    /// Takes a place: one that was free, or the next one, which is as great as there were places.
    package mutating func reserve() -> (slot: Int, id: CallID) {
        if let slot = freeSlots.popLast() { return (slot, renew(slot)) }
        generations.append(0)
        let slot = generations.count - 1
        return (slot, id(of: slot))
    }

    /// A new id for the call in that place: answers to the one before are strangers from then on.
    package mutating func renew(_ slot: Int) -> CallID {
        generations[slot] &+= 1
        return id(of: slot)
    }

    package mutating func release(_ slot: Int) {
        generations[slot] &+= 1
        freeSlots.append(slot)
    }

    package func id(of slot: Int) -> CallID {
        CallID(high: epoch, low: UInt64(generations[slot]) << 32 | UInt64(slot))
    }

    /// The place that an open call has under that id.
    package func slot(of id: CallID) -> Int? {
        let slot = Int(id.low & 0xFFFF_FFFF)
        guard id.high == epoch, slot < generations.count,
            generations[slot] == UInt32(id.low >> 32)
        else { return nil }
        return slot
    }
}
