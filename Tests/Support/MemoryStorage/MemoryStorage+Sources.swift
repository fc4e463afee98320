import Contracts
import HealthMetrics
import RPC

extension MemoryStorage {
    func registerSources(on router: inout Router) {
        router.handle(Sources.list) { [self] request, context in
            try read(context) { $0.sources(of: request.metric) }
        }
        router.handle(Sources.storedOrder) { [self] request, context in
            try read(context) {
                Sources.ChosenResponse(order: $0.health.orders[request.metric] ?? [])
            }
        }
        router.handle(Sources.setOrder) { [self] request, context in
            try change(Sources.setOrder.name, request, context) { try $0.setOrder(request) }.reply
        }
    }
}

extension MemoryTransaction {
    fileprivate mutating func setOrder(
        _ request: Sources.SetOrderRequest
    ) throws -> Sources.SetOrderResponse {
        let profile = try profile
        let listing = profile.sources(of: request.metric)
        let known = listing.series.map(\.series.key.sourceKey)
        let order = try request.order.map { name in
            let key = known.first { $0.lowercased() == SourceName(name).compared.lowercased() }
            guard let key else {
                throw Status(.notFound, "\(request.metric) has no source called \"\(name)\".")
            }
            return key
        }
        guard order != listing.order, let first = listing.series.map(\.first).min(),
            let last = listing.series.map(\.last).max()
        else { return Sources.SetOrderResponse(version: profile.version) }
        let version = try withProfile { profile in
            let version = profile.incrementVersion()
            profile.health.orders[request.metric] = order
            profile.health.mark(
                request.metric, ClosedRange(firstMs: first, lastMs: last), version)
            return version
        }
        try log(
            "sources", request.metric, before: JSONBody.encode(listing.order).text,
            after: JSONBody.encode(order).text)
        return Sources.SetOrderResponse(version: version)
    }
}

extension MemoryProfile {
    fileprivate func sources(of metric: String) -> Sources.ListResponse {
        Sources.ListResponse(
            metric: metric, order: health.orders[metric] ?? [],
            series: Derivation(metric: metric) == .workouts
                ? workoutSources(of: metric) : sampleSources(of: metric), zones: zones)
    }

    private func sampleSources(of metric: String) -> [Sources.Item] {
        health.rows(of: metric).compactMap { row in
            let chunks = health.chunks(of: metric).filter { $0.series == row.id }
            guard let first = chunks.map(\.first).min(), let last = chunks.map(\.last).max()
            else { return nil }
            return Sources.Item(
                series: row, samples: chunks.reduce(0) { $0 + Int($1.count) }, first: first,
                last: last)
        }
    }

    private func workoutSources(of metric: String) -> [Sources.Item] {
        var items: [SeriesKey: Sources.Item] = [:]
        for workout in health.workouts {
            let key = SeriesKey(
                metric: metric, unit: Metric.known(key: metric)?.unit ?? "",
                source: workout.source, sourceKey: workout.sourceKey, device: workout.device,
                isEntered: workout.metadata["HKWasUserEntered"] == "1")
            var item =
                items[key]
                ?? Sources.Item(
                    series: SeriesRow(id: 0, key: key), samples: 0, first: workout.start,
                    last: workout.end)
            item.samples += 1
            item.last = max(item.last, workout.end)
            items[key] = item
        }
        return items.values.sorted { $0.series.key.sourceKey < $1.series.key.sourceKey }
    }
}
