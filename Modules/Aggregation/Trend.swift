package import CivilTime

/// The interval that a trend request selects.
package enum IntervalSelection: Hashable, Sendable {
    /// The remembered choice, or automatic without one.
    case remembered
    /// Automatic; clears the remembered choice.
    case automatic
    case explicit(Interval)
}

/// The values of a metric or an activity over time, in buckets of one interval.
package struct Trend: Hashable, Sendable {
    package let interval: Interval
    package let isAutomatic: Bool
    /// The choice to store for later requests.
    package let choice: IntervalChoice
    /// A remembered interval that needs a longer span of data; otherwise nil.
    package let unavailableChoice: Interval?
    package let availableIntervals: [Interval]
    /// Days between the first and the last plotted day in the scope.
    package let dataSpanDays: Int
    package let series: [TrendBucket]
    package let daily: [DayPoint]

    /// - Parameters:
    ///   - totals: All days of the metric; days outside the scope are ignored.
    ///   - dayValue: The value plotted for each day.
    ///   - scope: The range, and the day the trend is computed for.
    ///   - request: The requested interval.
    ///   - choice: The remembered choice.
    /// - Throws: ``IntervalUnavailable`` if the data does not span enough days for the explicit
    ///   interval.
    package init(
        of totals: DayTotals, dayValue: DayValue, scope: TrendScope,
        request: IntervalSelection = .remembered, choice: IntervalChoice = IntervalChoice()
    ) throws(IntervalUnavailable) {
        let daily = totals.points(of: dayValue).filter { scope.contains($0.date) }
        self.daily = daily
        let span = daily.last.map { daily[0].date.distance(to: $0.date) } ?? 0
        var choice = choice
        switch request {
        case .remembered: break
        case .automatic: choice.reset()
        case .explicit(let interval): try choice.choose(interval, spanInDays: span)
        }
        self.choice = choice
        dataSpanDays = span
        availableIntervals = Interval.available(forSpanInDays: span)
        interval = choice.interval(forSpanInDays: span)
        isAutomatic = choice.isAutomatic(forSpanInDays: span)
        unavailableChoice = choice.unavailableChoice(forSpanInDays: span)
        series = totals.series(interval, of: dayValue, in: scope)
    }
}
