import CivilTime
package import Tracker
package import TrackerRules

/// Conversion of the plain model's world to an activity history.
extension PlainModel {
    package var history: ActivityHistory {
        ActivityHistory(
            activities: items.map(\.activity), entries: entries, vacations: vacations,
            missingDays: missingDays)
    }

    package var entries: [Entry] {
        items.flatMap { item in
            item.logs.keys.sorted().flatMap { day in
                item.logs[day, default: []].enumerated().map { number, log in
                    log.entry(of: item.id, on: day, number)
                }
            }
        }
    }
}

private let slotsByRank = Slot.allCases.sorted()

private func weekStart(_ firstWeekday: Int) -> WeekStart? {
    WeekStart.allCases.first { $0.weekday == firstWeekday }
}

extension PlainModel.Rule {
    fileprivate var schedule: Schedule {
        switch self {
        case .daily: .daily
        case .weekly(let days): .weekly(days)
        case .monthly(let days): .monthly(days)
        case .everyDays(let count): .everyDays(count)
        case .everyWeeks(let count, let days, let firstWeekday):
            .everyWeeks(count, on: days, weekStart: weekStart(firstWeekday))
        case .timesAWeek(let count, let firstWeekday):
            .times(count, per: .week(startingOn: weekStart(firstWeekday)))
        case .timesAMonth(let count): .times(count, per: .month)
        case .sticky: .sticky
        case .adhoc(let day): .adhoc(day)
        }
    }
}

extension PlainModel.Config {
    fileprivate var configuration: Configuration {
        let kind: ActivityKind =
            switch kind {
            case .checkbox: .checkbox
            case .cumulative(let target, let isAverage):
                .cumulative(Quantity(target: target), by: isAverage ? .average : .sum)
            case .container: .container
            }
        return Configuration(
            kind: kind, schedule: rule.schedule, slots: slots.map { slotsByRank[$0] },
            carriesForward: carriesForward, isPassive: isPassive)
    }
}

extension PlainModel.Item {
    package var activity: Activity {
        let snapshots = past.map { past in
            let parentage: Parentage =
                switch past.parent {
                case .none: .unknown
                case .some(.none): .topLevel
                case .some(.some(let id)): .container(Activity.ID(id))
                }
            return ConfigurationSnapshot(
                first: past.from, last: past.until, configuration: past.config.configuration,
                parentage: parentage)
        }
        return Activity(
            id: Activity.ID(id), name: id, created: created, configuration: config.configuration,
            parent: parent.map { Activity.ID($0) }, position: order,
            history: ConfigurationHistory(snapshots),
            pause: lastDayBeforePause.map { Pause(since: $0) },
            pastPauses: pauses.map { PastPause(over: $0) })
    }
}

extension PlainModel.LoggedEntry {
    fileprivate func entry(of item: String, on day: CivilDate, _ number: Int) -> Entry {
        Entry(
            id: Entry.ID("\(item) \(day.days) \(number)"), activity: Activity.ID(item), day: day,
            outcome: isDone ? .completed(value: value) : .skipped(reason: nil),
            slot: slot.map { slotsByRank[$0] })
    }
}
