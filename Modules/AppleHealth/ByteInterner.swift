import Glibc

/// Numbers byte strings in the order of their first occurrence, up to a limit.
///
/// A class because it owns memory: open addressing over copies of the bytes.
final class ByteInterner {
    private struct Entry {
        var hash: UInt64
        var bytes: UnsafeMutablePointer<UInt8>
        var count: Int
    }

    private let limit: Int
    // Unchecked: a scanner is used by one thread, and exclusivity checks cost measurable time.
    @exclusivity(unchecked) private var entries: [Entry] = []
    /// Numbers by hash; -1 in free slots. At most half of the slots are used.
    @exclusivity(unchecked) private var slots: [Int32]

    init(limit: Int) {
        self.limit = limit
        slots = Array(repeating: -1, count: 256)
    }

    deinit { for entry in entries { entry.bytes.deallocate() } }

    /// The number of `text`; nil if it is not interned.
    func number(of text: ByteSlice) -> Int? {
        let slot = slots[slot(of: text, Self.hash(text))]
        return slot < 0 ? nil : Int(slot)
    }

    /// The number of `text`, which is added if it is new; nil if the limit is reached.
    func intern(_ text: ByteSlice) -> Int? {
        let hash = Self.hash(text)
        var slot = slot(of: text, hash)
        if slots[slot] >= 0 { return Int(slots[slot]) }
        guard entries.count < limit else { return nil }
        if entries.count * 2 >= slots.count {
            grow()
            slot = self.slot(of: text, hash)
        }
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, text.count))
        copy.update(from: text.start, count: text.count)
        slots[slot] = Int32(entries.count)
        entries.append(Entry(hash: hash, bytes: copy, count: text.count))
        return entries.count - 1
    }

    func text(_ number: Int) -> ByteSlice {
        ByteSlice(entries[number].bytes, entries[number].count)
    }

    private func slot(of text: ByteSlice, _ hash: UInt64) -> Int {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash >> 7) & mask
        while slots[slot] >= 0 {
            let entry = entries[Int(slots[slot])]
            if entry.hash == hash, text.equals(ByteSlice(entry.bytes, entry.count)) { return slot }
            slot = (slot + 1) & mask
        }
        return slot
    }

    private func grow() {
        slots = Array(repeating: -1, count: slots.count * 2)
        let mask = slots.count - 1
        for (number, entry) in entries.enumerated() {
            var slot = Int(truncatingIfNeeded: entry.hash >> 7) & mask
            while slots[slot] >= 0 { slot = (slot + 1) & mask }
            slots[slot] = Int32(number)
        }
    }

    /// A multiply-and-fold hash over sixteen bytes at a time, with the constants of wyhash.
    private static func hash(_ text: ByteSlice) -> UInt64 {
        var hash = 0x9E37_79B9_7F4A_7C15 &* UInt64(text.count | 1)
        var position = text.start
        while text.end - position >= 16 {
            let product = (hash ^ position.word)
                .multipliedFullWidth(by: (position + 8).word ^ 0xE703_7ED1_A0B4_28DB)
            hash = product.high ^ product.low
            position += 16
        }
        while text.end - position >= 8 {
            let product = (hash ^ position.word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
            hash = product.high ^ product.low
            position += 8
        }
        var tail: UInt64 = 0
        while position < text.end {
            tail = tail << 8 | UInt64(position.pointee)
            position += 1
        }
        let product = (hash ^ tail).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
        return product.high ^ product.low
    }
}
