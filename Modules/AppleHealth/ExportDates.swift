import CivilTime

/// Reads `YYYY-MM-DD HH:MM:SS ±HHMM` as an instant.
///
/// A file names the same few days and offsets over and over, so the last of each is remembered by
/// its bytes; the time of day is read eight digits at once.
struct ExportDates {
    /// What devices can have measured; `0001` and `4001` are placeholders.
    static let years = 1900...2199
    static let length = 25

    // As if `1970-01-01 00:00:00 +0000` had been read before.
    private var dayHead = ("1970-01-01" as StaticString).utf8Start.word
    private var dayTail = (("1970-01-01" as StaticString).utf8Start + 8).halfWord
    private var dayStart: Int64 = 0
    private var offsetText = ("   +0000" as StaticString).utf8Start.word >> 16
    private var offset: Int64 = 0
    private var offsets = DayOffsets()
    /// Whether the day or the offset is another than that of the last date which can be.
    private var isNew = true
    /// The days and offsets of dates whose element is still being read.
    private var uncommitted: [(day: Int64, offset: Int64)] = []

    /// Seconds east of UTC by day, as the noted dates of the file were written.
    var offsetsByDay: [CivilDate: Int] { offsets.byDay }

    var hasUncommitted: Bool { !uncommitted.isEmpty }

    /// Notes the dates read since the last time: their element is kept.
    mutating func commit() {
        for date in uncommitted { offsets.record(day: date.day, offset: date.offset) }
        uncommitted.removeAll(keepingCapacity: true)
    }

    /// Forgets the dates read since the last time: their element is refused, or will be read again.
    mutating func discard() {
        guard hasUncommitted else { return }
        uncommitted.removeAll(keepingCapacity: true)
        isNew = true
    }

    /// Milliseconds since 1970, UTC; nil when the text is no date, or one that cannot be.
    mutating func instant(_ text: ByteSlice) -> Int64? {
        text.count == Self.length ? instant(text.start) : nil
    }

    /// As above, for exactly ``length`` bytes.
    @inline(__always)
    mutating func instant(_ text: UnsafePointer<UInt8>) -> Int64? {
        let head = text.word
        let tail = (text + 8).halfWord
        if head != dayHead || tail != dayTail {
            guard readDay(text) else { return nil }
            dayHead = head
            dayTail = tail
            isNew = true
        }
        // Digits become 0...9 and colons 0; the sum overflows into bit 7 where they do not.
        let time = (text + 11).word ^ 0x3030_3A30_303A_3030
        guard ((time &+ 0x7676_7F76_767F_7676) | time) & 0x8080_8080_8080_8080 == 0,
            text[10] == .space
        else { return nil }
        let offsetBytes = (text + 17).word >> 16
        if offsetBytes != offsetText {
            guard readOffset(text) else { return nil }
            offsetText = offsetBytes
            isNew = true
        }
        let hour = (time & 0xFF) &* 10 &+ (time >> 8 & 0xFF)
        let minute = (time >> 24 & 0xFF) &* 10 &+ (time >> 32 & 0xFF)
        let second = (time >> 48 & 0xFF) &* 10 &+ (time >> 56)
        guard hour < 24, minute < 60, second < 60 else { return nil }
        let seconds = Int64(truncatingIfNeeded: hour &* 3600 &+ minute &* 60 &+ second)
        let instant = (dayStart &+ seconds &- offset) &* 1000
        guard measurableInstants.contains(instant) else { return nil }
        if isNew {
            uncommitted.append((dayStart, offset))
            isNew = false
        }
        return instant
    }

    private mutating func readDay(_ text: UnsafePointer<UInt8>) -> Bool {
        guard let date = Self.day(ByteSlice(text, 10)) else { return false }
        dayStart = Int64(date.days) * 86_400
        return true
    }

    /// The day that `YYYY-MM-DD` names.
    static func day(_ text: ByteSlice) -> CivilDate? {
        let bytes = text.buffer
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = digits(bytes[0..<4]), let month = digits(bytes[5..<7]),
            let day = digits(bytes[8..<10]), years.contains(year)
        else { return nil }
        return CivilDate(year, month, day)
    }

    private mutating func readOffset(_ text: UnsafePointer<UInt8>) -> Bool {
        let bytes = UnsafeBufferPointer(start: text, count: Self.length)
        guard bytes[19] == .space, let hours = Self.digits(bytes[21..<23]),
            let minutes = Self.digits(bytes[23..<25]), hours <= 15, minutes < 60
        else { return false }
        let seconds = Int64(hours * 3600 + minutes * 60)
        switch bytes[20] {
        case UInt8(ascii: "+"): offset = seconds
        case UInt8(ascii: "-"): offset = -seconds
        default: return false
        }
        return true
    }

    private static func digits(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        var number = 0
        for byte in bytes {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            number = number * 10 + Int(byte - 0x30)
        }
        return number
    }
}
