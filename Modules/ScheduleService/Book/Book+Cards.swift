import CivilTime
import Contracts
import Scheduling
import Tracking

extension Book {
    func encouragement(asOf today: CivilDate) -> Boards.Encouragement {
        let found = diary.encouragement(asOf: today)
        return Boards.Encouragement(
            improved: found.improvement.map {
                Boards.Improvement(name: $0.activity.name, before: $0.before, now: $0.now)
            },
            nudge: found.nudge.map {
                Boards.Behind(name: $0.activity.name, rate: $0.rate.value, severe: $0.isSevere)
            },
            targets: found.targets.map {
                Boards.TargetSuggestion(
                    name: $0.activity.name, target: $0.target, suggested: $0.suggested,
                    unit: $0.activity.configuration(on: today).kind.quantity?.unit,
                    days: $0.days, reached: $0.reached)
            })
    }

    /// What is analysed, by type in the order of ``ActivityType``; of each the last logged first.
    func kinds(asOf today: CivilDate) -> [Boards.Kind] {
        let byType = Dictionary(grouping: diary.analysed(on: today)) {
            $0.configuration(on: today).kind.type
        }
        return ActivityType.allCases.compactMap { type in
            guard let activities = byType[type] else { return nil }
            let logs = activities.map {
                Boards.LastLog(name: $0.name, entry: lastEntry(of: $0, through: today).map(item))
            }
            let order = logs.enumerated().sorted { left, right in
                let (a, b) = (left.element.date, right.element.date)
                guard a == b else { return a ?? .distantPast > b ?? .distantPast }
                return left.offset < right.offset
            }
            return Boards.Kind(type: type, activities: order.map(\.element))
        }
    }

    private func lastEntry(of activity: Activity, through day: CivilDate) -> Entry? {
        // Most have one lately, which is quicker to find than among all of them.
        let reachInDays = 60
        return diary.entries(
            of: activity.id, from: day.advanced(by: -reachInDays), through: day
        ).last ?? diary.entries(of: activity.id, from: .distantPast, through: day).last
    }
}
