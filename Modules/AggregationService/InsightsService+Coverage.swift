import Aggregation
import CivilTime
import Contracts
import Folding
import HealthMetrics
import HostFiles
import RPC
import Samples

extension InsightsService {
    func coverage(
        _ request: Insights.CoverageRequest, _ context: CallContext
    ) async throws -> Insights.CoverageResponse {
        let names = try await client.call(Days.names, Empty(), context.forwardedOptions)
        let metric = try MetricLookup(names).metric(request.name)
        let page = try await cache.days(metric.key, context).page
        let history = try zones.history(page.zones)
        let last = request.to ?? page.today(at: now(), in: history)
        let first = request.from ?? last.advanced(by: -89)
        try checkOrder(from: first, to: last)
        let length = Int(last.days) - Int(first.days) + 1
        guard length <= Self.longestCoverage else {
            throw Status(
                .invalidArgument,
                "The range \(first)..\(last) has \(length) days; at most \(Self.longestCoverage) are possible.",
                hint: "Choose a later --from or an earlier --to.")
        }
        func totals(_ part: SamplePart) async throws -> [CivilDate: DayTotal] {
            let totals = try await fold.totals(
                of: metric.key, from: first, to: last, in: history, part: part,
                context.forwardedOptions)
            return Dictionary(
                totals.days.map { ($0.day, $0) }, uniquingKeysWith: { first, _ in first })
        }
        let (raw, aggregates) = (try await totals(.raw), try await totals(.aggregates))
        let merged = aggregates.isEmpty ? raw : try await totals(.all)
        let uncovered =
            metric.isSum || raw.isEmpty || aggregates.isEmpty
            ? []
            : try await fold.uncoveredDays(
                of: metric.key, from: first, to: last, in: history, context.forwardedOptions)
        let sources = try await sourcesByDay(
            of: metric.key, from: first, to: last, in: history, context)
        let isPushed = try await hasPushedData(context)
        let days = (first.days...last.days).map { number in
            let day = CivilDate(days: number)
            return Insights.CoveredDay(
                day, sources: sources[day] ?? [], raw: raw[day], aggregate: aggregates[day],
                merged: merged[day],
                isUncovered: uncovered.contains(day), isPushed: isPushed, metric)
        }
        return Insights.CoverageResponse(
            metric: metric.key, unit: metric.unit, days: days, isPushed: isPushed)
    }

    /// The names of the sources with samples that start on each day, or with a night that ends on it, in
    /// alphabetical order.
    private func sourcesByDay(
        of metric: String, from first: CivilDate, to last: CivilDate, in zones: ZoneHistory,
        _ context: CallContext
    ) async throws -> [CivilDate: [String]] {
        let totals = try await fold.totalsBySource(
            of: metric, from: first, to: last, in: zones, context.forwardedOptions)
        var names: [CivilDate: [String]] = [:]
        for (name, days) in totals.sorted(by: { $0.key < $1.key }) {
            for total in days.days { names[total.day, default: []].append(name) }
        }
        return names
    }

    /// True if the profile has an import of an app that pushes. Totals of days alone do not show it: exports of
    /// several vendors have some too.
    private func hasPushedData(_ context: CallContext) async throws -> Bool {
        var request = ImportLog.ListRequest()
        while true {
            let page = try await client.call(ImportLog.list, request, context.forwardedOptions)
            if page.imports.contains(where: { $0.importer == Imports.pushImporter }) { return true }
            guard let next = page.next else { return false }
            request.before = next
        }
    }

    /// Ten years and a week.
    private static let longestCoverage = 3660
}

extension MetricLookup.Match {
    fileprivate var isSum: Bool { kind == .cumulative || kind == .duration }
}

extension Fold {
    /// The days from `first` to `last` with totals that have no measurement within their time.
    fileprivate func uncoveredDays(
        of metric: String, from first: CivilDate, to last: CivilDate, in zones: ZoneHistory,
        _ options: CallOptions
    ) async throws -> Set<CivilDate> {
        let range = Folds.ChunksRequest(
            metric: metric, from: first.advanced(by: -1), to: last.advanced(by: 1), in: zones)
        let corrections = try await heartbeatCorrections(metric, options)
        var totals = try await reader.reduce(
            range, options,
            into: UncoveredTotals(in: range.from..<max(range.from, range.to), zones)
        ) { totals, chunk in
            totals.add(chunk.applying(corrections))
        }
        totals.complete(until: .max)
        return totals.days
    }
}

extension UncoveredTotals {
    fileprivate mutating func add(_ chunk: SampleChunk) {
        complete(until: chunk.segment.multipliedReportingOverflow(by: Segment.milliseconds).0)
        let columns = chunk.columns
        for (index, start) in columns.starts.enumerated() {
            let end = columns.ends[index]
            if let resolution = chunk.series.aggregateMilliseconds {
                let total = AverageTotal(
                    start: start, end: end, value: columns.values[index], resolution: resolution
                ).withLength
                addTotal(from: total.start, to: total.end)
            } else {
                addMeasurement(from: start, to: end)
            }
        }
    }
}

extension Insights.CoveredDay {
    fileprivate init(
        _ day: CivilDate, sources: [String], raw: DayTotal?, aggregate: DayTotal?,
        merged: DayTotal?,
        isUncovered: Bool, isPushed: Bool, _ metric: MetricLookup.Match
    ) {
        let isSum = metric.isSum
        func value(_ total: DayTotal?) -> Double? {
            (isSum ? total?.sum : total?.mean).map(metric.display.converted)
        }
        /// True if the first sum is less by more than roundings of units explain.
        func isLess(_ a: Double, _ b: Double) -> Bool { b - a > 0.005 * b.magnitude }
        let state: Insights.Coverage
        switch (raw, aggregate) {
        case (nil, nil): state = .none
        case (_, nil): state = .raw
        case (nil, _): state = .aggregate
        case (let raw?, _):
            let isPartial = isSum ? isLess(raw.sum, merged?.sum ?? raw.sum) : isUncovered
            state = isPartial ? .partial : .raw
        }
        var isShort = false
        if isPushed, isSum, let raw, let aggregate { isShort = isLess(aggregate.sum, raw.sum) }
        self.init(
            day: day, state: state, sources: sources, raw: value(raw),
            aggregate: value(aggregate), isShort: isShort)
    }
}
