import Glibc

/// A cache of the constant beginnings of recent records.
///
/// Records of one type and source are equal up to the value of their first date, so that one
/// comparison replaces parsing six attributes. The remainder must have exactly the usual form, with
/// the end of the tag directly after the last attribute; other records are parsed attribute by
/// attribute.
struct HeadCache: ~Copyable {
    struct Head {
        var count: Int
        var newlineCount: Int
        /// The series of measured records; -1 while unknown.
        var measured: Int32
        /// The series of manual entries; -1 while unknown.
        var entered: Int32
        var hasCreationDate: Bool
        var hasValue: Bool
        var isNumber: Bool
        var canBeRepeated: Bool
    }

    private static let slots = 8
    private static let maximumLength = 2048
    /// The number of bytes that must follow a head, so that the rest of the tag is parsed without bounds
    /// checks: the maximum length of three dates, their names and a value.
    private static let minimumRemainder = 224

    private let bytes = UnsafeMutablePointer<UInt8>.allocate(
        capacity: HeadCache.slots * HeadCache.maximumLength)
    private let heads = UnsafeMutablePointer<Head>.allocate(capacity: HeadCache.slots)
    private var count = 0
    private var latest = 0
    private var nextEvicted = 0
    /// Increases with each record that has a remembered head and decreases with each other one; at 0
    /// the cache is not searched.
    private var balance = HeadCache.maximumBalance
    /// Number of records until the cache is searched again.
    private var recordsToSkip = 0

    private static let maximumBalance = 64
    private static let initialBalance = 16
    private static let skipLength = 1024

    /// True if heads are searched and remembered.
    ///
    /// A miss costs as much as a hit saves. Files that mix types and sources, or the order of
    /// attributes, seldom repeat a head; after a number of records without searching the cache is
    /// enabled again.
    var isEnabled: Bool { balance > 0 }

    /// Records that a record was parsed attribute by attribute.
    mutating func recordMiss() {
        if balance > 0 {
            balance -= 1
            if balance == 0 { recordsToSkip = Self.skipLength }
        } else {
            recordsToSkip -= 1
            if recordsToSkip == 0 { balance = Self.initialBalance }
        }
    }

    deinit {
        bytes.deallocate()
        heads.deallocate()
    }

    /// The remembered head of the record at `start`; nil if it is not remembered, or too few bytes
    /// follow to parse the rest without bounds checks.
    @inline(__always)
    mutating func head(
        at start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) -> Head? {
        var slot = latest
        for _ in 0..<count {
            let head = heads[slot]
            if end - start >= head.count + Self.minimumRemainder,
                memcmp(start, bytes + slot * Self.maximumLength, head.count) == 0
            {
                latest = slot
                balance = min(balance + 1, Self.maximumBalance)
                return head
            }
            slot = slot + 1 < count ? slot + 1 : 0
        }
        return nil
    }

    /// Remembers the head of a complete record, unless its attributes have another order.
    mutating func remember(
        _ tag: StartTag, _ fields: RecordFields, from start: UnsafePointer<UInt8>,
        series: Int32, isEntered: Bool, isNumber: Bool, canBeRepeated: Bool
    ) {
        guard let form = AttributeOrder(tag, fields), form.headEnd - start <= Self.maximumLength
        else {
            return
        }
        let head = ByteSlice(start, to: form.headEnd)
        let slot = slot(of: head)
        if heads[slot].count == 0 {
            (bytes + slot * Self.maximumLength).update(from: head.start, count: head.count)
            heads[slot] = Head(
                count: head.count, newlineCount: head.newlineCount, measured: -1, entered: -1,
                hasCreationDate: form.hasCreationDate, hasValue: form.hasValue,
                isNumber: isNumber, canBeRepeated: canBeRepeated)
        }
        if isEntered { heads[slot].entered = series } else { heads[slot].measured = series }
        latest = slot
    }

    /// The slot of this head, or one that is reused for it.
    private mutating func slot(of head: ByteSlice) -> Int {
        for slot in 0..<count
        where head.equals(ByteSlice(bytes + slot * Self.maximumLength, heads[slot].count)) {
            return slot
        }
        if count < Self.slots {
            nextEvicted = count
            count += 1
        } else {
            nextEvicted = (nextEvicted + 1) % Self.slots
        }
        (heads + nextEvicted).initialize(
            to: Head(
                count: 0, newlineCount: 0, measured: -1, entered: -1, hasCreationDate: false,
                hasValue: false, isNumber: false, canBeRepeated: false))
        return nextEvicted
    }

    /// The order of the varying attributes: creationDate?, startDate, endDate, value?, as the last
    /// ones.
    private struct AttributeOrder {
        let headEnd: UnsafePointer<UInt8>
        let hasCreationDate: Bool
        let hasValue: Bool

        init?(_ tag: StartTag, _ fields: RecordFields) {
            hasValue = fields.value != nil
            hasCreationDate = fields.creation != nil
            let varying = [fields.creation, fields.start, fields.end, fields.value].compactMap(
                \.self)
            let first = tag.count - varying.count
            guard first >= 0, let head = varying.first else { return nil }
            for (i, value) in varying.enumerated() where tag[first + i].value.start != value.start {
                return nil
            }
            headEnd = head.start
        }
    }
}
