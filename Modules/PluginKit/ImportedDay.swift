import CivilTime

/// Days as the numbers of ``ImportedEntry/day``: days since 1970-01-01.
public enum ImportedDay {
    private static let milliseconds: Int64 = 86_400_000

    /// The day of an instant in milliseconds since 1970 UTC, on the clock of UTC.
    public static func of(milliseconds instant: Int64) -> Int {
        Int(instant / milliseconds) - (instant % milliseconds < 0 ? 1 : 0)
    }

    /// The day of a date, in days since 1970-01-01; nil for a date that does not exist.
    public static func of(year: Int, month: Int, day: Int) -> Int? {
        CivilDate(year, month, day).map { Int($0.days) }
    }

    /// The day of `YYYY-MM-DD`; nil for another text.
    public static func of(_ text: some StringProtocol) -> Int? {
        CivilDate(text).map { Int($0.days) }
    }

    /// The day as `YYYY-MM-DD`; nil outside of the years 1900 to 2199.
    public static func text(_ day: Int) -> String? { civilDate(day)?.description }

    /// The date of a day; nil for a day that cannot be stored.
    static func civilDate(_ day: Int) -> CivilDate? {
        guard let number = Int32(exactly: day) else { return nil }
        let date = CivilDate(days: number)
        return measurableDays.contains(date) ? date : nil
    }
}
