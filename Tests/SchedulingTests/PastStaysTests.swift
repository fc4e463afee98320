import CivilTime
import Randomness
import ScheduleProof
import Scheduling
import Testing
import Tracking

/// What is done to activities today never changes an answer about a day before.
@Suite struct PastStaysTests {
    private let start = CivilDate(days: 20_600)

    @Test(arguments: 0..<UInt64(60))
    func `changes of structure leave every day before them as it was`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var roster = try someRoster()
        let entries = someEntries(&random)
        var today = start.advanced(by: 3)
        for step in 0..<25 {
            let before = answers(of: roster, entries: entries, before: today)

            change(&roster, step: step, on: today, &random)

            let after = answers(of: roster, entries: entries, before: today)
            #expect(after == before, "seed \(seed), step \(step), on \(today)")
            today = today.advanced(by: random.below(3))
        }
    }

    private func someRoster() throws -> Roster {
        var roster = Roster()
        for place in 0..<7 {
            let kind: ActivityKind = place < 2 ? .container : .checkbox
            try roster.add(
                Activity(
                    id: Activity.ID("a\(place)"), name: "a\(place)", created: start,
                    configuration: Configuration(kind: kind)))
        }
        return roster
    }

    private func someEntries(_ random: inout SplitMix64) -> [Entry] {
        (2..<7).flatMap { place in
            (0..<40).filter { _ in random.below(2) == 0 }.map { offset in
                Entry(
                    id: Entry.ID("\(place) \(offset)"), activity: Activity.ID("a\(place)"),
                    day: start.advanced(by: offset), outcome: .completed(value: nil))
            }
        }
    }

    /// One of the changes a person can make; what is refused changes nothing.
    private func change(
        _ roster: inout Roster, step: Int, on today: CivilDate, _ random: inout SplitMix64
    ) {
        let ids = roster.activities.keys.sorted()
        let one = ids[random.below(ids.count)]
        let other = ids[random.below(ids.count)]
        switch random.below(8) {
        case 0: try? roster.pause(one, on: today)
        case 1, 2: try? roster.resume(one, on: today)
        case 3: try? roster.move(one, into: random.below(3) == 0 ? nil : other, on: today)
        case 4:
            try? roster.group(
                [one, other], as: Activity.ID("g\(step)"), name: "g\(step)", on: today)
        case 5: try? roster.convert(one, on: today)
        case 6: try? roster.dissolve(one, on: today) { _, _ in "link" }
        default:
            try? roster.edit(one, scope: .future, on: today) { configuration in
                configuration.schedule = random.below(2) == 0 ? .daily : .weekly([1, 4])
                configuration.slots = random.below(2) == 0 ? [] : [.morning, .evening]
            }
        }
    }

    /// For each day its list, and for each activity its children, standing, streaks and rate.
    private func answers(
        of roster: Roster, entries: [Entry], before today: CivilDate
    ) -> [String: Set<String>] {
        let diary = Diary(activities: Array(roster.activities.values), entries: entries)
        var answers: [String: Set<String>] = [:]
        var day = start
        while day < today {
            answers["list \(day)"] = Set(diary.list(on: day).map(\.activity.id.rawValue))
            for activity in roster.activities.values where activity.isAvailable(on: day) {
                let standing = diary.standing(of: activity, on: day)
                answers["\(activity.id) \(day)"] = Set(
                    diary.children(of: activity, on: day).map(\.activity.id.rawValue)
                        + ["\(standing.state)", "\(diary.streakEffect(of: activity, on: day))"]
                        + ["\(diary.streaks(of: activity, asOf: day))"]
                        + ["\(diary.completionRate(of: activity, days: 7, endingOn: day))"])
            }
            day = day.advanced(by: 1)
        }
        return answers
    }
}
