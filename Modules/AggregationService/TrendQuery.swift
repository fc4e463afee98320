import Aggregation
import CivilTime
import Contracts
import HealthMetrics
import RPC
import Tracker

/// A validated trend request.
struct TrendQuery {
    private let range: (from: CivilDate?, to: CivilDate?)
    private let on: CivilDate?
    private let weekStart: WeekStart
    private let interval: IntervalSelection
    private let remembered: IntervalChoice
    private let shouldComparePrevious: Bool
    private let shouldListDays: Bool
    private let daysToPredict: Int?

    /// - Throws: INVALID_ARGUMENT with the allowed values.
    init(_ request: Insights.TrendsRequest, remembered page: Days.ReadResponse) throws(Status) {
        try checkOrder(from: request.from, to: request.to)
        range = (request.from, request.to)
        on = request.on
        weekStart = try Self.weekStart(request.weekStart ?? page.weekStart)
        interval = try Self.interval(request.interval)
        remembered = IntervalChoice(
            chosen: page.rememberedInterval.flatMap(Interval.init(rawValue:)))
        guard request.compare == nil || request.compare == "previous" else {
            throw Status(
                .invalidArgument, "\"\(request.compare ?? "")\" cannot be compared with.",
                hint: "Use: --compare previous")
        }
        shouldComparePrevious = request.compare != nil
        shouldListDays = request.daily ?? true
        guard request.predict.map({ (1...Forecast.maximumHorizonInDays).contains($0) }) ?? true
        else {
            throw Status(
                .invalidArgument,
                "The number of days to predict must be from 1 to \(Forecast.maximumHorizonInDays).",
                hint: "For example: --predict 30")
        }
        daysToPredict = request.predict
    }

    /// The forecast from all days up to `asOf`, regardless of the requested range.
    private func forecast(
        of subject: TrendSubject, by trend: Trend, asOf: CivilDate
    ) -> [Insights.ForecastDay]? {
        guard let daysToPredict else { return nil }
        let daily = subject.days.totals.points(of: subject.metric.dayValue)
        guard let forecast = Forecast(of: daily, asOf: asOf) else { return [] }
        let show = subject.metric.display
        // The band beside averages of weeks is one of averages of as many days.
        let whole = trend.series.filter { !$0.isPartial }.map { Double($0.days) }
        let averaged = whole.isEmpty ? 1 : whole.reduce(0, +) / Double(whole.count)
        return forecast.days(daysToPredict, after: asOf, meanOf: averaged).map { day in
            Insights.ForecastDay(
                date: day.date, value: show.converted(day.value), low: show.converted(day.low),
                high: show.converted(day.high))
        }
    }

    /// The setting that stores the interval of this request for a metric; nil if it has none.
    func setting(for metric: String) -> Settings.SetRequest? {
        let key = Settings.intervalPrefix + metric
        return switch interval {
        case .remembered: nil
        case .automatic: Settings.SetRequest(key: key, value: nil)
        case .explicit(let interval): Settings.SetRequest(key: key, value: interval.rawValue)
        }
    }

    /// Computes the response.
    /// - Throws: FAILED_PRECONDITION if the data does not span enough days for the interval.
    func trend(of subject: TrendSubject, today: CivilDate) throws(Status) -> Insights.TrendsResponse
    {
        let totals = subject.days.totals
        let dayValue = subject.metric.dayValue
        let scope = TrendScope(
            from: range.from, to: range.to, weekStart: weekStart, asOf: on ?? today)
        let trend: Trend
        do {
            trend = try Trend(
                of: totals, dayValue: dayValue, scope: scope, request: interval,
                choice: remembered)
        } catch {
            throw Status(
                .failedPrecondition,
                "The data does not span enough days for the interval \(error.interval.rawValue).",
                hint: "Available: \(error.available.map(\.rawValue).joined(separator: ", ")).")
        }
        let comparison =
            shouldComparePrevious
            ? PeriodComparison(
                of: totals, dayValue: dayValue, interval: trend.interval, scope: scope)
            : nil
        var earlierScope = scope
        if let earlier = comparison?.periods?.earlier {
            (earlierScope.from, earlierScope.to) = (earlier.lowerBound, earlier.upperBound)
        }
        let show = subject.metric.display
        var answer = Insights.TrendsResponse(
            metric: subject.metric.key, unit: subject.metric.unit,
            kind: subject.metric.kind.rawValue, interval: trend.interval,
            isAutomatic: trend.isAutomatic, remembered: trend.unavailableChoice,
            availableIntervals: trend.availableIntervals, dataSpanDays: trend.dataSpanDays,
            series: subject.buckets(trend.series, in: scope),
            daily: (shouldListDays ? trend.daily : []).map { point in
                Insights.Day(
                    date: point.date, averageValue: show.converted(point.value),
                    sampleCount: point.sampleCount)
            },
            previous: comparison.map { subject.buckets($0.previous, in: earlierScope) },
            change: comparison?.change(
                direction: subject.goalDirection, shownBy: show.converted
            ).map(Insights.Change.init), version: subject.days.page.version,
            stale: subject.days.page.stale)
        answer.forecast = forecast(of: subject, by: trend, asOf: on ?? today)
        answer.isRemembered = isRemembered(in: trend)
        answer.compared = comparison.map(Insights.ComparedPeriods.init)
        answer.isYesNo = dayValue == .yes
        answer.streak = Self.streak(of: subject, asOf: on ?? today)
        answer.sources = subject.sourceDays(where: scope.contains)
        return answer
    }

