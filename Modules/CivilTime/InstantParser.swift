/// Parses times as `2019-06-11T22:00:00Z`, with an optional fraction of seconds and an offset.
package enum InstantParser {
    /// Milliseconds since 1970, UTC, and true if the text states its zone; nil if the text is not a
    /// time. A time without a zone is read as UTC.
    package static func instant(_ text: String) -> (milliseconds: Int64, hasZone: Bool)? {
        var rest = Substring(text)
        guard let day = CivilDate(rest.prefix(10)) else { return nil }
        rest = rest.dropFirst(10)
        guard let separator = rest.popFirst(), separator == "T" || separator == " ",
            let clock = clock(&rest), let fraction = fraction(&rest), let offset = offset(rest)
        else { return nil }
        let seconds = Int64(day.days) * 86_400 + clock - (offset ?? 0)
        return (seconds * 1000 + fraction, offset != nil)
    }

    /// Seconds since midnight of `HH:MM:SS`.
    private static func clock(_ rest: inout Substring) -> Int64? {
        let parts = rest.prefix(8).split(separator: ":", omittingEmptySubsequences: false)
        rest = rest.dropFirst(8)
        guard parts.count == 3, let hour = digits(parts[0]), let minute = digits(parts[1]),
            let second = digits(parts[2]), hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// Milliseconds of `.123456`, whose further digits do not count; 0 without a fraction.
    private static func fraction(_ rest: inout Substring) -> Int64? {
        guard rest.first == "." || rest.first == "," else { return 0 }
        let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(1 + digits.count)
        guard !digits.isEmpty else { return nil }
        return Int64((digits + "00").prefix(3))
    }

    /// Seconds east of UTC of `Z`, `+HH:MM`, `+HHMM` or `+HH`; an inner nil without a zone, nil if the
    /// text is not a zone.
    private static func offset(_ rest: Substring) -> Int64?? {
        if rest.isEmpty { return .some(nil) }
        if rest == "Z" || rest == "z" { return 0 }
        guard let sign = rest.first, sign == "+" || sign == "-" else { return nil }
        let numbers = rest.dropFirst().filter { $0 != ":" }
        guard numbers.count == 2 || numbers.count == 4, let hour = digits(numbers.prefix(2)),
            let minute = numbers.count == 4 ? digits(numbers.suffix(2)) : 0, hour < 24, minute < 60
        else { return nil }
        let seconds = hour * 3600 + minute * 60
        return sign == "-" ? -seconds : seconds
    }

    /// The number of two digits.
    private static func digits(_ text: some StringProtocol) -> Int64? {
        text.utf8.count == 2 && text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
            ? Int64(text) : nil
    }
}
