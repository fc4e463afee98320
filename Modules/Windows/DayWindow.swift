package import CivilTime

/// A run of days, both ends inclusive.
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

    /// What a query for these days asks for, in local time: whole days, so the end is the midnight
    /// after the last one.
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
    /// A day earlier: a night is filed under the day of waking.
    package let sleepStartInclusive: LocalTime
}
