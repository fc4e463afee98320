/// The rule after the last transition of a zone, from the POSIX `TZ` format.
///
/// The text is, for example, `EST5EDT,M3.2.0,M11.1.0`. Its offsets count westward, the properties
/// eastward.
struct ZoneRule: Hashable, Sendable {
    /// Seconds by which standard time is ahead of UTC.
    var standard: Int
    var daylight: Daylight?

    struct Daylight: Hashable, Sendable {
        /// Seconds by which daylight time is ahead of UTC; can be less than standard time, as in
        /// Dublin.
        var offset: Int
        var start: Transition
        var end: Transition
    }

    /// A moment in each year.
    struct Transition: Hashable, Sendable {
        var day: Day
        /// Seconds after 00:00 in the offset before the transition; -167 to 167 hours.
        var time: Int
    }

    enum Day: Hashable, Sendable {
        /// The day of the year 1...365, without February 29.
        case julian(Int)
        /// The day of the year 0...365, with February 29.
        case ordinal(Int)
        /// The weekday 0...6 from Sunday, the week 1...5 where 5 is the last, the month 1...12.
        case weekday(Int, week: Int, month: Int)
    }

    /// The range of one offset that contains an instant, as if the rule had always applied.
    func segment(atSeconds seconds: Int64) -> OffsetSegment {
        guard let daylight, daylight.offset != standard else {
            return OffsetSegment(start: .min, end: .max, offset: standard)
        }
        let year = CivilDate(clampingDays: floorDivision(seconds, secondsPerDay)).year
        var current = OffsetSegment(start: .min, end: .max, offset: standard)
        // A change can be up to a week outside its year.
        for change in changes(from: year - 2, to: year + 2, daylight) {
            if change.at > seconds {
                return OffsetSegment(start: current.start, end: change.at, offset: current.offset)
            }
            current = OffsetSegment(start: change.at, end: .max, offset: change.offset)
        }
        return current
    }

    /// The changes, ascending, without changes that have no effect.
    private func changes(
        from first: Int, to last: Int, _ daylight: Daylight
    ) -> [(at: Int64, offset: Int)] {
        var all: [(at: Int64, offset: Int)] = []
        for year in first...last {
            let start = daylight.start.instant(in: year, offset: standard)
            let end = daylight.end.instant(in: year, offset: daylight.offset)
            let ofYear = [(at: start, offset: daylight.offset), (at: end, offset: standard)]
            all += start <= end ? ofYear : ofYear.reversed()
        }
        var effective: [(at: Int64, offset: Int)] = []
        for change in all {
            // If daylight time lasts all year, it ends at the instant at which it starts again.
            while let before = effective.last, before.at >= change.at { effective.removeLast() }
            if effective.last?.offset != change.offset { effective.append(change) }
        }
        return effective
    }
}

extension ZoneRule.Transition {
    /// Seconds since 1970 UTC; `offset` is the offset before the transition.
    func instant(in year: Int, offset: Int) -> Int64 {
        Int64(day.number(in: year)) * secondsPerDay + Int64(time - offset)
    }
}

extension ZoneRule.Day {
    /// Days since 1970-01-01.
    func number(in year: Int) -> Int {
        switch self {
        case .julian(let day):
            let leap = CivilDate.isLeapYear(year) && day >= 60 ? 1 : 0
            return CivilDate.dayNumber(year, 1, 1) + day - 1 + leap
        case .ordinal(let day):
            return CivilDate.dayNumber(year, 1, 1) + day
        case .weekday(let weekday, let week, let month):
            let first = CivilDate.dayNumber(year, month, 1)
            let firstWeekday = CivilDate(clampingDays: Int64(first)).weekday % 7
            let day = (weekday - firstWeekday + 7) % 7 + 7 * (week - 1)
            let length = CivilDate.lengthOfMonth(month, in: year)
            return first + (day < length ? day : day - 7)
        }
    }
}
