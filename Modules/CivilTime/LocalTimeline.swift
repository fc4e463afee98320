import Memberwise

/// A stretch of time with one offset between local time and UTC.
@Memberwise
package struct OffsetSegment: Hashable, Sendable {
    /// Seconds since 1970 UTC, `Int64.min` when it has no beginning.
    package let start: Int64
    /// Exclusive, `Int64.max` when it has no end.
    package let end: Int64
    /// Seconds that local time is ahead of UTC.
    package let offset: Int
}

/// What turns instants into local days: one zone, or the zones a person lived in.
///
/// Days are not assumed to have 24 hours, to exist, or to be one stretch of time: when a clock is
/// set back across midnight, a date ends, and comes again for some minutes.
package protocol LocalTimeline: Sendable {
    /// The stretch of one offset that the instant lies in. Any instant has one.
    func segment(atSeconds seconds: Int64) -> OffsetSegment
}

extension LocalTimeline {
    /// Seconds that local time is ahead of UTC.
    package func offset(atSeconds seconds: Int64) -> Int {
        segment(atSeconds: seconds).offset
    }

    /// The date on the wall at an instant in milliseconds since 1970 UTC.
    package func civilDate(at milliseconds: Int64) -> CivilDate {
        localTime(at: milliseconds).date
    }

    /// Date and time of day on the wall at an instant in milliseconds since 1970 UTC.
    package func localTime(at milliseconds: Int64) -> LocalTime {
        let seconds = floorDivision(milliseconds, 1000)
        let local = seconds + Int64(offset(atSeconds: seconds))
        let day = floorDivision(local, secondsPerDay)
        return LocalTime(
            date: CivilDate(clampingDays: day), secondOfDay: Int(local - day * secondsPerDay))
    }

    /// The first instant, in milliseconds since 1970 UTC, at which the date on the wall is `date`
    /// or a later one: later only when the date itself is missing.
    package func startOfDay(_ date: CivilDate) -> Int64 {
        instant(of: LocalTime(date: date, secondOfDay: 0))
    }

    /// The first instant, in milliseconds since 1970 UTC, at which the wall shows `time`, or, when
    /// the clock jumps over it, a later one.
    package func instant(of time: LocalTime) -> Int64 {
        let local = Int64(time.date.days) * secondsPerDay + Int64(time.secondOfDay)
        var segment = segment(atSeconds: local - maximumOffset)
        while true {
            let candidate = max(segment.start, local - Int64(segment.offset))
            if candidate < segment.end { return candidate * 1000 }
            segment = self.segment(atSeconds: segment.end)
        }
    }

    /// The stretches of time, in milliseconds since 1970 UTC and with exclusive ends, during which
    /// the date on the wall is `date`: almost always one, none when the date is missing.
    package func pieces(of date: CivilDate) -> [Range<Int64>] {
        let localStart = Int64(date.days) * secondsPerDay
        var pieces: [Range<Int64>] = []
        var segment = segment(atSeconds: localStart - maximumOffset)
        while true {
            let start = max(segment.start, localStart - Int64(segment.offset))
            let end = min(segment.end, localStart + secondsPerDay - Int64(segment.offset))
            if start < end {
                if let last = pieces.last, last.upperBound == start * 1000 {
                    pieces[pieces.count - 1] = last.lowerBound..<(end * 1000)
                } else {
                    pieces.append((start * 1000)..<(end * 1000))
                }
            }
            // Beyond this no offset can bring the date back.
            if segment.end >= localStart + secondsPerDay + maximumOffset { return pieces }
            segment = self.segment(atSeconds: segment.end)
        }
    }

    /// Milliseconds during which the date on the wall is `date`; 0 when it is missing.
    package func length(of date: CivilDate) -> Int64 {
        pieces(of: date).reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
    }
}

package let secondsPerDay: Int64 = 86_400

/// The greatest distance from UTC that a zone may have: what TZif calls the sane range.
let maximumOffset: Int64 = 26 * 3600

/// The quotient rounded down, for a divisor above 0.
@inlinable
package func floorDivision(_ dividend: Int64, _ divisor: Int64) -> Int64 {
    let quotient = dividend / divisor
    return dividend % divisor < 0 ? quotient - 1 : quotient
}
