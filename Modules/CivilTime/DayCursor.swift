/// The current range of time with one local date, for a sequence of instants.
///
/// A move within the range costs nothing, and a move within one UTC offset only arithmetic; the
/// zone is looked up only where the offset changes. A day can have several ranges.
package struct DayCursor {
    private let timeline: ZoneHistory
    private var segment: OffsetSegment

    package private(set) var date: CivilDate
    /// Milliseconds since 1970 UTC.
    package private(set) var start: Int64
    /// Exclusive.
    package private(set) var end: Int64

    package init(_ timeline: ZoneHistory, at milliseconds: Int64) {
        self.timeline = timeline
        segment = timeline.segment(atSeconds: floorDivision(milliseconds, 1000))
        (date, start, end) = Self.dayBounds(of: segment, at: milliseconds)
    }

    /// True if the instant is in the current range.
    package func contains(_ milliseconds: Int64) -> Bool {
        milliseconds >= start && milliseconds < end
    }

    package mutating func move(to milliseconds: Int64) {
        if contains(milliseconds) { return }
        let seconds = floorDivision(milliseconds, 1000)
        if seconds < segment.start || seconds >= segment.end {
            segment = timeline.segment(atSeconds: seconds)
        }
        (date, start, end) = Self.dayBounds(of: segment, at: milliseconds)
    }

    private static func dayBounds(
        of segment: OffsetSegment, at milliseconds: Int64
    ) -> (CivilDate, Int64, Int64) {
        let offset = Int64(segment.offset)
        let local = floorDivision(milliseconds, 1000) + offset
        let day = floorDivision(local, secondsPerDay)
        let midnight = day * secondsPerDay - offset
        return (
            CivilDate(clampingDays: day),
            scaled(max(segment.start, midnight)),
            scaled(min(segment.end, midnight + secondsPerDay))
        )
    }

    /// Milliseconds, clamped to 64 bits.
    private static func scaled(_ seconds: Int64) -> Int64 {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return overflow ? (seconds < 0 ? .min : .max) : product
    }
}
