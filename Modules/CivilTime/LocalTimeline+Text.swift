extension LocalTimeline {
    /// Formats an instant, in milliseconds since 1970 UTC, as ISO 8601 in local time with its UTC
    /// offset, such as `2026-03-01T23:15:00-05:00`; rounded down to seconds.
    package func text(at milliseconds: Int64) -> String {
        let seconds = floorDivision(milliseconds, 1000)
        let minutes = offset(atSeconds: seconds) / 60
        // Offsets of old times have seconds, which the format cannot represent. The local time is
        // computed with the offset in whole minutes, so that the text denotes the exact instant.
        let local = seconds + Int64(minutes) * 60
        let day = floorDivision(local, secondsPerDay)
        let second = Int(local - day * secondsPerDay)
        let time = LocalTime(date: CivilDate(clampingDays: day), secondOfDay: second)
        let (hours, rest) = minutes.magnitude.quotientAndRemainder(dividingBy: 60)
        return "\(time.date)T\(time.hourAndMinute):\(twoDigits(second % 60))"
            + "\(minutes < 0 ? "-" : "+")\(twoDigits(Int(hours))):\(twoDigits(Int(rest)))"
    }
}
