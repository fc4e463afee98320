import CivilTime

/// An instant, in milliseconds since 1970, as ISO 8601 text in UTC, to the second.
func secondText(_ milliseconds: Int64) -> String {
    let moment = ZoneHistory(.utc).localTime(at: milliseconds)
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hour, rest) = (moment.secondOfDay / 3600, moment.secondOfDay % 3600)
    return "\(moment.date)T\(digits(hour)):\(digits(rest / 60)):\(digits(rest % 60))Z"
}
