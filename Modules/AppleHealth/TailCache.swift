import Glibc

/// A cache of the bytes that follow the tags of recent records, from `>` to `</Record>`: most records
/// of a type share a few.
struct TailCache: ~Copyable {
    struct Tail {
        var count: Int
        var newlineCount: Int
        var attributes: Int32
        var isEntered: Bool
        /// Numbers of the metadata keys that are not stored.
        var ignored: [Int]
        /// Number of metadata entries stored with the sample; ``ignoredEntries`` are the others.
        var storedEntries: Int
        var ignoredEntries: Int
    }

    private static let slots = 8
    private static let maximumLength = 512

    private let bytes = UnsafeMutablePointer<UInt8>.allocate(
        capacity: TailCache.slots * TailCache.maximumLength)
    private var tails: [Tail] = []
    private var latest = 0
    private var nextEvicted = 0

    deinit { bytes.deallocate() }

    /// The number of the tail at `start`; nil if it is not remembered.
    @inline(__always)
    mutating func number(
        at start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) -> Int? {
        var slot = latest
        for _ in 0..<tails.count {
            let count = tails[slot].count
            if end - start >= count, memcmp(start, bytes + slot * Self.maximumLength, count) == 0 {
                latest = slot
                return slot
            }
            slot = slot + 1 < tails.count ? slot + 1 : 0
        }
        return nil
    }

    subscript(number: Int) -> Tail {
        _read { yield tails[number] }
    }

    /// Remembers the tail of a complete record.
    mutating func remember(
        _ tail: ByteSlice, attributes: Int32, isEntered: Bool, ignored: [Int], storedEntries: Int,
        ignoredEntries: Int
    ) {
        guard tail.count <= Self.maximumLength, number(at: tail.start, before: tail.end) == nil
        else {
            return
        }
        let entry = Tail(
            count: tail.count, newlineCount: tail.newlineCount, attributes: attributes,
            isEntered: isEntered, ignored: ignored, storedEntries: storedEntries,
            ignoredEntries: ignoredEntries)
        if tails.count < Self.slots {
            nextEvicted = tails.count
            tails.append(entry)
        } else {
            nextEvicted = (nextEvicted + 1) % Self.slots
            tails[nextEvicted] = entry
        }
        (bytes + nextEvicted * Self.maximumLength).update(from: tail.start, count: tail.count)
        latest = nextEvicted
    }
}