    private static func streak(of subject: TrendSubject, asOf: CivilDate) -> Insights.Streak {
        let dayValue = subject.metric.dayValue
        let points = subject.days.totals.points(of: dayValue).filter { $0.date <= asOf }
        func isRefused(_ point: DayPoint) -> Bool { dayValue == .yes && point.value == 0 }
        let streak = DayStreak(
            done: points.filter { !isRefused($0) }.map(\.date),
            isRefused: points.last.map { $0.date == asOf && isRefused($0) } ?? false, asOf: asOf)
        return Insights.Streak(
            current: streak.current, best: streak.best, lastDate: points.last?.date,
            lastValue: points.last.map { subject.metric.display.converted($0.value) })
    }

    /// True if the interval in effect is one that later requests also use.
    private func isRemembered(in trend: Trend) -> Bool {
        guard !trend.isAutomatic else { return false }
        if case .explicit(let interval) = interval { return remembered.chosen == interval }
        return true
    }

    private static func weekStart(_ name: String?) throws(Status) -> WeekStart {
        guard let name else { return .monday }
        guard let start = WeekStart(rawValue: name) else {
            throw Status(
                .invalidArgument, "A week cannot start on \"\(name)\".",
                hint: "Use monday, sunday or saturday.")
        }
        return start
    }

    private static func interval(_ name: String?) throws(Status) -> IntervalSelection {
        guard let name else { return .remembered }
        if name == "auto" { return .automatic }
        guard let interval = Interval(rawValue: name) else {
            throw Status(
                .invalidArgument, "There is no interval \"\(name)\".",
                hint: "Use auto, "
                    + Interval.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        }
        return .explicit(interval)
    }
}

extension Insights.ComparedPeriods {
    fileprivate init(_ comparison: PeriodComparison) {
        guard let periods = comparison.periods else {
            self.init(earlier: nil, later: nil, reason: .nothingComplete)
            return
        }
        func period(_ days: ClosedRange<CivilDate>, _ label: String) -> Insights.Period {
            Insights.Period(from: days.lowerBound, to: days.upperBound, label: label)
        }
        self.init(
            earlier: period(periods.earlier, periods.earlierLabel),
            later: period(periods.later, periods.laterLabel),
            reason: comparison.laterMean == nil
                ? .laterEmpty : comparison.earlierMean == nil ? .earlierEmpty : nil)
    }
}

extension Insights.Change {
    init(_ change: PeriodChange) {
        self.init(
            absolute: change.absolute, percent: change.percent, verdict: change.verdict.rawValue)
    }
}

extension TrendSubject {
    /// The shown values of buckets. Those of an activity have the fields that only activities have.
    fileprivate func buckets(_ buckets: [TrendBucket], in scope: TrendScope) -> [Insights.Bucket] {
        buckets.map { bucket in
            var shown = Insights.Bucket(bucket, shownBy: metric.display)
            if metric.activity != nil {
                shown.add(days.totals.within(bucket.bucket.days), in: scope, metric.dayValue)
            }
            return shown
        }
    }
}

extension Insights.Bucket {
    init(_ bucket: TrendBucket, shownBy show: UnitConversion) {
        self.init(
            startDate: bucket.bucket.start, endDate: bucket.bucket.end,
            interval: bucket.bucket.interval, displayLabel: bucket.bucket.label,
            averageValue: show.converted(bucket.averageValue),
            minValue: show.converted(bucket.minValue), maxValue: show.converted(bucket.maxValue),
            sampleCount: bucket.sampleCount,
            weightedAverage: bucket.weightedAverage.map(show.converted),
            rawMin: bucket.rawMin.map(show.converted), rawMax: bucket.rawMax.map(show.converted),
            sum: show.convertedSum(bucket.sum, of: bucket.sampleCount), days: bucket.days,
            partial: bucket.isPartial)
    }
}

extension Insights.Bucket {
    /// Sets the fields that only activities have, from the bucket's days in the scope: the number
    /// of days with a yes, or the latest number.
    fileprivate mutating func add(
        _ totals: DayTotals, in scope: TrendScope, _ dayValue: DayValue
    ) {
        if dayValue == .yes {
            yesDays = totals.points(of: .yes).count { scope.contains($0.date) && $0.value > 0 }
        } else if let last = totals.days.last(where: { scope.contains($0.day) }) {
            latest = .number(last.last.value)
            latestAt = last.day
        }
    }
}
