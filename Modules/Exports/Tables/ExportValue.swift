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
}

/// The shortest decimal text of a number, without a fraction for a whole number.
func numberText(_ number: Double) -> String {
    if let whole = Int64(exactly: number) { return String(whole) }
    return String(number)
}
