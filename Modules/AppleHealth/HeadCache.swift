import Glibc

/// The constant beginnings of the records read last.
///
/// Records of one type and source agree in every byte up to the value of their first date, so one
/// comparison replaces reading six attributes. What follows must have exactly the usual form, with
/// nothing after the last attribute's quote but the end of the tag; anything else is read attribute
/// by attribute.
struct HeadCache: ~Copyable {
    struct Head {
        var count: Int
        var newlines: Int
        /// The series of records measured, and of those entered by hand; -1 while unknown.
        var measured: Int32
        var entered: Int32
        var hasCreationDate: Bool
        var hasValue: Bool
        var isNumber: Bool
        var canBeRepeated: Bool
    }

    private static let slots = 8
    private static let maximumLength = 2048
    /// What may follow a head up to the end of the tag: three dates, their names and a value.
    private static let minimumRemainder = 224

    private let bytes = UnsafeMutablePointer<UInt8>.allocate(
        capacity: HeadCache.slots * HeadCache.maximumLength)
    private let heads = UnsafeMutablePointer<Head>.allocate(capacity: HeadCache.slots)
    private var count = 0
    private var latest = 0
    private var nextEvicted = 0
    /// Rises with every record that begins with a head and falls with every other one; at 0 heads are
    /// not looked for.
    private var balance = HeadCache.maximumBalance
    /// Records that are still to be read without looking.
    private var recordsToSkip = 0

    private static let maximumBalance = 64
    private static let initialBalance = 16
    private static let skipLength = 1024

    /// Whether to look for a head, and to remember the next one.
    ///
    /// Looking in vain costs what a head saves. Files that mix many types and sources, or write their
    /// attributes in any order, seldom meet a head again; after a while without looking they are given
    /// another chance.
    var isEnabled: Bool { balance > 0 }

    /// A record was read attribute by attribute.
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

    /// The head that the record at `start` begins with, if it is remembered and there are enough
    /// bytes to read on without looking.
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

    /// Remembers the head of a record that was read whole, unless it has another form.
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
                count: head.count, newlines: head.newlines, measured: -1, entered: -1,
                hasCreationDate: form.hasCreationDate, hasValue: form.hasValue,
                isNumber: isNumber, canBeRepeated: canBeRepeated)
        }
        if isEntered { heads[slot].entered = series } else { heads[slot].measured = series }
        latest = slot
    }

    /// The slot that holds this head already, else one that is free.
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
                count: 0, newlines: 0, measured: -1, entered: -1, hasCreationDate: false,
                hasValue: false, isNumber: false, canBeRepeated: false))
        return nextEvicted
    }

    /// The order of the attributes that vary: creationDate?, startDate, endDate, value?, and no more.
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
