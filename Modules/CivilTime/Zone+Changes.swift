import Memberwise

/// A change of a zone's UTC offset at an instant.
@Memberwise
package struct OffsetChange: Hashable, Sendable {
    /// Seconds since 1970 UTC.
    package let instant: Int64
    /// Seconds by which local time is ahead of UTC before the change.
    package let before: Int
    /// Seconds by which local time is ahead of UTC after the change.
    package let after: Int
}

/// A change of a zone's UTC offset on a weekday of the same month in each year.
@Memberwise
package struct YearlyOffsetChange: Hashable, Sendable {
    /// 1...12.
    package let month: Int
    /// The week of the month 1...4, or 5 for the last one.
    package let week: Int
    /// The ISO weekday 1...7.
    package let weekday: Int
    /// Seconds after 00:00 of the day in the offset before the change; can be outside of the day.
    package let second: Int
    /// Seconds by which local time is ahead of UTC before the change.
    package let before: Int
    /// Seconds by which local time is ahead of UTC after the change.
    package let after: Int
}

extension Zone {
    /// The changes after `start` and before `end`, in seconds since 1970 UTC, ascending.
    package func offsetChanges(after start: Int64, before end: Int64) -> [OffsetChange] {
        var changes: [OffsetChange] = []
        var segment = segment(atSeconds: start)
        while segment.end < end {
            let next = self.segment(atSeconds: segment.end)
            if next.offset != segment.offset {
                changes.append(
                    OffsetChange(
                        instant: segment.end, before: segment.offset, after: next.offset))
            }
            segment = next
        }
        return changes
    }

    /// The two yearly changes of the zone and the instant since which all changes are of them, in seconds
    /// since 1970 UTC; nil for a zone without such a rule.
    package var yearlyChanges: (since: Int64, changes: [YearlyOffsetChange])? {
        guard let rule, let daylight = rule.daylight, daylight.offset != rule.standard,
            let start = daylight.start.yearly(before: rule.standard, after: daylight.offset),
            let end = daylight.end.yearly(before: daylight.offset, after: rule.standard)
        else { return nil }
        return (since: firstInstant(of: rule), changes: [start, end])
    }
}

extension ZoneRule.Transition {
    /// The change as one of each year; nil if its day is not a weekday of a month.
    fileprivate func yearly(before: Int, after: Int) -> YearlyOffsetChange? {
        guard case .weekday(let weekday, let week, let month) = day else { return nil }
        return YearlyOffsetChange(
            month: month, week: week, weekday: weekday == 0 ? 7 : weekday, second: time,
            before: before, after: after)
    }
}
