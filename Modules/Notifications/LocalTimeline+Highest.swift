package import CivilTime

extension LocalTimeline {
    /// The greatest local time that the clock has shown up to an instant in milliseconds since 1970 UTC:
    /// later than the local time after the clock was set back. Looks back over 26 hours.
    package func highestLocalTime(at milliseconds: Int64) -> LocalTime {
        var highest = localTime(at: milliseconds)
        let now = floorDivision(milliseconds, 1000)
        var segment = segment(atSeconds: now)
        while segment.start > now - Self.searchedSeconds {
            let last = segment.start - 1
            highest = max(highest, localTime(at: last * 1000))
            segment = self.segment(atSeconds: last)
        }
        return highest
    }

    /// The greatest distance by which a clock is set back, in seconds: that of two zones.
    private static var searchedSeconds: Int64 { 26 * 3600 }
}
