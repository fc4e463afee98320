import CivilTime

/// Parses `YYYY-MM-DD HH:MM:SS ±HHMM` to instants.
///
/// A file repeats few days and offsets, so that the last of each is cached by its bytes. The time of
/// day is parsed eight digits at once.
struct ExportDates {
    /// Years of measurements; `0001` and `4001` are placeholders.
    static let years = 1900...2199
    static let length = 25

    // The state after parsing `1970-01-01 00:00:00 +0000`.
    private var dayHead = ("1970-01-01" as StaticString).utf8Start.word
    private var dayTail = (("1970-01-01" as StaticString).utf8Start + 8).halfWord
    private var dayStart: Int64 = 0
    private var offsetText = ("   +0000" as StaticString).utf8Start.word >> 16
    private var offset: Int64 = 0
    private var offsets = DayOffsets()
    /// True if the day or the offset differs from that of the last valid date.
    private var isNew = true
    /// Days and offsets of dates whose element is not yet accepted.
    private var uncommitted: [(day: Int64, offset: Int64)] = []

    /// Seconds east of UTC by day, from the dates of accepted elements.
    var offsetsByDay: [CivilDate: Int] { offsets.byDay }

    var hasUncommitted: Bool { !uncommitted.isEmpty }

    /// Records the dates since the last commit or discard: their element is accepted.
    mutating func commit() {
        for date in uncommitted { offsets.record(day: date.day, offset: date.offset) }
        uncommitted.removeAll(keepingCapacity: true)
    }

    /// Discards the dates since the last commit or discard: their element is rejected or read again.
    mutating func discard() {
        guard hasUncommitted else { return }
        uncommitted.removeAll(keepingCapacity: true)
        isNew = true
    }

    /// Milliseconds since 1970, UTC; nil if the text is not a valid date.
    mutating func instant(_ text: ByteSlice) -> Int64? {
        text.count == Self.length ? instant(text.start) : nil
    }

    /// Milliseconds since 1970, UTC, of exactly ``length`` bytes; nil if they are not a valid date.
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
        // Digits become 0...9 and colons 0; other bytes overflow into bit 7 of the sum.
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

    /// The day of `YYYY-MM-DD`; nil if it is not a valid date.
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
