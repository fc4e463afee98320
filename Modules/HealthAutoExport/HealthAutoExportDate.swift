import CivilTime
import JSON

/// Parses dates as `2021-12-24 00:04:00 +0800` and, from phones with a clock of 12 hours,
/// `2021-12-24 12:04:00 AM +0800`, with any kind of space before the half of the day.
enum HealthAutoExportDate {
    /// An instant with the clock that the phone showed.
    struct Parsed: Hashable {
        /// Milliseconds since 1970, UTC.
        var instant: Int64
        /// Seconds since midnight on the phone.
        var secondOfDay: Int64
        /// Seconds east of UTC.
        var offset: Int64
        var day: CivilDate
    }

    /// The instant of a date with a time and an offset; nil for another text.
    static func parse(_ text: String) -> Parsed? {
        let fields = text.split { $0.isWhitespace }
        guard fields.count == 3 || fields.count == 4, let day = CivilDate(fields[0]),
            let last = fields.last, let offset = offset(last),
            var second = clock(fields[1])
        else { return nil }
        if fields.count == 4 {
            let half = fields[2].lowercased().filter { $0 != "." }
            guard half == "am" || half == "pm", (3600..<46_800).contains(second) else { return nil }
            second = second % 43_200 + (half == "pm" ? 43_200 : 0)
        }
        let seconds = Int64(day.days) * 86_400 + second - offset
        return Parsed(instant: seconds * 1000, secondOfDay: second, offset: offset, day: day)
    }

    /// Bytes of the most frequent form.
    static let length = 25

    /// The most frequent form, `2021-12-24 00:04:00 +0800`; nil for all others.
    static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Parsed? {
        guard text.count == length, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            text[10] == 0x20, text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
            text[19] == 0x20, text[20] == UInt8(ascii: "+") || text[20] == UInt8(ascii: "-"),
            let century = number(text, 0), let year = number(text, 2),
            let month = number(text, 5), let date = number(text, 8),
            let hour = number(text, 11), let minute = number(text, 14),
            let second = number(text, 17), let zoneHour = number(text, 21),
            let zoneMinute = number(text, 23), hour < 24, minute < 60, second < 60,
            zoneHour <= 15, zoneMinute < 60,
            let day = CivilDate(Int(century * 100 + year), Int(month), Int(date))
        else { return nil }
        let clock = hour * 3600 + minute * 60 + second
        let sign: Int64 = text[20] == UInt8(ascii: "-") ? -1 : 1
        let offset = (zoneHour * 3600 + zoneMinute * 60) * sign
        let seconds = Int64(day.days) * 86_400 + clock - offset
        return Parsed(instant: seconds * 1000, secondOfDay: clock, offset: offset, day: day)
    }

    /// The number of two digits at a position.
    private static func number(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int64? {
        let (tens, ones) = (text[start] &- 0x30, text[start + 1] &- 0x30)
        return tens <= 9 && ones <= 9 ? Int64(tens) * 10 + Int64(ones) : nil
    }

    private static func clock(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = number(parts[0]), let minute = number(parts[1]),
            let second = number(parts[2]), hour < 24, minute < 60, second < 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    private static func number(_ text: Substring) -> Int64? {
        (1...2).contains(text.utf8.count) && text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
            ? Int64(text) : nil
    }

    /// Seconds east of UTC of `+0800`.
    private static func offset(_ text: Substring) -> Int64? {
        guard let sign = text.first, sign == "+" || sign == "-", text.utf8.count == 5,
            let hour = number(text.dropFirst().prefix(2)), let minute = number(text.suffix(2)),
            hour <= 15, minute < 60
        else { return nil }
        return (hour * 3600 + minute * 60) * (sign == "-" ? -1 : 1)
    }
}

extension JSONRecord {
    /// The date of a key; nil without a valid one.
    func date(_ key: StaticString) -> HealthAutoExportDate.Parsed? {
        if let bytes = plainBytes(key), let date = HealthAutoExportDate.parse(bytes) {
            return date
        }
        return text(key).flatMap(HealthAutoExportDate.parse)
    }
}
