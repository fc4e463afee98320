package import CivilTime

/// A value of a row of exported data.
package enum ExportValue: Hashable, Sendable {
    case null
    case flag(Bool)
    case integer(Int64)
    /// A number that is not infinite.
    case number(Double)
    case text(String)
    /// Milliseconds since 1970 UTC.
    case instant(Int64)

    package init(_ text: String?) { self = text.map(Self.text) ?? .null }
    package init(_ number: Double?) {
        self = number.flatMap { $0.isFinite ? .number($0) : nil } ?? .null
    }
    package init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
    package init(_ day: CivilDate?) { self = day.map { .text($0.description) } ?? .null }
    package init(_ flag: Bool) { self = .flag(flag) }
}

/// The shortest decimal text of a number, without a fraction for a whole number.
func numberText(_ number: Double) -> String {
    if let whole = Int64(exactly: number) { return String(whole) }
    return String(number)
}

/// The instant as RFC 3339 in UTC with milliseconds.
func instantText(_ milliseconds: Int64) -> String {
    let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    let day = rest < 0 ? days - 1 : days
    let time = Int(rest < 0 ? rest + 86_400_000 : rest)
    let clock = [time / 3_600_000, time / 60_000 % 60, time / 1000 % 60].map(twoDigits)
    let fraction = String(1000 + time % 1000).dropFirst()
    return "\(CivilDate(clampingDays: day))T\(clock.joined(separator: ":")).\(fraction)Z"
}
