package import Contracts
import HealthMetrics
import Memberwise
import RPC

/// A group of people as it was computed, before groups of few people are left out.
@Memberwise
package struct CohortRow: Sendable {
    /// `group` is the number of a month, the first age of a band, or the name of the group.
    package var group: Cohorts.Group
    /// The number of people who are in no other group.
    package var exclusivePeople: Int
}

extension CohortQuery {
    /// The response with the groups that may be shown.
    ///
    /// Groups with few people are left out. The figures of a group that is left out could be computed from
    /// those of all people and of the other groups, so that further groups are left out until those that are
    /// left out have enough people together. Figures of months do not add up to figures of all months.
    package func response(_ rows: [CohortRow]) -> Cohorts.QueryResponse {
        let minimum = Cohorts.minimumPeople
        var shown = sorted(rows.filter { $0.group.people >= minimum })
        var hidden = rows.filter { $0.group.people < minimum }
        if request.by != .month {
            while !hidden.isEmpty, hidden.reduce(0, { $0 + $1.exclusivePeople }) < minimum,
                let least = shown.indices.min(by: {
                    shown[$0].group.people < shown[$1].group.people
                })
            {
                hidden.append(shown.remove(at: least))
            }
        }
        return Cohorts.QueryResponse(
            metric: metric.key, unit: metric.unit, groups: shown.map { named($0.group) },
            hasHidden: !hidden.isEmpty)
    }

    private func sorted(_ rows: [CohortRow]) -> [CohortRow] {
        rows.sorted { first, second in
            guard let one = first.group.group else { return false }
            guard let other = second.group.group else { return true }
            if let number = Int(one), let otherNumber = Int(other), isNumbered {
                return number < otherNumber
            }
            return one < other
        }
    }

    /// True if groups have numbers for names.
    private var isNumbered: Bool { request.by == .month || request.by == .age }

    private func named(_ group: Cohorts.Group) -> Cohorts.Group {
        guard isNumbered, let number = group.group.flatMap(Int.init) else { return group }
        var named = group
        named.group =
            request.by == .month ? CalendarMonth.text(number) : "\(number)-\(number + 9)"
        return named
    }
}

extension Status {
    /// The refusal of a query without a group of enough people.
    static func fewPeople(_ query: CohortQuery) -> Status {
        Status(
            .failedPrecondition,
            "No group of \(query.metric.key) can be shown: each has fewer than \(Cohorts.minimumPeople) "
                + "people who consented and have data.",
            hint: "Ask for all people with a longer range of months and without --by.")
    }
}
