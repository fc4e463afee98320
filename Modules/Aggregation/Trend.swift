package import CivilTime

/// What a person asks of a trend.
package enum IntervalSelection: Hashable, Sendable {
    /// Nothing: what was chosen before, else automatic.
    case remembered
    /// Forgets what was chosen.
    case automatic
    case explicit(Interval)
}

/// The course of a metric or an activity, in buckets as wide as the data allows.
package struct Trend: Hashable, Sendable {
    package let interval: Interval
    package let isAutomatic: Bool
    /// The choice to remember from now on.
    package let choice: IntervalChoice
    /// A remembered interval that does not fit the data at present.
    package let unavailableChoice: Interval?
    package let availableIntervals: [Interval]
    /// Days between the first and the last plotted day of the scope.
    package let dataSpanDays: Int
    package let series: [TrendBucket]
    package let daily: [DayPoint]

    /// - Parameters:
    ///   - totals: All days of the metric; those out of scope are not looked at.
    ///   - dayValue: What is plotted of a day.
    ///   - scope: The range, and the day asked on.
    ///   - request: The interval asked for.
    ///   - choice: What the person chose before.
    /// - Throws: When the explicit interval is wider than the data allows.
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
