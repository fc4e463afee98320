import CivilTime
import Randomness
import ScheduleProof
import TestKit
import Testing
import Tracker
import TrackerRules

/// A history that is updated with each change equals one built from scratch.
@Suite struct UpdatedHistoryTests {
    private let start = CivilDate(days: 20_600)
    private let dayCount = 100

    @Test(arguments: TestTier.seeds(12, long: 40))
    func `an updated history equals a new one`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var records = try Records(start: start)
        var updated = records.history
        for step in 0..<40 {
            let today = start.advanced(by: random.below(dayCount))

            change(&records, &updated, step: step, on: today, &random)

            let fresh = records.history
            for back in [0, 1, 9, 40] {
                let day = today.advanced(by: back - 20)
                let isSame = answers(of: updated, on: day) == answers(of: fresh, on: day)
                #expect(isSame, "seed \(seed), step \(step), \(day)")
            }
        }
    }

    private struct Records {
        var catalog = Catalog()
        var entries: [Entry] = []
        var vacations: Set<CivilDate> = []
        let missingDays: Set<CivilDate>

        init(start: CivilDate) throws {
            missingDays = [start.advanced(by: 45)]
            for index in 0..<6 {
                let schedules: [Schedule] = [.daily, .weekly([1, 4]), .monthly([1, 15, 31])]
                try catalog.add(
                    Activity(
                        id: Activity.ID("a\(index)"), name: "a\(index)", created: start,
                        configuration: Configuration(
                            kind: index < 2 ? .container : .checkbox,
                            schedule: index < 2 ? .daily : schedules[index % 3],
                            slots: index == 5 ? [.morning, .evening] : [], carriesForward: true),
                        parent: index < 2 ? nil : Activity.ID("a\(index % 2)")))
            }
        }

        var history: ActivityHistory {
            ActivityHistory(
                activities: Array(catalog.activities.values), entries: entries,
                vacations: vacations, missingDays: missingDays)
        }
    }

    private func change(
        _ records: inout Records, _ updated: inout ActivityHistory, step: Int, on day: CivilDate,
        _ random: inout SplitMix64
    ) {
        let before = records.catalog
        let one = before.activities.keys.sorted()[random.below(before.activities.count)]
        switch random.below(12) {
        case 0: try? records.catalog.pause(one, on: day)
        case 1: try? records.catalog.resume(one, on: day)
        case 2: try? records.catalog.move(one, into: random.below(3) == 0 ? nil : "a0", on: day)
        case 3: try? records.catalog.delete(one, on: day)
        case 4: try? records.catalog.restore(one)
        case 5:
            try? records.catalog.edit(one, scope: random.below(2) == 0 ? .all : .future, on: day) {
                $0.schedule = random.below(2) == 0 ? .daily : .weekly([2, 6])
            }
        case 6:
            let isVacation = records.vacations.insert(day).inserted
            if !isVacation { records.vacations.remove(day) }
            updated.setVacation(isVacation, on: day)
        case 7 where !records.entries.isEmpty:
            let index = random.below(records.entries.count)
            let old = records.entries[index]
            if random.below(2) == 0 {
                records.entries.remove(at: index)
                updated.replace(old, with: nil)
            } else {
                records.entries[index].outcome = .skipped(reason: "Sick")
                if random.below(2) == 0 { records.entries[index].day = day }
                updated.replace(old, with: records.entries[index])
            }
        default:
            let entry = Entry(
                id: Entry.ID("\(step)"), activity: one, day: day,
                outcome: random.below(5) == 0 ? .skipped(reason: nil) : .completed(value: 1),
                slot: random.below(2) == 0 ? .evening : nil,
                loggedAt: random.below(3) == 0 ? nil : Int64(random.below(4)))
            records.entries.append(entry)
            updated.replace(nil, with: entry)
        }
        updated.update(records.catalog.changes(from: before).activities)
    }

    private struct Answers: Hashable {
        var agenda: Agenda
        var entries: [Entry]
        var streaks: [Streaks]
        var rates: [CompletionRate]
    }

    private func answers(of history: ActivityHistory, on day: CivilDate) -> Answers {
        let activities = history.activities.values.sorted(by: Activity.listOrder)
        return Answers(
            agenda: history.agenda(on: day),
            entries: activities.flatMap { history.entries(of: $0.id, on: day) },
            streaks: activities.map { history.streaks(of: $0, asOf: day) },
            rates: activities.map { history.completionRate(of: $0, days: 30, endingOn: day) })
    }
}
