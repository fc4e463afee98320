import CivilTime

extension PlainModel {
    func expectation(_ item: Item, _ day: CivilDate) -> (done: Int, expected: Int) {
        let config = config(item, day)
        switch config.kind {
        case .checkbox:
            let marks = slotMarks(config, logs(item, day))
            return (marks.count { $0 == .done }, marks.count { $0 != .skipped })
        case .cumulative:
            switch mark(item, day) {
            case .done: return (1, 1)
            case .skipped: return (0, 0)
            case .open: return (0, 1)
            }
        case .container:
            var sum = (done: 0, expected: 0)
            for child in children(item, day) {
                if isExpected(child, day) {
                    let part = expectation(child, day)
                    sum.done += part.done
                    sum.expected += part.expected
                } else if let carried = carried(child, day) {
                    sum.expected += carried.slots.count
                }
            }
            return sum
        }
    }

    func rate(_ item: Item, days: Int, endingOn last: CivilDate) -> Double {
        var done = 0.0
        var expected = 0.0
        let periods = periodShares(item, from: last.advanced(by: 1 - days), through: last)
        done += periods.done
        expected += periods.expected
        for back in 0..<days {
            let day = last.advanced(by: -back)
            guard !vacations.contains(day), self.isExpected(item, day),
                !isCounted(config(item, day).rule)
            else { continue }
            let part = expectation(item, day)
            guard part.expected > 0 else { continue }
            if config(item, day).kind == .container {
                done += Double(part.done) / Double(part.expected)
                expected += 1
            } else {
                done += Double(part.done)
                expected += Double(part.expected)
            }
        }
        return expected > 0 ? done / expected : 0
    }

    func isNeutral(_ item: Item, _ day: CivilDate) -> Bool {
        if !isExpected(item, day) || vacations.contains(day) { return true }
        if config(item, day).kind == .container, children(item, day).isEmpty { return true }
        return mark(item, day) == .skipped
    }

    func isCounted(_ item: Item, _ day: CivilDate) -> Bool {
        isExpected(item, day) && extendsStreak(item, day)
    }

    /// `today`, or the last day before a pause.
    func lastCounted(_ item: Item, asOf today: CivilDate) -> CivilDate {
        if let stopped = item.lastDayBeforePause, stopped <= today { return stopped }
        for pause in item.pauses where pause.contains(today) {
            return pause.lowerBound.advanced(by: -1)
        }
        return today
    }

    /// Counts back from `today`, which does not break a streak.
    func currentStreak(_ item: Item, asOf today: CivilDate) -> Int {
        let last = lastCounted(item, asOf: today)
        if hasPeriods(item) { return countedStreaks(item, asOf: last).current }
        var day = isCounted(item, last) ? last : last.advanced(by: -1)
        var streak = 0
        while day >= item.created, day > last.advanced(by: -3650) {
            if isCounted(item, day) {
                streak += 1
            } else if !isNeutral(item, day) {
                break
            }
            day = day.advanced(by: -1)
        }
        return streak
    }

    /// Counts over all days, starting again at each miss.
    func longestStreak(_ item: Item, asOf today: CivilDate) -> Int {
        let last = lastCounted(item, asOf: today)
        if hasPeriods(item) { return countedStreaks(item, asOf: last).longest }
        var longest = 0
        var streak = 0
        var day = last
        while day >= item.created {
            if isCounted(item, day) {
                streak += 1
                longest = max(longest, streak)
            } else if !isNeutral(item, day), day != last {
                streak = 0
            }
            day = day.advanced(by: -1)
        }
        return longest
    }
}
