package import CivilTime

extension RecurrenceRule {
    /// The most days that are examined for one rule: two centuries.
    private static let examinedDays = 73_050

    /// The days of the rule from `start` on, through `last` and its end, ascending.
    ///
    /// - Parameters:
    ///   - start: The day of DTSTART, which also determines the parts that the rule leaves out.
    ///   - last: The last day; days more than two centuries after the start are left out.
    /// - Returns: The days without repetition, at most as many as COUNT.
    package func days(from start: CivilDate, through last: CivilDate) -> [CivilDate] {
        let last = min(last, start.advanced(by: Self.examinedDays))
        var days: [CivilDate] = []
        var period = firstPeriod(containing: start)
        while period.lowerBound <= last {
            for day in candidates(in: period, start) where day >= start {
                guard day <= last, days.count < count ?? .max else { return days }
                days.append(day)
            }
            guard let next = next(after: period) else { return days }
            period = next
        }
        return days
    }

    /// The days of one period that the rule names, ascending.
    private func candidates(
        in period: ClosedRange<CivilDate>, _ start: CivilDate
    ) -> [CivilDate] {
        var days: [CivilDate] = []
        for offset in 0...period.lowerBound.distance(to: period.upperBound) {
            let day = period.lowerBound.advanced(by: offset)
            if matches(day, start) { days.append(day) }
        }
        guard !positions.isEmpty else { return days }
        let chosen = positions.compactMap { position -> CivilDate? in
            let index = position > 0 ? position - 1 : days.count + position
            return days.indices.contains(index) ? days[index] : nil
        }
        return Set(chosen).sorted()
    }

    private func matches(_ day: CivilDate, _ start: CivilDate) -> Bool {
        let (year, month, dayOfMonth) = day.components
        if !months.isEmpty, !months.contains(month) { return false }
        let length = CivilDate.lengthOfMonth(month, in: year)
        if !monthDays.isEmpty,
            !monthDays.contains(where: { $0 > 0 ? $0 == dayOfMonth : length + 1 + $0 == dayOfMonth }
            )
        {
            return false
        }
        let yearRange = Self.year(year)
        if !yearDays.isEmpty {
            let number = yearRange.lowerBound.distance(to: day) + 1
            let length = yearRange.lowerBound.distance(to: yearRange.upperBound) + 1
            guard yearDays.contains(where: { $0 > 0 ? $0 == number : length + 1 + $0 == number })
            else { return false }
        }
        if !weeks.isEmpty, !isInWeeks(day, year) { return false }
        if !weekdays.isEmpty {
            return weekdays.contains { isNumbered(day, $0, dayOfMonth, length, yearRange) }
        }
        return matchesStart(day, start, month, dayOfMonth)
    }

    /// True if the day agrees with the start in the parts that the rule leaves out.
    private func matchesStart(
        _ day: CivilDate, _ start: CivilDate, _ month: Int, _ dayOfMonth: Int
    ) -> Bool {
        guard monthDays.isEmpty, yearDays.isEmpty else { return true }
        switch frequency {
        case .daily: return true
        case .weekly: return day.weekday == start.weekday
        case .monthly: return dayOfMonth == start.day
        case .yearly:
            guard weeks.isEmpty else { return day.weekday == start.weekday }
            return dayOfMonth == start.day && (!months.isEmpty || month == start.month)
        }
    }

    /// True if the day is the numbered weekday of its month, or of its year in a yearly rule without
    /// months.
    private func isNumbered(
        _ day: CivilDate, _ weekday: NumberedWeekday, _ dayOfMonth: Int, _ length: Int,
        _ year: ClosedRange<CivilDate>
    ) -> Bool {
        guard day.weekday == weekday.weekday else { return false }
        guard weekday.number != 0, frequency == .monthly || frequency == .yearly else {
            return true
        }
        let isOfMonth = frequency == .monthly || !months.isEmpty
        let before = isOfMonth ? dayOfMonth - 1 : year.lowerBound.distance(to: day)
        let after = isOfMonth ? length - dayOfMonth : day.distance(to: year.upperBound)
        return weekday.number > 0
            ? before / 7 + 1 == weekday.number : after / 7 + 1 == -weekday.number
    }

    /// True if the day is in one of the numbered weeks: week 1 has at least four days of the year.
    private func isInWeeks(_ day: CivilDate, _ year: Int) -> Bool {
        let start = weekStart(of: day)
        let middle = start.advanced(by: 3)
        let first = Self.firstWeek(of: middle.year, startingOn: weekStart)
        let number = first.distance(to: start) / 7 + 1
        let next = Self.firstWeek(of: middle.year + 1, startingOn: weekStart)
        let count = first.distance(to: next) / 7
        return weeks.contains { $0 > 0 ? $0 == number : count + 1 + $0 == number }
    }

    private static func firstWeek(of year: Int, startingOn weekday: Int) -> CivilDate {
        let fourth = (CivilDate(year, 1, 4) ?? .distantFuture)
        return fourth.advanced(by: -((fourth.weekday - weekday + 7) % 7))
    }

    private func weekStart(of day: CivilDate) -> CivilDate {
        day.advanced(by: -((day.weekday - weekStart + 7) % 7))
    }

    private static func year(_ year: Int) -> ClosedRange<CivilDate> {
        let first = CivilDate(year, 1, 1) ?? .distantFuture
        return first...max(first, CivilDate(year, 12, 31) ?? first)
    }

    private func firstPeriod(containing day: CivilDate) -> ClosedRange<CivilDate> {
        switch frequency {
        case .daily: return day...day
        case .weekly:
            let start = weekStart(of: day)
            return start...start.advanced(by: 6)
        case .monthly:
            return Interval.month.bucket(containing: day).days
        case .yearly: return Self.year(day.year)
        }
    }

    /// The period `interval` periods later; nil after the year 9999.
    private func next(after period: ClosedRange<CivilDate>) -> ClosedRange<CivilDate>? {
        let (year, month, _) = period.lowerBound.components
        switch frequency {
        case .daily, .weekly:
            let length = frequency == .daily ? interval : 7 * interval
            let start = period.lowerBound.advanced(by: length)
            return start...start.advanced(by: frequency == .daily ? 0 : 6)
        case .monthly:
            let index = year * 12 + month - 1 + interval
            return CivilDate(index / 12, index % 12 + 1, 1).map {
                Interval.month.bucket(containing: $0).days
            }
        case .yearly:
            return CivilDate(year + interval, 1, 1).map { Self.year($0.year) }
        }
    }
}
