/// ISO 8601 in UTC with milliseconds, such as `2026-03-01T07:15:00.000Z`.
///
/// - Parameter milliseconds: Since 1970.
/// - Returns: 24 characters, for years of four digits.
package func instantText(_ milliseconds: Int64) -> String {
    let dayLength: Int64 = 86_400_000
    let day = floorDivision(milliseconds, dayLength)
    let time = milliseconds - day * dayLength
    func digits(_ value: Int64, _ width: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    let date = CivilDate(clampingDays: day).description
    let (hour, minute) = (digits(time / 3_600_000, 2), digits(time / 60_000 % 60, 2))
    return "\(date)T\(hour):\(minute):\(digits(time / 1000 % 60, 2)).\(digits(time % 1000, 3))Z"
}
