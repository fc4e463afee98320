package import CivilTime
package import Tracker

/// How much a value changed, and whether that is good.
package struct PeriodChange: Hashable, Sendable {
    package let absolute: Double
    /// In percent of the earlier value; nil when that is 0.
    package let percent: Double?
    package let verdict: ChangeVerdict

    package init(
        from earlier: Double, to later: Double, direction: MetricTarget.Direction?
    ) {
        absolute = later - earlier
        percent = earlier == 0 ? nil : absolute / earlier.magnitude * 100
        verdict = ChangeVerdict(change: absolute, direction: direction)
    }
}

/// A period beside the one just before it.
package struct PeriodComparison: Hashable, Sendable {
    /// The buckets of the earlier period.
    package let previous: [TrendBucket]
    /// From the earlier period's mean of day values to the later one's; nil when one has no data.
    package let change: PeriodChange?
    /// The two periods; nil when no bucket is over yet, or the range has no days.
    package let periods: Periods?
    /// True if the period has a day with data.
    package let hasEarlierData: Bool
    package let hasLaterData: Bool

    package struct Periods: Hashable, Sendable {
        package var earlier: ClosedRange<CivilDate>
        package var later: ClosedRange<CivilDate>
        /// As buckets, or as dates where a range was asked for.
        package var earlierLabel: String
        package var laterLabel: String
    }

    /// Compares a trend with what came before it.
    ///
    /// A range asked for is compared with as many days just before it; it ends on the day asked
    /// where it has no end of its own. Without a range, the last complete bucket is compared with
    /// the bucket before it.
    package init(
        of totals: DayTotals, dayValue: DayValue, interval: Interval, scope: TrendScope,
        direction: MetricTarget.Direction? = nil
    ) {
        guard let periods = Self.periods(of: totals, dayValue, interval, scope) else {
            (previous, change, self.periods) = ([], nil, nil)
            (hasEarlierData, hasLaterData) = (false, false)
            return
        }
        let (earlier, later) = (periods.earlier, periods.later)
        func mean(_ range: ClosedRange<CivilDate>) -> Double? {
            let values = totals.within(range).points(of: dayValue).map(\.value)
            return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
        }
        var earlierScope = scope
        (earlierScope.from, earlierScope.to) = (earlier.lowerBound, earlier.upperBound)
        let (before, now) = (mean(earlier), mean(later))
        previous = totals.series(interval, of: dayValue, in: earlierScope)
        change = before.flatMap { before in
            now.map { PeriodChange(from: before, to: $0, direction: direction) }
        }
        self.periods = periods
        (hasEarlierData, hasLaterData) = (before != nil, now != nil)
    }

    /// Nil when there is nothing to compare.
    private static func periods(
        of totals: DayTotals, _ dayValue: DayValue, _ interval: Interval, _ scope: TrendScope
    ) -> Periods? {
        if let from = scope.from {
            let to = min(scope.to ?? scope.asOf, scope.asOf)
            guard from <= to else { return nil }
            let length = from.distance(to: to) + 1
            let earlier = from.advanced(by: -length)...from.advanced(by: -1)
            return Periods(
                earlier: earlier, later: from...to,
                earlierLabel: "\(earlier.lowerBound)..\(earlier.upperBound)",
                laterLabel: "\(from)..\(to)")
        }
        let series = totals.series(interval, of: dayValue, in: scope)
        guard let later = series.last(where: { !$0.isPartial })?.bucket else { return nil }
        let earlier = interval.bucket(before: later, weekStart: scope.weekStart)
        return Periods(
            earlier: earlier.days, later: later.days, earlierLabel: earlier.label,
            laterLabel: later.label)
    }
}
