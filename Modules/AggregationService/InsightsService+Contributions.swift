import Aggregation
import CivilTime
import Contracts
import Folding
import HealthMetrics
import HostFiles
import RPC

extension InsightsService {
    func contributions(
        _ request: Insights.ContributionsRequest, _ context: CallContext
    ) async throws -> Insights.ContributionsResponse {
        let names = try await client.call(Days.names, Empty(), context.forwardedOptions)
        let metric = try MetricLookup(names).metric(request.name)
        let page = try await cache.days(metric.key, context).page
        let history =
            try request.zone.map { ZoneHistory(try zones.zone($0)) } ?? zones.history(page.zones)
        let found = try await fold.shares(
            of: metric.key, on: request.day, in: history, context.forwardedOptions)
        return Insights.ContributionsResponse(found, of: metric, on: request.day, history)
    }
}

extension Insights.ContributionsResponse {
    fileprivate init(
        _ day: DayShares, of metric: MetricLookup.Match, on date: CivilDate, _ zones: ZoneHistory
    ) {
        let show = metric.display.converted
        let counted = day.shares.filter { $0.counted != nil }
        var value = day.isMean ? Self.mean(counted) : nil
        if !day.isMean, !day.shares.isEmpty { value = counted.reduce(0) { $0 + ($1.counted ?? 0) } }
        self.init(
            metric: metric.key, unit: metric.unit, day: date,
            statistic: day.isMean ? "mean" : "sum", value: value.map(show),
            sources: day.sources.enumerated().map { index, source in
                Self.row(source, day.shares.filter { $0.source == index }, day.isMean, show)
            },
            parts: day.shares.prefix(Insights.maximumContributions).map { share in
                Insights.ContributingSample(
                    source: day.sources[share.source].name, sourceIndex: share.source,
                    start: zones.text(at: share.start),
                    end: zones.text(at: share.end), value: show(share.value),
                    counted: show(share.counted ?? 0), reason: share.reason?.rawValue,
                    countedInstead: share.owners.isEmpty
                        ? nil : share.owners.map { day.sources[$0].name })
            }, omitted: max(0, day.shares.count - Insights.maximumContributions))
    }

    private static func row(
        _ source: DayShares.Source, _ shares: [DayShares.Share], _ isMean: Bool,
        _ show: (Double) -> Double
    ) -> Insights.ContributingSource {
        let counted = shares.filter { $0.counted != nil }
        let values = shares.map(\.value)
        let sum = values.reduce(0, +)
        return Insights.ContributingSource(
            name: source.name, device: source.device, class: source.sourceClass.rawValue,
            resolution: source.resolution.rawValue, samples: shares.count,
            countedSamples: counted.count,
            value: show(isMean ? sum / Double(max(1, values.count)) : sum),
            counted: (isMean ? mean(counted) : counted.reduce(0) { $0 + ($1.counted ?? 0) })
                .map(show))
    }

    /// The mean of the values with their weights; nil without one.
    private static func mean(_ shares: [DayShares.Share]) -> Double? {
        let weight = shares.reduce(0) { $0 + $1.weight }
        return weight > 0 ? shares.reduce(0) { $0 + $1.value * $1.weight } / weight : nil
    }
}
