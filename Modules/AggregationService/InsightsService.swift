import Aggregation
import CivilTime
import Contracts
import Folding
import HealthMetrics
package import HostFiles
package import Logging
package import RPC
import ResponseCaching
import Tracker
import Windows

/// Answers questions from day totals. Every aggregation worker has one.
package final class InsightsService: Service {
    let client: Client
    let zones: ZoneCatalog
    let cache: DayTotalsCache
    let weightLog: WeightLogCache
    private let responses: ResponseCache
    let fold: Fold
    private let logger: Logger
    let now: @Sendable () -> Int64

    /// - Parameters:
    ///   - client: The client for storage.
    ///   - zones: The system's zones.
    ///   - logger: Logs damaged chunks and the figures of trends.
    ///   - changes: Reads storage's commit counter; nil to call storage instead.
    ///   - now: Milliseconds since 1970. The current day depends on it and on the profile's zone.
    package init(
        client: Client, zones: ZoneCatalog, logger: Logger, changes: CommitCounterReader? = nil,
        now: @escaping @Sendable () -> Int64
    ) {
        self.client = client
        self.zones = zones
        self.logger = logger
        self.now = now
        cache = DayTotalsCache(client: client, changes: changes)
        weightLog = WeightLogCache(client: client, changes: changes)
        responses = ResponseCache(client: client, changes: changes, now: now)
        fold = Fold(reader: SampleReader(client: client, logger: logger))
    }

    package func register(on router: inout Router) {
        router.handleCached(Insights.trends, in: responses) { [self] in try await trends($0, $1) }
        router.handle(Insights.setInterval) { [self] in try await setInterval($0, $1) }
        router.handleCached(Insights.window, in: responses) { [self] in try await window($0, $1) }
        router.handleCached(Insights.days, in: responses) { [self] in try await days($0, $1) }
        router.handleCached(Insights.metrics, in: responses) { [self] in try await metrics($0, $1) }
        router.handleCached(Insights.contributions, in: responses) { [self] in
            try await contributions($0, $1)
        }
        router.handleCached(Insights.coverage, in: responses) { [self] in try await coverage($0, $1)
        }
        router.handleCached(Insights.sources, in: responses) { [self] in try await sources($0, $1) }
        router.handleCached(Insights.sleep, in: responses) { [self] in try await sleep($0, $1) }
        router.handleCached(Insights.workouts, in: responses) { [self] in try await workouts($0, $1)
        }
        router.handleCached(Insights.workout, in: responses) { [self] in try await workout($0, $1) }
        router.handleCached(Insights.route, in: responses) { [self] in try await route($0, $1) }
        router.handleCached(Insights.correlations, in: responses) { [self] in
            try await correlations($0, $1)
        }
        router.handleCached(Insights.beats, in: responses) { [self] in try await beats($0, $1) }
        router.handleCached(Insights.recovery, in: responses) { [self] in try await recovery($0, $1)
        }
        router.handleCached(Insights.associations, in: responses) { [self] in
            try await associations($0, $1)
        }
        router.handleCached(Insights.report, in: responses) { [self] in try await report($0, $1) }
        router.handleCached(Insights.summaryDifferences, in: responses) { [self] in
            try await summaryDifferences($0, $1)
        }
    }

    private func trends(
        _ request: Insights.TrendsRequest, _ context: CallContext
    ) async throws -> Insights.TrendsResponse {
        var subject = try await subject(
            request.name, on: request.on, zone: request.zone, context)
        if !subject.metric.isAnswered { try subject.metric.requireAverages() }
        try await addWeightLog(to: &subject, context)
        if request.compare != nil {
            subject.goalDirection = try await goalDirection(
                of: subject.metric, on: request.on, context)
        }
        let query = try TrendQuery(request, remembered: subject.days.page)
        let today = subject.today(at: now())
        var trend = try query.trend(of: subject, today: today)
        if subject.metric.isAnswered, let activity = subject.metric.activity {
            try await setAnswers(of: activity, in: &trend, context)
            trend.streak?.lastValue = nil
        }
        let figures = TrendFigures(trend, of: subject)
        // The key of an activity is its name, which is in no log.
        logger.info(
            "The trend of \(subject.metric.settingKey) is computed.", metadata: figures.metadata)
        return trend
    }

    private func setInterval(
        _ request: Insights.TrendsRequest, _ context: CallContext
    ) async throws -> Empty {
        let subject = try await subject(request.name, on: request.on, zone: request.zone, context)
        let query = try TrendQuery(request, remembered: subject.days.page)
        guard let setting = query.setting(for: subject.metric.settingKey) else {
            throw Status(
                .invalidArgument, "The request has no interval.",
                hint: "Set the field interval, to auto for an automatic one.")
        }
        _ = try query.trend(of: subject, today: subject.today(at: now()))
        return try await client.call(Settings.set, setting, context.forwardedOptions)
    }

    private func window(
        _ request: Insights.WindowRequest, _ context: CallContext
    ) async throws -> Insights.WindowResponse {
        guard request.before == nil || request.after == nil else {
            throw Status(
                .invalidArgument, "The request has both before and after.",
                hint: "Set only one of them.")
        }
        var subject = try await subject(
            request.name, on: request.on, zone: request.zone, context)
        try subject.metric.requireAverages()
        try await addWeightLog(to: &subject, context)
        let show = subject.metric.display
        let points = subject.days.totals.points(of: subject.metric.dayValue)
        let answer = WindowPage(
            values: Dictionary(
                uniqueKeysWithValues: points.map { ($0.date, show.converted($0.value)) }),
            request: request.before.map(WindowSelection.before)
                ?? request.after.map(WindowSelection.after) ?? .latest,
            today: request.on ?? subject.today(at: now()),
            rules: PagingRules(visibleDays: request.visible ?? 14))
        // A clock that moves across a whole day skips its date.
        let existingDays = answer.days.filter {
            subject.history.startOfDay($0.date)
                < subject.history.startOfDay($0.date.advanced(by: 1))
        }
        var window = Insights.WindowResponse(
            metric: subject.metric.key, unit: subject.metric.unit,
            days: existingDays.map { Insights.WindowResponse.Day(date: $0.date, value: $0.value) },
            earliest: answer.earliest, latest: answer.latest, hasOlder: answer.hasOlder,
            hasNewer: answer.hasNewer, averageOverDays: answer.averageOverDays,
            version: subject.days.page.version, stale: subject.days.page.stale)
        window.isYesNo = subject.metric.dayValue == .yes
        let shown = Set(window.days.map(\.date))
        window.sources = subject.sourceDays(where: shown.contains)
        return window
    }

    private func days(
        _ request: Insights.DaysRequest, _ context: CallContext
    ) async throws -> Insights.DaysResponse {
        var subject = try await subject(
            request.name, zone: request.zone, without: request.withoutSource, context)
        if let units = request.units { subject.metric = subject.metric.shown(in: units) }
        try subject.metric.requireNumbers()
        try checkOrder(from: request.from, to: request.to)
        let totals = subject.days.totals.days.filter {
            $0.day >= (request.from ?? $0.day) && $0.day <= (request.to ?? $0.day)
        }
        let show = subject.metric.display
        let bySource =
            request.bySource == true ? try await bySource(subject, totals, context) : nil
        return Insights.DaysResponse(
            metric: subject.metric.key, unit: subject.metric.unit,
            kind: subject.metric.kind.rawValue,
            days: totals.map { total in
                let shown = total.count > 0 ? total : nil
                return Insights.DaysResponse.Total(
                    day: total.day, sum: show.convertedSum(total.sum, of: total.count),
                    average: total.mean.map(show.converted),
                    min: (shown?.min).map(show.converted), max: (shown?.max).map(show.converted),
                    last: (shown?.last.value).map(show.converted), samples: total.count,
                    bySource: bySource.map { $0[total.day] ?? [:] })
            }, version: subject.days.page.version, stale: subject.days.page.stale)
    }

    /// The sums of the given days by source.
    private func bySource(
        _ subject: TrendSubject, _ totals: [DayTotal], _ context: CallContext
    ) async throws -> [CivilDate: [String: Double]] {
        guard let first = totals.first?.day, let last = totals.last?.day else { return [:] }
        let sources = try await fold.totalsBySource(
            of: subject.metric.key, from: first, to: last, in: subject.history,
            context.forwardedOptions)
        var days: [CivilDate: [String: Double]] = [:]
        for (name, totals) in sources {
            for total in totals.days {
                days[total.day, default: [:]][name] = subject.metric.display.convertedSum(
                    total.rawSum, of: total.count)
            }
        }
        return days
    }

    private func metrics(
        _ request: Insights.MetricsRequest, _ context: CallContext
    ) async throws -> Insights.MetricsResponse {
        var listing = try await client.call(Days.metrics, Empty(), context.forwardedOptions)
        if request.all == true {
            let measured = Set(listing.metrics.map(\.metric))
            listing.metrics += Metric.all.filter { !measured.contains($0.key) }.map { metric in
                Days.Item(
                    metric: metric.key, unit: metric.unit, samples: 0, firstDay: nil, lastDay: nil,
                    sources: [])
            }
            listing.metrics.sort { $0.metric < $1.metric }
        }
        let lookup = MetricLookup(listing)
        return Insights.MetricsResponse(
            metrics: listing.metrics.map { item in
                let metric = lookup.found(item.metric)
                return Insights.Metric(
                    metric: item.metric, unit: metric.unit, kind: metric.kind.rawValue,
                    known: metric.isKnown, samples: item.samples, firstDay: item.firstDay,
                    lastDay: item.lastDay, sources: item.sources)
            })
    }

    /// Finds the metric or activity of a name, and its days. They are the folded days, or, with a
    /// `zone` or without a source, folded from the samples for this response only. An activity has
    /// its numbers as of `day`; nil for the current state.
    func subject(
        _ name: String, on day: CivilDate? = nil, zone: String? = nil,
        without excludedSource: String? = nil, _ context: CallContext
    ) async throws -> TrendSubject {
        let metric: MetricLookup.Match
        var days: MetricDays
        if let exact = try await exactDays(name, context) {
            (metric, days) = (MetricLookup(units: exact.page.units).found(name), exact)
        } else {
            let names = try await client.call(Days.names, Empty(), context.forwardedOptions)
            metric = try MetricLookup(names).metric(name)
            if let activity = metric.activity {
                return try await subject(metric, activity, on: day, zone: zone, context)
            }
            days = try await cache.days(metric.key, context)
        }
        var history = try zones.history(days.page.zones)
        if let zone { history = ZoneHistory(try zones.zone(zone)) }
        if zone != nil || excludedSource != nil {
            if let first = days.totals.days.first?.day, let last = days.totals.days.last?.day {
                // In another zone a sample can be on the day before or after.
                days.totals = try await fold.totals(
                    of: metric.key, from: first.advanced(by: -1), to: last.advanced(by: 1),
                    in: history, without: excludedSource, context.forwardedOptions)
            }
        }
        return TrendSubject(metric: metric, days: days, history: history)
    }

    /// The days of a metric of the table, if the name is its key and no activity has it. This takes
    /// one call instead of two.
    private func exactDays(_ name: String, _ context: CallContext) async throws -> MetricDays? {
        guard Metric.known(key: name) != nil else { return nil }
        let days = try await cache.days(name, shouldFindNamesake: true, context)
        return days.page.hasNamesake == false ? days : nil
    }

    /// Finds the days of a metric, with those of the weight log.
    func subject(
        _ metric: MetricLookup.Match, _ context: CallContext
    ) async throws -> TrendSubject {
        let days = try await cache.days(metric.key, context)
        let history = try zones.history(days.page.zones)
        var subject = TrendSubject(metric: metric, days: days, history: history)
        try await addWeightLog(to: &subject, context)
        return subject
    }

    /// Finds the days of an activity; they are the same in every zone.
    func subject(
        _ metric: MetricLookup.Match, _ activity: Days.ActivityName, on day: CivilDate?,
        zone: String?, _ context: CallContext
    ) async throws -> TrendSubject {
        let packet = try await client.call(
            TrackerRecords.days, TrackerRecords.DaysRequest(activity: activity.id, on: day),
            context.forwardedOptions)
        let metric = try metric.resolved(from: packet.body)
        var days = MetricDays(
            page: packet.body, totals: try DayColumns(columns: packet.columns).totals)
        let history =
            try zone.map { ZoneHistory(try zones.zone($0)) } ?? zones.history(days.page.zones)
        let asOf = day ?? days.page.today(at: now(), in: history)
        if metric.dayValue == .yes {
            // Only the tracker's rules decide whether a day with entries is done.
            let open = try await client.call(
                Statistics.unfinished,
                Statistics.UnfinishedRequest(activity: activity.id.rawValue, on: asOf),
                context.forwardedOptions)
            let unfinished = Set(open.days)
            // A day that is not over has no value until it is done.
            days.totals.removeDays { $0 >= asOf && unfinished.contains($0) }
            days.totals.setSums(to: 0, on: unfinished)
            days.totals.addEmpty(open.missed)
        }
        return TrendSubject(metric: metric, days: days, history: history)
    }
}

