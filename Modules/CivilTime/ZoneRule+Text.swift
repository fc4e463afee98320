extension ZoneRule {
    /// Parses the expanded form of POSIX `TZ`, with the extended hours of TZif.
    init(_ text: String) throws(ZoneError) {
        var scanner = RuleScanner(text)
        guard let rule = scanner.rule(), scanner.isAtEnd else { throw .badRule(text) }
        self = rule
    }
}

/// Scans from left to right; each part is nil if it is missing or out of range.
private struct RuleScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func rule() -> ZoneRule? {
        guard name(), let west = clock(hours: 24) else { return nil }
        var rule = ZoneRule(standard: -west)
        guard !isAtEnd else { return rule }
        guard name() else { return nil }
        var offset = rule.standard + 3600
        if rest.first != UInt8(ascii: ","), !isAtEnd {
            guard let west = clock(hours: 24) else { return nil }
            offset = -west
        }
        guard accept(","), let start = change(), accept(","), let end = change() else { return nil }
        rule.daylight = ZoneRule.Daylight(offset: offset, start: start, end: end)
        return rule
    }

    /// Scans at least three letters, or letters, digits and signs in angle brackets.
    private mutating func name() -> Bool {
        if accept("<") {
            let characters = rest.prefix { isLetter($0) || isDigit($0) || $0 == 43 || $0 == 45 }
            rest = rest.dropFirst(characters.count)
            return characters.count >= 3 && accept(">")
        }
        let letters = rest.prefix(while: isLetter)
        rest = rest.dropFirst(letters.count)
        return letters.count >= 3
    }

    private mutating func change() -> ZoneRule.Transition? {
        guard let day = day() else { return nil }
        guard accept("/") else { return ZoneRule.Transition(day: day, time: 2 * 3600) }
        guard let time = clock(hours: 167) else { return nil }
        return ZoneRule.Transition(day: day, time: time)
    }

    private mutating func day() -> ZoneRule.Day? {
        if accept("J") { return number(1...365).map { .julian($0) } }
        guard accept("M") else { return number(0...365).map { .ordinal($0) } }
        guard let month = number(1...12), accept("."), let week = number(1...5), accept("."),
            let weekday = number(0...6)
        else { return nil }
        return .weekday(weekday, week: week, month: month)
    }

    /// Scans `[+-]hh[:mm[:ss]]` and returns seconds; nil if it is missing or out of range.
    private mutating func clock(hours: Int) -> Int? {
        let sign = accept("-") ? -1 : 1
        if sign == 1 { _ = accept("+") }
        guard let hour = number(0...hours) else { return nil }
        var seconds = hour * 3600
        if accept(":") {
            guard let minute = number(0...59) else { return nil }
            seconds += minute * 60
            if accept(":") {
                guard let second = number(0...59) else { return nil }
                seconds += second
            }
        }
        return sign * seconds
    }

    private mutating func number(_ allowed: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix(while: isDigit)
        rest = rest.dropFirst(digits.count)
        guard digits.count <= 3, let number = decimal(digits), allowed.contains(number)
        else { return nil }
        return number
    }

    private mutating func accept(_ mark: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: mark) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
