import Memberwise

/// One day, week, month, quarter, half-year or year of the calendar; a point of a trend is one bucket.
@Memberwise
package struct Bucket: Hashable, Sendable {
    package let interval: Interval
    package let start: CivilDate
    /// The last day, inclusive.
    package let end: CivilDate

    package var days: ClosedRange<CivilDate> { min(start, end)...end }
}

extension Interval {
    /// The bucket that contains a day. Only the weekly interval depends on `weekStart`.
    package func bucket(
        containing date: CivilDate, weekStart: WeekStart = .monday
    ) -> Bucket {
        switch self {
        case .day:
            return Bucket(interval: self, start: date, end: date)
        case .week:
            let sinceStart = (date.weekday - weekStart.weekday + 7) % 7
            let start = date.advanced(by: -sinceStart)
            return Bucket(interval: self, start: start, end: start.advanced(by: 6))
        case .month, .quarter, .half, .year:
            let (year, month, _) = date.components
            let first = (month - 1) / months * months + 1
            let last = first + months - 1
            return Bucket(
                interval: self,
                start: CivilDate(clampingDays: Int64(CivilDate.dayNumber(year, first, 1))),
                end: CivilDate(
                    clampingDays: Int64(
                        CivilDate.dayNumber(year, last, CivilDate.lengthOfMonth(last, in: year)))))
        }
    }

    /// The bucket after the given one.
    package func bucket(after bucket: Bucket, weekStart: WeekStart = .monday) -> Bucket {
        self.bucket(containing: bucket.end.advanced(by: 1), weekStart: weekStart)
    }

    /// The bucket before the given one.
    package func bucket(before bucket: Bucket, weekStart: WeekStart = .monday) -> Bucket {
        self.bucket(containing: bucket.start.advanced(by: -1), weekStart: weekStart)
    }

    /// The number of months in the interval; 1 for days and weeks.
    private var months: Int {
        switch self {
        case .day, .week, .month: 1
        case .quarter: 3
        case .half: 6
        case .year: 12
        }
    }
}
