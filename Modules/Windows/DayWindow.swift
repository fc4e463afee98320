package import CivilTime

/// A range of days, both ends included.
package struct DayWindow: Hashable, Sendable {
    package var earliest: CivilDate
    package var latest: CivilDate

    /// - Precondition: `earliest` is not after `latest`.
    package init(earliest: CivilDate, latest: CivilDate) {
        precondition(earliest <= latest)
        self.earliest = earliest
        self.latest = latest
    }

    package var dayCount: Int { earliest.distance(to: latest) + 1 }
    package var days: ClosedRange<CivilDate> { earliest...latest }

    /// The bounds of a query for these days in local time. The end is the midnight after the last day.
    package var query: WindowQuery {
        func midnight(_ date: CivilDate) -> LocalTime { LocalTime(date: date, secondOfDay: 0) }
        return WindowQuery(
            startInclusive: midnight(earliest), endExclusive: midnight(latest.advanced(by: 1)),
            sleepStartInclusive: midnight(earliest.advanced(by: -1)))
    }
}

/// The bounds of a query in local time.
package struct WindowQuery: Hashable, Sendable {
    package let startInclusive: LocalTime
    package let endExclusive: LocalTime
    /// One day before `startInclusive`, because a night belongs to the day of waking.
    package let sleepStartInclusive: LocalTime
}
