/// Formats an instant as ISO 8601 in UTC with milliseconds, such as `2026-03-01T07:15:00.000Z`.
///
/// - Parameter milliseconds: Milliseconds since 1970.
/// - Returns: 24 characters, for years of four digits.
package func instantText(_ milliseconds: Int64) -> String {
    let fraction = Int(milliseconds - floorDivision(milliseconds, 1000) * 1000)
    return "\(timestamp(milliseconds)).\(fraction / 100)\(twoDigits(fraction % 100))Z"
}

/// Formats an instant as ISO 8601 in UTC, rounded down to seconds, such as `2026-03-01T07:15:00Z`.
///
/// - Parameter milliseconds: Milliseconds since 1970.
/// - Returns: 20 characters, for years of four digits.
package func secondText(_ milliseconds: Int64) -> String {
    "\(timestamp(milliseconds))Z"
}

private func timestamp(_ milliseconds: Int64) -> String {
    let seconds = floorDivision(milliseconds, 1000)
    let days = floorDivision(seconds, 86_400)
    let second = Int(seconds - days * 86_400)
    return "\(CivilDate(clampingDays: days))T\(twoDigits(second / 3600))"
        + ":\(twoDigits(second / 60 % 60)):\(twoDigits(second % 60))"
}
