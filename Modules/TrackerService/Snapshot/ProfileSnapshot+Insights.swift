import CivilTime
import Contracts
import Tracker
import TrackerRules

extension ProfileSnapshot {
    func encouragement(asOf today: CivilDate) -> Statistics.Encouragement {
        let encouragement = history.encouragement(asOf: today)
        return Statistics.Encouragement(
            improved: encouragement.improvement.map {
                Statistics.Improvement(
                    id: $0.activity.id, name: $0.activity.name, before: $0.before, now: $0.now)
            },
            nudge: encouragement.nudge.map {
                Statistics.LaggingActivity(
                    id: $0.activity.id, name: $0.activity.name, rate: $0.rate.value,
                    severe: $0.isSevere)
            },
            targets: encouragement.targets.map {
                Statistics.TargetSuggestion(
                    id: $0.activity.id, name: $0.activity.name, target: $0.target,
                    suggested: $0.suggested,
                    unit: $0.activity.configuration(on: today).kind.quantity?.unit,
                    days: $0.days, reached: $0.reached)
            })
    }

    /// The analysed activities by type in the order of ``ActivityType``, most recently logged
    /// first.
    func kinds(asOf today: CivilDate) -> [Statistics.TypeGroup] {
        let byType = Dictionary(grouping: history.analysed(on: today)) {
            $0.configuration(on: today).kind.type
        }
        return ActivityType.allCases.compactMap { type in
            guard let activities = byType[type] else { return nil }
            let logs = activities.map {
                Statistics.LastEntry(
                    name: $0.name, entry: history.lastEntry(of: $0.id, through: today).map(item))
            }
            let order = logs.enumerated().sorted { left, right in
                let (a, b) = (left.element.date, right.element.date)
                guard a == b else { return a ?? .distantPast > b ?? .distantPast }
                return left.offset < right.offset
            }
            return Statistics.TypeGroup(type: type, activities: order.map(\.element))
        }
    }
}
