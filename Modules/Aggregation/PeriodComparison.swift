package import CivilTime
package import Tracker

/// The difference of two values, and its verdict by the target's direction.
package struct PeriodChange: Hashable, Sendable {
    package let absolute: Double
    /// Percent of the earlier value; nil if the earlier value is 0.
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

/// A comparison of a period with the period before it.
package struct PeriodComparison: Hashable, Sendable {
    /// The buckets of the earlier period.
    package let previous: [TrendBucket]
    /// The two periods; nil if no bucket is complete or the range is empty.
    package let periods: Periods?
    /// The mean day value of the earlier period; nil if the period has no data.
    package let earlierMean: Double?
    package let laterMean: Double?

    package struct Periods: Hashable, Sendable {
        package var earlier: ClosedRange<CivilDate>
        package var later: ClosedRange<CivilDate>
        /// The bucket's label, or "FROM..TO" for a requested range.
        package var earlierLabel: String
        package var laterLabel: String
    }

    /// Compares a trend with the period before it.
    ///
    /// A requested range is compared with the same number of days before the range; a range without
    /// an end, or with a later one, ends on the day `asOf` of the scope. Without a range, the last
    /// complete bucket is compared with the bucket before that bucket.
    package init(
        of totals: DayTotals, dayValue: DayValue, interval: Interval, scope: TrendScope
    ) {
        guard let periods = Self.periods(of: totals, dayValue, interval, scope) else {
            (previous, self.periods, earlierMean, laterMean) = ([], nil, nil, nil)
            return
        }
        let (earlier, later) = (periods.earlier, periods.later)
        func mean(_ range: ClosedRange<CivilDate>) -> Double? {
            let values = totals.within(range).points(of: dayValue).map(\.value)
            return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
        }
        var earlierScope = scope
        (earlierScope.from, earlierScope.to) = (earlier.lowerBound, earlier.upperBound)
        previous = totals.series(interval, of: dayValue, in: earlierScope)
        self.periods = periods
        (earlierMean, laterMean) = (mean(earlier), mean(later))
    }

    /// The change of the mean day value.
    ///
    /// - Parameters:
    ///   - direction: The wanted direction; nil for a change that is neither win nor loss.
    ///   - shown: The conversion of day values to shown values.
    /// - Returns: Nil if a period has no data.
    package func change(
        direction: MetricTarget.Direction? = nil, shownBy shown: (Double) -> Double = { $0 }
    ) -> PeriodChange? {
        guard let earlierMean, let laterMean else { return nil }
        return PeriodChange(
            from: shown(earlierMean), to: shown(laterMean), direction: direction)
    }

    /// The two periods to compare; nil if no bucket is complete or the range is empty.
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
