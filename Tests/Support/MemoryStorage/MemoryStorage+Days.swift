import CivilTime
import Contracts
import HealthMetrics
import RPC
import Tracker

extension MemoryStorage {
    func registerDays(on router: inout Router) {
        router.handle(Days.read) { [self] request, context in
            try read(context) { try $0.days(request) }
        }
        router.handle(Days.readPages) { [self] request, context, writer in
            let packet = try read(context) { try $0.days(request) }
            return try await packet.sendPages(ofBytes: context.pageBytes, to: writer)
        }
        router.handle(Days.stamp) { [self] _, _ in
            Days.StampResponse(value: "\(read(\.commits))")
        }
        router.handle(Days.names) { [self] _, context in
            try read(context) { profile in
                Days.NamesResponse(
                    metrics: profile.items().map {
                        Days.MetricUnit(metric: $0.metric, unit: $0.unit)
                    },
                    activities: try profile.records.activities().map(Days.ActivityName.init),
                    units: profile.units)
            }
        }
        router.handle(Days.metrics) { [self] _, context in
            try read(context) {
                Days.MetricsResponse(metrics: $0.items(), units: $0.units)
            }
        }
    }
}

extension MemoryProfile {
    /// The unit system that metrics are shown in.
    var units: UnitSystem { settings[Settings.units].flatMap(UnitSystem.init) ?? .metric }

    fileprivate func days(_ request: Days.ReadRequest) throws -> Packet<Days.ReadResponse> {
        let metric = health.metrics[request.metric] ?? MemoryMetric()
        let newest = metric.dirty == nil ? version : metric.dirtySince - 1
        let first = max(metric.folded, firstVersion)
        let known = request.knownVersion
        let isUnchanged = known.map { $0 >= first && $0 <= newest } ?? false
        var changed: ClosedRange<Int32>?
        if let known, known >= firstVersion, known <= newest, let fold = metric.lastFold,
            fold.before <= known
        {
            changed = fold.days
        }
        let page = Days.ReadResponse(
            metric: request.metric, unit: health.rows(of: request.metric).first?.key.unit ?? "",
            version: newest, stale: metric.dirty != nil, isUnchanged: isUnchanged,
            changed: changed?.span,
            rememberedInterval: settings[Settings.intervalPrefix + request.metric],
            weekStart: settings[Settings.weekStart], zones: zones,
            hasNamesake: request.shouldFindActivity == true
                ? try records.activities().contains {
                    $0.name.lowercased() == request.metric.lowercased()
                } : nil, units: units)
        let totals = metric.totals(in: changed ?? .min ... .max)
        return Packet(page, columns: isUnchanged ? [] : totals.columns)
    }

    /// The metrics with samples or day totals, ascending.
    fileprivate func items() -> [Days.Item] {
        let derived = Derivation.allCases.flatMap(\.metrics).filter {
            health.metrics[$0]?.totals.day.isEmpty == false
        }
        return (health.sampled + derived).sorted().map { metric in
            let totals = health.metrics[metric]?.totals ?? DayColumns()
            let source = Derivation(metric: metric)?.sourceMetric ?? metric
            let chunks = health.chunks(of: source)
            let isDerived = source != metric || derived.contains(metric)
            return Days.Item(
                metric: metric,
                unit: isDerived
                    ? Metric.known(key: metric)?.unit ?? ""
                    : health.rows(of: metric).first?.key.unit ?? "",
                samples: isDerived
                    ? Int(totals.count.reduce(0, +)) : chunks.reduce(0) { $0 + Int($1.count) },
                firstDay: totals.day.first.map(CivilDate.init(days:)),
                lastDay: totals.day.last.map(CivilDate.init(days:)),
                sources: Set(chunks.compactMap { health.row($0.series)?.key.source }).sorted())
        }
    }
}

extension Days.ActivityName {
    fileprivate init(_ activity: Activity) {
        var accumulation: Accumulation?
        var measurement: Measurement.Name?
        switch activity.configuration.kind {
        case .cumulative(_, let function): accumulation = function
        case .metric(let metric): measurement = metric.name
        case .checkbox, .value, .container, .answer: break
        }
        self.init(
            id: activity.id, name: activity.name, type: activity.configuration.kind.type,
            unit: activity.configuration.kind.quantity?.unit, accumulation: accumulation,
            measurement: measurement)
    }
}
