import Aggregation
import CivilTime
import Contracts
import RPC

extension InsightsService {
    /// Adds the weight log to the days of body mass.
    func addWeightLog(to subject: inout TrendSubject, _ context: CallContext) async throws {
        guard subject.metric.activity == nil, subject.metric.key == HealthLinks.weightMetric else {
            return
        }
        let values = try await weightLog.values(context)
        guard !values.isEmpty else { return }
        subject.add(values)
    }
}

extension TrendSubject {
    /// Adds entries of the weight log. An entry synced from body mass counts only on days without
    /// imported body mass; an entry that a person changed replaces the imported day.
    mutating func add(_ values: [Weights.Value]) {
        let replaced = Set(values.filter { $0.source == .person }.compactMap(\.origin))
        days.totals.removeDays(where: replaced.contains)
        let imported = Set(days.totals.days.map(\.day))
        var logged: Set<CivilDate> = []
        for value in values where value.source == .person || !imported.contains(value.date) {
            days.totals.add(value.kilograms, on: value.date)
            logged.insert(value.date)
        }
        sources = [(Insights.weightLogSource, logged), (Insights.importedSource, imported)]
    }
}
