import Memberwise

/// A range of time with one UTC offset.
@Memberwise
package struct OffsetSegment: Hashable, Sendable {
    /// Seconds since 1970 UTC; `Int64.min` if unbounded.
    package let start: Int64
    /// Exclusive; `Int64.max` if unbounded.
    package let end: Int64
    /// Seconds by which local time is ahead of UTC.
    package let offset: Int
}

/// A mapping of instants to local time: one zone, or the zones of a person over time.
///
/// A day can have fewer or more than 24 hours, can be missing, and can have several ranges of time:
/// when a clock is set back across midnight, a date ends and begins again.
package protocol LocalTimeline: Sendable {
    /// The range of one UTC offset that contains the instant. Every instant has one.
    func segment(atSeconds seconds: Int64) -> OffsetSegment
}

extension LocalTimeline {
    /// Seconds by which local time is ahead of UTC.
    package func offset(atSeconds seconds: Int64) -> Int {
        segment(atSeconds: seconds).offset
    }

    /// The local date at an instant in milliseconds since 1970 UTC.
    package func civilDate(at milliseconds: Int64) -> CivilDate {
        localTime(at: milliseconds).date
    }

    /// The local date and time of day at an instant in milliseconds since 1970 UTC.
    package func localTime(at milliseconds: Int64) -> LocalTime {
        let seconds = floorDivision(milliseconds, 1000)
        let local = seconds + Int64(offset(atSeconds: seconds))
        let day = floorDivision(local, secondsPerDay)
        return LocalTime(
            date: CivilDate(clampingDays: day), secondOfDay: Int(local - day * secondsPerDay))
    }

    /// The first instant, in milliseconds since 1970 UTC, at which the local date is `date`, or a
    /// later date if `date` is missing.
    package func startOfDay(_ date: CivilDate) -> Int64 {
        instant(of: LocalTime(date: date, secondOfDay: 0))
    }

    /// The first instant, in milliseconds since 1970 UTC, at which the local time is `time`, or the
    /// next one if the clock skips `time`.
    package func instant(of time: LocalTime) -> Int64 {
        let local = Int64(time.date.days) * secondsPerDay + Int64(time.secondOfDay)
        var segment = segment(atSeconds: local - maximumOffset)
        while true {
            let candidate = max(segment.start, local - Int64(segment.offset))
            if candidate < segment.end { return candidate * 1000 }
            segment = self.segment(atSeconds: segment.end)
        }
    }

    /// The ranges of time, in milliseconds since 1970 UTC, during which the local date is `date`:
    /// usually one, and none if the date is missing.
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
            // After this, no offset can return to the date.
            if segment.end >= localStart + secondsPerDay + maximumOffset { return pieces }
            segment = self.segment(atSeconds: segment.end)
        }
    }

    /// The number of milliseconds during which the local date is `date`; 0 if the date is missing.
    package func length(of date: CivilDate) -> Int64 {
        pieces(of: date).reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
    }
}

package let secondsPerDay: Int64 = 86_400

/// The greatest distance from UTC that a zone may have, as TZif recommends.
let maximumOffset: Int64 = 26 * 3600

/// Division rounded down; the divisor must be positive.
@inlinable
package func floorDivision(_ dividend: Int64, _ divisor: Int64) -> Int64 {
    let quotient = dividend / divisor
    return dividend % divisor < 0 ? quotient - 1 : quotient
}
