import Aggregation
import Associations
import CivilTime
import Contracts
import HealthMetrics
import HostFiles
import RPC
import Tracker

extension InsightsService {
    func associations(
        _ request: Insights.AssociationsRequest, _ context: CallContext
    ) async throws -> Insights.AssociationsResponse {
        let names = try await client.call(Days.names, Empty(), context.forwardedOptions)
        let lookup = MetricLookup(names)
        let requested = try request.name.map { name throws(Status) in
            let match = try lookup.metric(name)
            try match.requireNumbers()
            return match.settingKey
        }
        let today = try await history(context).civilDate(at: now())
        var found: [ComparedSubject] = []
        for match in lookup.numbered.prefix(Self.subjectLimit) {
            guard let subject = try await subjectWithNumbers(match, on: request.on, context),
                let compared = ComparedSubject(subject, before: request.on ?? today)
            else { continue }
            found.append(compared)
        }
        let subjects = ComparedSubject.chosen(from: found, with: requested)
        let index = subjects.firstIndex { $0.key == requested }
        let isKnown = requested == nil || index != nil
        let search = AssociationSearch(subjects.map(\.series))
        return Insights.AssociationsResponse(
            associations: isKnown
                ? search.associations(with: index).map { Insights.Association($0, of: subjects) }
                : [], compared: subjects.count, notice: Self.notice,
            stale: found.contains(where: \.isStale))
    }

    private static let notice =
        "An association is not a cause: a third thing can move both, and some are found by chance."

    /// The largest number of metrics and activities whose days are read.
    private static let subjectLimit = 400

    /// The metric or activity with its days; nil if it has no numbers.
    private func subjectWithNumbers(
        _ match: MetricLookup.Match, on day: CivilDate?, _ context: CallContext
    ) async throws -> TrendSubject? {
        guard let activity = match.activity else { return try await subject(match, context) }
        do {
            let subject = try await subject(match, activity, on: day, zone: nil, context)
            return subject.metric.isAnswered ? nil : subject
        } catch let status as Status where status.code == .invalidArgument {
            // An activity without numbers, such as a container.
            return nil
        }
    }
}

/// A metric or an activity with the series that is compared with others.
private struct ComparedSubject {
    let key: String
    let name: String
    let unit: String
    let isStale: Bool
    let series: DaySeries
    /// The number of days with a value.
    let count: Int

    /// The days before `end`, which is not over. Nil if too few have a value.
    init?(_ subject: TrendSubject, before end: CivilDate) {
        let metric = subject.metric
        let first = end.advanced(by: -AssociationSearch.dayLimit)
        let points = subject.days.totals.points(of: metric.dayValue).filter {
            first <= $0.date && $0.date < end
        }
        guard points.count >= AssociationSearch.leastCount * 2 else { return nil }
        var values = [Double?](repeating: nil, count: AssociationSearch.dayLimit)
        for point in points {
            values[first.distance(to: point.date)] = metric.display.converted(point.value)
        }
        key = metric.settingKey
        name = metric.key
        unit = metric.dayValue == .yes ? "%" : metric.unit
        isStale = subject.days.page.stale
        series = DaySeries(name: key, values: values, isYesNo: metric.dayValue == .yes)
        count = points.count
    }

    /// The subjects with the most days, by name; always the one with the key `requested`.
    static func chosen(from all: [ComparedSubject], with requested: String?) -> [ComparedSubject] {
        let ordered = all.sorted { first, second in
            if first.key == requested || second.key == requested { return first.key == requested }
            return first.count != second.count
                ? first.count > second.count : first.key < second.key
        }
        return ordered.prefix(AssociationSearch.seriesLimit).sorted { $0.key < $1.key }
    }
}

extension Insights.Association {
    fileprivate init(_ association: Association, of subjects: [ComparedSubject]) {
        let (first, second) = (subjects[association.first], subjects[association.second])
        let isDifference = association.kind == .difference
        let factor = isDifference && second.series.isYesNo ? 100.0 : 1
        self.init(
            a: first.name, b: second.name, lag: association.lag.rawValue,
            kind: association.kind.rawValue, effect: association.effect * factor,
            unit: isDifference ? second.unit : "", low: association.interval.low * factor,
            high: association.interval.high * factor,
            days: [association.counts.first, association.counts.second], q: association.q,
            threshold: association.threshold,
            thresholdUnit: association.threshold == nil || first.unit.isEmpty ? nil : first.unit)
    }
}
