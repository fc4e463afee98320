/// Allocates the ids of open calls. Each id contains a slot number, so that a response finds its call
/// without a search. Slots are reused under new ids.
package struct CallIDAllocator: Sendable {
    /// Number of times each slot was reserved, renewed or released.
    private var generations: [UInt32] = []
    private var freeSlots: [Int] = []
    /// Distinguishes these ids from those of other allocators.
    private let epoch: UInt64

    package init(epoch: UInt64) {
        self.epoch = epoch
    }

    /// Number of reserved slots.
    package var count: Int { generations.count - freeSlots.count }

    /// Reserves a free slot, or appends one. A new slot's number is the previous number of slots.
    package mutating func reserve() -> (slot: Int, id: CallID) {
        if let slot = freeSlots.popLast() { return (slot, renew(slot)) }
        generations.append(0)
        let slot = generations.count - 1
        return (slot, id(of: slot))
    }

    /// A new id for the call in the slot. Responses to its previous id no longer match.
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

    /// The slot of an open call; nil if the id is not, or no longer, in use.
    package func slot(of id: CallID) -> Int? {
        let slot = Int(id.low & 0xFFFF_FFFF)
        guard id.high == epoch, slot < generations.count,
            generations[slot] == UInt32(id.low >> 32)
        else { return nil }
        return slot
    }
}
