import CivilTime
import Randomness
import ScheduleProof
import Testing
import Tracker
import TrackerRules

/// A diary that is told of each change answers as one that is made anew.
@Suite struct UpdatedHistoryTests {
    private let start = CivilDate(days: 20_600)
    private let dayCount = 100

    @Test(arguments: 0..<UInt64(40))
    func `a kept diary answers as a new one`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var world = try World(start: start)
        var kept = world.diary
        for step in 0..<40 {
            let today = start.advanced(by: random.below(dayCount))

            change(&world, &kept, step: step, on: today, &random)

            let fresh = world.diary
            for back in [0, 1, 9, 40] {
                let day = today.advanced(by: back - 20)
                let isSame = answers(of: kept, on: day) == answers(of: fresh, on: day)
                #expect(isSame, "seed \(seed), step \(step), \(day)")
            }
        }
    }

    private struct World {
        var roster = Catalog()
        var entries: [Entry] = []
        var vacations: Set<CivilDate> = []
        let missingDays: Set<CivilDate>

        init(start: CivilDate) throws {
            missingDays = [start.advanced(by: 45)]
            for place in 0..<6 {
                let schedules: [Schedule] = [.daily, .weekly([1, 4]), .monthly([1, 15, 31])]
                try roster.add(
                    Activity(
                        id: Activity.ID("a\(place)"), name: "a\(place)", created: start,
                        configuration: Configuration(
                            kind: place < 2 ? .container : .checkbox,
                            schedule: place < 2 ? .daily : schedules[place % 3],
                            slots: place == 5 ? [.morning, .evening] : [], carriesForward: true),
                        parent: place < 2 ? nil : Activity.ID("a\(place % 2)")))
            }
        }

        var diary: ActivityHistory {
            ActivityHistory(
                activities: Array(roster.activities.values), entries: entries,
                vacations: vacations, missingDays: missingDays)
        }
    }

    private func change(
        _ world: inout World, _ kept: inout ActivityHistory, step: Int, on day: CivilDate,
        _ random: inout SplitMix64
    ) {
        let before = world.roster
        let one = before.activities.keys.sorted()[random.below(before.activities.count)]
        switch random.below(12) {
        case 0: try? world.roster.pause(one, on: day)
        case 1: try? world.roster.resume(one, on: day)
        case 2: try? world.roster.move(one, into: random.below(3) == 0 ? nil : "a0", on: day)
        case 3: try? world.roster.delete(one, on: day)
        case 4: try? world.roster.restore(one)
        case 5:
            try? world.roster.edit(one, scope: random.below(2) == 0 ? .all : .future, on: day) {
                $0.schedule = random.below(2) == 0 ? .daily : .weekly([2, 6])
            }
        case 6:
            let isVacation = world.vacations.insert(day).inserted
            if !isVacation { world.vacations.remove(day) }
            kept.setVacation(isVacation, on: day)
        case 7 where !world.entries.isEmpty:
            let place = random.below(world.entries.count)
            let old = world.entries[place]
            if random.below(2) == 0 {
                world.entries.remove(at: place)
                kept.replace(old, with: nil)
            } else {
                world.entries[place].outcome = .skipped(reason: "Sick")
                if random.below(2) == 0 { world.entries[place].day = day }
                kept.replace(old, with: world.entries[place])
            }
        default:
            let entry = Entry(
                id: Entry.ID("\(step)"), activity: one, day: day,
                outcome: random.below(5) == 0 ? .skipped(reason: nil) : .completed(value: 1),
                slot: random.below(2) == 0 ? .evening : nil,
                loggedAt: random.below(3) == 0 ? nil : Int64(random.below(4)))
            world.entries.append(entry)
            kept.replace(nil, with: entry)
        }
        kept.update(world.roster.changes(from: before).activities)
    }

    private struct Answers: Hashable {
        var agenda: Agenda
        var entries: [Entry]
        var streaks: [Streaks]
        var rates: [CompletionRate]
    }

    private func answers(of diary: ActivityHistory, on day: CivilDate) -> Answers {
        let activities = diary.activities.values.sorted(by: Activity.listOrder)
        return Answers(
            agenda: diary.agenda(on: day),
            entries: activities.flatMap { diary.entries(of: $0.id, on: day) },
            streaks: activities.map { diary.streaks(of: $0, asOf: day) },
            rates: activities.map { diary.completionRate(of: $0, days: 30, endingOn: day) })
    }
}
