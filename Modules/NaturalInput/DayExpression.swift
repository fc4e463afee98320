package import CivilTime
import Texts

/// A day as a person writes it: `today`, `yesterday`, `-1d`, `mon`, `21`, `nov 3` or `2026-11-03`.
package enum DayExpression: Hashable, Sendable {
    case date(CivilDate)
    /// So many days after today; negative before today.
    case offset(Int)
    /// ISO 8601: 1 is Monday, 7 is Sunday.
    case weekday(Int)
    /// 1 to 31.
    case dayOfMonth(Int)
    case dayOfYear(month: Int, day: Int)

    /// Parses a day, ignoring case and surrounding white space.
    package init(_ text: some StringProtocol) throws(DayError) {
        let typed = String(text).trimmed
        let word = typed.lowercased().replacing("\u{2212}", with: "-")
        if let date = CivilDate(word) {
            self = .date(date)
        } else if let offset = Self.offset(word) {
            self = .offset(offset)
        } else if let weekday = Self.weekday(word) {
            self = .weekday(weekday)
        } else {
            self = try Self.calendarDay(word, typed)
        }
    }

    /// True if the day does not depend on today.
    package var isAbsolute: Bool {
        if case .date = self { true } else { false }
    }

    /// The day that the expression refers to.
    ///
    /// `today` and offsets refer to `today`. Weekdays and days of a month are searched from
    /// `anchor`, or `today` for nil, in the direction of the sense; `anchor` itself can be the
    /// result.
    package func date(
        today: CivilDate, anchor: CivilDate? = nil, _ sense: DaySense
    ) throws(DayError) -> CivilDate {
        let anchor = anchor ?? today
        let found: CivilDate?
        switch self {
        case .date(let date): found = date
        case .offset(let days): found = today.advanced(by: days)
        case .weekday(let weekday):
            let before = (anchor.weekday - weekday + 7) % 7
            found = anchor.advanced(by: sense == .past ? -before : (7 - before) % 7)
        case .dayOfMonth(let day):
            let first = anchor.year * 12 + anchor.month - 1
            found = Self.search(sense, from: first, anchor) { index in
                CivilDate(index / 12, index % 12 + 1, day)
            }
        case .dayOfYear(let month, let day):
            found = Self.search(sense, from: anchor.year, anchor) { CivilDate($0, month, day) }
        }
        guard let found, (CivilDate.distantPast...CivilDate.distantFuture).contains(found) else {
            throw .noSuchDay(text)
        }
        return found
    }

    /// The first existing day in the direction of `sense`, among periods numbered by `index`. Nine
    /// periods contain each day of a month, and each February 29.
    private static func search(
        _ sense: DaySense, from index: Int, _ anchor: CivilDate,
        _ day: (Int) -> CivilDate?
    ) -> CivilDate? {
        for step in 0...8 {
            guard let date = day(sense == .past ? index - step : index + step) else { continue }
            if sense == .past ? date <= anchor : date >= anchor { return date }
        }
        return nil
    }

    /// The expression in its shortest written form.
    private var text: String {
        switch self {
        case .date(let date): date.description
        case .offset(let days): days < 0 ? "\(days)d" : "+\(days)d"
        case .weekday(let weekday): weekdayAbbreviation(weekday)
        case .dayOfMonth(let day): "\(day)"
        case .dayOfYear(let month, let day): "\(monthAbbreviation(month)) \(day)"
        }
    }
}

extension DayExpression {
    /// `today`, `yesterday`, `tomorrow`, `-1d`, `+2w`; nil for other words.
    private static func offset(_ word: String) -> Int? {
        switch word {
        case "today": return 0
        case "yesterday": return -1
        case "tomorrow": return 1
        default: break
        }
        guard let sign = word.first, sign == "-" || sign == "+", let unit = word.last,
            unit == "d" || unit == "w"
        else { return nil }
        let digits = word.dropFirst().dropLast()
        guard (1...6).contains(digits.count), digits.allSatisfy(isDigit), let count = Int(digits)
        else { return nil }
        return (sign == "-" ? -count : count) * (unit == "w" ? 7 : 1)
    }

    /// The weekday with the name or prefix of at least two letters; nil for other words.
    private static func weekday(_ word: String) -> Int? {
        number(of: word, in: weekdayNames, minimumLength: 2)
    }

    /// `21`, `21st`, `nov 3`, `3 nov` and `nov 3 2025`, also with `-` or `.` between the parts.
    private static func calendarDay(
        _ word: String, _ typed: String
    ) throws(DayError) -> DayExpression {
        guard let parts = parts(of: word).map(withoutOrdinalSuffix), !parts.isEmpty else {
            throw .notADay(typed)
        }
        // A written date that `CivilDate` does not accept.
        if parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ $0.allSatisfy(isDigit) }) {
            throw .noSuchDay(typed)
        }
        let months = parts.map { number(of: $0, in: monthNames, minimumLength: 3) }
        guard let position = months.firstIndex(where: { $0 != nil }), let month = months[position]
        else {
            guard parts.count == 1, let day = Int(parts[0]), parts[0].count <= 2 else {
                throw .notADay(typed)
            }
            guard (1...31).contains(day) else { throw .noSuchDay(typed) }
            return .dayOfMonth(day)
        }
        let numbers = parts.indices.filter { $0 != position }.map { parts[$0] }
        guard position <= 1, (1...2).contains(numbers.count), let day = Int(numbers[0]),
            numbers[0].count <= 2
        else { throw .notADay(typed) }
        guard numbers.count == 1 else {
            guard numbers[1].count == 4, let year = Int(numbers[1]) else { throw .notADay(typed) }
            guard let date = CivilDate(year, month, day) else { throw .noSuchDay(typed) }
            return .date(date)
        }
        // A leap year has all days of a month.
        guard CivilDate(2000, month, day) != nil else { throw .noSuchDay(typed) }
        return .dayOfYear(month: month, day: day)
    }

    /// The parts without the first `st`, `nd`, `rd` or `th` after a number, as in `nov 3rd`.
    private static func withoutOrdinalSuffix(_ parts: [String]) -> [String] {
        let suffix = parts.indices.dropFirst().first { index in
            ["st", "nd", "rd", "th"].contains(parts[index])
                && parts[index - 1].allSatisfy(isDigit)
        }
        var parts = parts
        if let suffix { parts.remove(at: suffix) }
        return parts
    }

    /// The runs of letters and of digits in a word; nil if it contains another character than
    /// spaces, dashes and points between them.
    private static func parts(of word: String) -> [String]? {
        var parts: [String] = []
        var isInPart = false
        for character in word {
            guard character.isASCII, character.isLetter || isDigit(character) else {
                guard " -.".contains(character), !parts.isEmpty else { return nil }
                isInPart = false
                continue
            }
            if isInPart, let last = parts.last?.last, isDigit(last) == isDigit(character) {
                parts[parts.count - 1].append(character)
            } else {
                parts.append(String(character))
            }
            isInPart = true
        }
        return word.last.map { " -.".contains($0) } == true ? nil : parts
    }

    /// The 1-based position of the only name with the prefix; nil for a shorter or other word.
    private static func number(
        of word: String, in names: [String], minimumLength: Int
    ) -> Int? {
        guard word.count >= minimumLength else { return nil }
        let matches = names.indices.filter { names[$0].lowercased().hasPrefix(word) }
        return matches.count == 1 ? matches[0] + 1 : nil
    }
}

private func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
