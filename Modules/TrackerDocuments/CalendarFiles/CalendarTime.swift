import CivilTime

/// A date or a time of an iCalendar object (RFC 5545, sections 3.3.4 and 3.3.5).
struct CalendarTime: Hashable, Sendable {
    /// The clock that shows the time.
    enum Clock: Hashable, Sendable {
        /// No clock: a date.
        case date
        /// The clock of the reader.
        case floating
        case utc
        /// The name of a zone.
        case zone(String)
    }

    /// The local time of the clock; midnight for a date.
    var local: LocalTime
    var clock: Clock

    init(local: LocalTime, clock: Clock) {
        self.local = local
        self.clock = clock
    }

    /// Nil if the value of the line is not a date or a time.
    init?(_ line: ContentLine) {
        self.init(line.value, zone: line.parameters["TZID"])
    }

    /// The times of a list such as that of `EXDATE`; nil if one of them is not a date or a time. The
    /// start stands for a period of `RDATE`.
    static func list(_ line: ContentLine) -> [CalendarTime]? {
        let parts = line.value.split(separator: ",").map { $0.prefix { $0 != "/" } }
        let times = parts.compactMap { CalendarTime($0, zone: line.parameters["TZID"]) }
        return times.count == parts.count ? times : nil
    }

    init?(_ text: some StringProtocol, zone: String?) {
        let bytes = Array(text.utf8.prefix(17))
        func number(_ range: Range<Int>) -> Int? {
            bytes[range].reduce(0 as Int?) { sum, byte in
                guard let sum, (48...57).contains(byte) else { return nil }
                return sum * 10 + Int(byte) - 48
            }
        }
        guard bytes.count >= 8, let year = number(0..<4), let month = number(4..<6),
            let day = number(6..<8), let date = CivilDate(year, month, day)
        else { return nil }
        if bytes.count == 8 {
            self.init(local: LocalTime(date: date, secondOfDay: 0), clock: .date)
            return
        }
        guard (15...16).contains(bytes.count), bytes[8] == UInt8(ascii: "T"),
            let hour = number(9..<11), let minute = number(11..<13), let second = number(13..<15),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        let isUTC = bytes.count == 16
        guard !isUTC || bytes[15] == UInt8(ascii: "Z") else { return nil }
        self.init(
            local: LocalTime(
                date: date, secondOfDay: hour * 3600 + minute * 60 + min(second, 59)),
            clock: isUTC ? .utc : zone.map(Clock.zone) ?? .floating)
    }
}

/// The length of an event (section 3.3.6), such as `PT1H30M`, in seconds.
struct CalendarDuration {
    let seconds: Int

    /// Nil if the text is not a duration from now on, or longer than a century.
    init?(_ text: String) {
        var seconds = 0
        var digits = ""
        var units = 0
        for scalar in text.unicodeScalars {
            switch scalar {
            case "0"..."9": digits.unicodeScalars.append(scalar)
            case "P", "T", "+": guard digits.isEmpty else { return nil }
            default:
                let lengths: [Unicode.Scalar: Int] = [
                    "W": 604_800, "D": 86_400, "H": 3600, "M": 60, "S": 1,
                ]
                guard let length = lengths[scalar], digits.utf8.count <= 9,
                    let count = Int(digits)
                else { return nil }
                seconds += min(count, Self.limit) * length
                guard seconds <= Self.limit else { return nil }
                (digits, units) = ("", units + 1)
            }
        }
        guard units > 0, digits.isEmpty else { return nil }
        self.seconds = seconds
    }

    private static let limit = 36_525 * 86_400
}
