import CivilTime
import Contracts
import Folding
import HealthMetrics
import HostFiles
import RPC

extension InsightsService {
    func sources(
        _ request: Insights.SourcesRequest, _ context: CallContext
    ) async throws -> Insights.SourcesResponse {
        let known = try await client.call(Days.names, Empty(), context.forwardedOptions)
        let metric = try MetricLookup(known).metric(request.name)
        let stored = try await client.call(
            Sources.list, Sources.MetricRequest(metric: metric.key), context.forwardedOptions)
        let history = try zones.history(stored.zones)
        let priority = SourcePriority(order: stored.order)

        // A device has a series for each version of its software.
        let names = SourceNames(stored.series.map(\.series.key))
        var groups: [SourceGroup: [Sources.Item]] = [:]
        for item in stored.series {
            let key = item.series.key
            groups[SourceGroup(key, names[key], priority), default: []].append(item)
        }
        let ordered = groups.sorted { $0.key < $1.key }
        var order: [String] = []
        for (group, _) in ordered where !order.contains(group.name) { order.append(group.name) }
        return Insights.SourcesResponse(
            metric: metric.key, order: order, isChosen: !stored.order.isEmpty,
            sources: ordered.map { group, items in
                let first = items.reduce(Int64.max) { min($0, $1.first) }
                // Ends are exclusive: a sample that ends at midnight belongs to the day before.
                let last = items.reduce(first) { max($0, $1.last - 1) }
                return Insights.Source(
                    name: group.name, device: group.device, class: group.sourceClass.rawValue,
                    samples: items.reduce(0) { $0 + $1.samples },
                    firstDay: history.civilDate(at: first), lastDay: history.civilDate(at: last))
            })
    }
}

/// The series that are shown as one source.
private struct SourceGroup: Hashable, Comparable {
    let rank: Int
    let name: String
    let device: String
    let sourceClass: SourceClass

    init(_ key: SeriesKey, _ name: String, _ priority: SourcePriority) {
        sourceClass = key.sourceClass
        rank = priority.rank(of: key.sourceKey, sourceClass)
        self.name = name
        device = DeviceName.text(of: key.device)
    }

    static func < (a: SourceGroup, b: SourceGroup) -> Bool {
        (a.rank, a.name, a.device) < (b.rank, b.name, b.device)
    }
}