/// The metric or activity of a request, with its days.
struct TrendSubject {
    var metric: MetricLookup.Match
    var days: MetricDays
    var history: ZoneHistory
    /// The days of each source, if there are several kinds of sources.
    var sources: [(name: String, days: Set<CivilDate>)] = []
    /// The direction in which the values should change; nil: none is wanted.
    var goalDirection: MetricTarget.Direction?

    /// The day that is today at an instant in milliseconds since 1970 UTC.
    func today(at now: Int64) -> CivilDate { days.page.today(at: now, in: history) }

    /// The number of days shown of each source; nil if there is one kind of sources.
    func sourceDays(where isShown: (CivilDate) -> Bool) -> [Insights.SourceDays]? {
        sources.isEmpty
            ? nil
            : sources.map {
                Insights.SourceDays(name: $0.name, days: $0.days.count(where: isShown))
            }
    }
}

extension Days.ReadResponse {
    /// The day that is today at an instant in milliseconds since 1970 UTC, by the setting of the
    /// day's end.
    func today(at now: Int64, in history: ZoneHistory) -> CivilDate {
        (dayEnd.flatMap { DayEnd($0) } ?? .midnight).today(at: now, in: history)
    }
}

extension UnitConversion {
    /// The sum of `count` values in the other unit, which differs from the converted sum for scales
    /// with an offset.
    func convertedSum(_ sum: Double, of count: Int) -> Double {
        guard bias != 0 || offset != 0 else { return converted(sum) }
        return count == 0 ? 0 : converted(sum / Double(count)) * Double(count)
    }
}
