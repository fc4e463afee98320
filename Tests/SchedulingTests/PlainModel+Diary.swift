import CivilTime
import Scheduling
import Tracking

/// The plain model's world as the modules take it.
extension PlainModel {
    var diary: Diary {
        Diary(
            activities: items.map(\.activity),
            entries: logs.enumerated().map { $1.entry($0) }, vacations: vacations)
    }
}

private let slotsByRank = Slot.allCases.sorted()

extension PlainModel.Rule {
    var schedule: Schedule {
        switch self {
        case .daily: .daily
        case .weekly(let days): .weekly(days)
        case .monthly(let days): .monthly(days)
        case .sticky: .sticky
        case .adhoc(let day): .adhoc(day)
        }
    }
}

extension PlainModel.Item {
    var activity: Activity {
        let kind: ActivityKind =
            switch kind {
            case .checkbox: .checkbox
            case .cumulative(let target): .cumulative(Quantity(target: target), by: .sum)
            case .container: .container
            }
        func configuration(_ rule: PlainModel.Rule, _ slots: [Int], _ carry: Bool) -> Configuration
        {
            Configuration(
                kind: kind, schedule: rule.schedule, slots: slots.map { slotsByRank[$0] },
                carriesForward: carry)
        }
        let snapshots = past.map { past in
            let parentage: Parentage =
                switch past.parent {
                case .none: .unknown
                case .some(.none): .topLevel
                case .some(.some(let id)): .container(Activity.ID(id))
                }
            return ConfigurationSnapshot(
                first: past.from, last: past.until,
                configuration: configuration(past.rule, past.slots, past.carry),
                parentage: parentage)
        }
        return Activity(
            id: Activity.ID(id), name: id, created: created,
            configuration: configuration(rule, slots, carry),
            parent: parent.map { Activity.ID($0) }, position: order,
            history: ConfigurationHistory(snapshots), pause: stopped.map { Pause(since: $0) })
    }
}

extension PlainModel.Log {
    func entry(_ place: Int) -> Entry {
        Entry(
            id: Entry.ID("\(place)"), activity: Activity.ID(item), day: day,
            outcome: done ? .completed(value: value) : .skipped(reason: nil),
            slot: slot.map { slotsByRank[$0] })
    }
}
