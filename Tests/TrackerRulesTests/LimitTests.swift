import CivilTime
import Testing
import Tracker
import TrackerRules

/// Targets that must not be exceeded, and totals of a week or month.
@Suite struct LimitTests {
    /// 2026-01-05, a Monday.
    private let monday = CivilDate(days: 20_458)

    private func activity(_ kind: ActivityKind) -> Activity {
        Activity(
            id: "a", name: "a", created: monday, configuration: Configuration(kind: kind))
    }

    /// The history of one number on each day, nil for no entry.
    private func history(_ activity: Activity, _ numbers: [Double?]) -> ActivityHistory {
        ActivityHistory(
            activities: [activity],
            entries: numbers.enumerated().compactMap { offset, number in
                number.map {
                    Entry(
                        id: Entry.ID("\(offset)"), activity: "a", day: monday.advanced(by: offset),
                        outcome: .completed(value: $0))
                }
            })
    }

    private func atMost(_ target: Double, a period: SchedulePeriod? = nil) -> ActivityKind {
        .cumulative(Quantity(target: target, period: period, isLimit: true), by: .sum)
    }

    private func streaks(_ history: ActivityHistory, _ activity: Activity, _ day: Int) -> [Int] {
        let streaks = history.streaks(of: activity, asOf: monday.advanced(by: day))
        return [streaks.current, streaks.longest]
    }

    @Test func `a day keeps a limit only at its end`() {
        for kind in [atMost(2), .value(Quantity(target: 2, isLimit: true))] {
            let activity = activity(kind)
            let history = history(activity, [2])

            let today = history.dayStatus(of: activity, on: monday)
            let later = history.dayStatus(
                of: activity, on: monday, asOf: monday.advanced(by: 1))

            #expect(today.state == .open && today.expected == 0 && today.fillable == 0)
            #expect(later.state == .completed && later.expected == 1)
            #expect(streaks(history, activity, 0) == [0, 0])
            #expect(streaks(history, activity, 1) == [1, 1])
        }
    }

    @Test func `a number above the limit fails the day at once`() {
        let activity = activity(atMost(2))
        let history = history(activity, [1, 3])

        #expect(history.dayStatus(of: activity, on: monday.advanced(by: 1)).isExceeded)
        #expect(history.agenda(on: monday.advanced(by: 1)).progress == 0)
        #expect(streaks(history, activity, 1) == [0, 1])
        let rate = history.completionRate(
            of: activity, days: 2, endingOn: monday.advanced(by: 1))
        #expect(rate == CompletionRate(value: 0.5, expected: 2))
    }

    @Test func `a day without an entry keeps a limit only if the setting says so`() {
        let activity = activity(atMost(0))
        var history = history(activity, [0, nil, nil])

        #expect(streaks(history, activity, 3) == [0, 1])
        history.countsWithoutEntry = true
        #expect(streaks(history, activity, 3) == [3, 3])
    }

    @Test func `a weekly total makes each day optional until it is reached`() {
        let activity = activity(
            .cumulative(
                Quantity(target: 150, period: .week(startingOn: .monday)), by: .sum))
        let history = history(activity, [50, nil, 60, 40, nil])
        func state(_ day: Int) -> OccurrenceState {
            history.occurrenceState(of: activity, on: monday.advanced(by: day))
        }

        #expect([0, 1, 2, 3, 4].map(state) == [.optional, .optional, .optional, .done, .none])
        #expect(streaks(history, activity, 2) == [0, 0])
        #expect(streaks(history, activity, 3) == [1, 1])
        let rate = history.completionRate(of: activity, days: 7, endingOn: monday.advanced(by: 6))
        #expect(rate.value == 1)
    }

    @Test func `a cut week needs its share of the total, not rounded`() {
        var activity = activity(
            .cumulative(
                Quantity(target: 100, period: .week(startingOn: .monday)), by: .sum))
        activity.created = monday.advanced(by: 4)

        let progress = history(activity, []).periodProgress(
            of: activity, on: monday.advanced(by: 5))

        #expect(progress.map { abs($0.needed - 300.0 / 7) < 1e-9 } == true)
    }

    @Test func `a weekly limit is kept at the end of the week`() {
        let activity = activity(atMost(10, a: .week(startingOn: .monday)))
        let within = history(activity, [4, nil, 6])
        let above = history(activity, [4, nil, 7])

        #expect(streaks(within, activity, 6) == [0, 0])
        #expect(streaks(within, activity, 7) == [1, 1])
        #expect(streaks(above, activity, 7) == [0, 0])
        let rate = above.completionRate(of: activity, days: 8, endingOn: monday.advanced(by: 7))
        #expect(rate == CompletionRate(value: 0, expected: 1))
    }

    @Test func `a week with an entry on each day is missed below its total`() {
        let activity = activity(
            .cumulative(Quantity(target: 70, period: .week(startingOn: .monday)), by: .sum))
        let weeks = [Double?](repeating: 20, count: 7) + [Double?](repeating: 5, count: 7)

        #expect(streaks(history(activity, weeks + [80]), activity, 14) == [1, 1])
    }

    @Test func `a number above a weekly limit fails the week at once`() {
        let activity = activity(atMost(10, a: .week(startingOn: .monday)))
        let history = history(activity, [4, nil, nil, nil, nil, nil, nil, 12])

        #expect(streaks(history, activity, 7) == [0, 1])
        #expect(streaks(history, activity, 14) == [0, 1])
    }

    @Test func `a week of vacation without an entry does not extend a streak`() {
        let activity = activity(atMost(10, a: .week(startingOn: .monday)))
        let vacation = (7..<14).map { monday.advanced(by: $0) }
        var history = ActivityHistory(
            activities: [activity], entries: [], vacations: Set(vacation))
        history.countsWithoutEntry = true

        #expect(streaks(history, activity, 21) == [2, 2])
    }

    @Test func `a container counts a day with a limit only when the day is over`() {
        let container = Activity(
            id: "c", name: "c", created: monday, configuration: Configuration(kind: .container))
        var child = activity(atMost(2))
        child.parent = "c"
        let entry = Entry(id: "1", activity: "a", day: monday, outcome: .completed(value: 1))
        var history = ActivityHistory(activities: [container, child], entries: [entry])

        #expect(streaks(history, container, 0) == [0, 0])
        #expect(streaks(history, container, 1) == [1, 1])
        #expect(streaks(history, container, 3) == [0, 1])
        history.countsWithoutEntry = true
        #expect(streaks(history, container, 3) == [3, 3])
    }

    @Test func `a vacation day without an entry does not extend the streak of a limit`() {
        let activity = activity(atMost(2))
        let tuesday = monday.advanced(by: 1)
        let entry = Entry(id: "1", activity: "a", day: tuesday, outcome: .completed(value: 1))
        var idle = ActivityHistory(activities: [activity], vacations: [tuesday])
        var used = ActivityHistory(
            activities: [activity], entries: [entry], vacations: [tuesday])
        idle.countsWithoutEntry = true
        used.countsWithoutEntry = true

        #expect(streaks(idle, activity, 3) == [2, 2])
        #expect(streaks(used, activity, 3) == [3, 3])
    }

    @Test func `decimal numbers reach a target and keep a limit that they sum up to`() {
        let target = activity(.cumulative(Quantity(target: 0.8), by: .sum))
        let limit = activity(atMost(0.3))
        func history(_ activity: Activity, _ numbers: [Double]) -> ActivityHistory {
            ActivityHistory(
                activities: [activity],
                entries: numbers.enumerated().map { index, number in
                    Entry(
                        id: Entry.ID("\(index)"), activity: "a", day: monday,
                        outcome: .completed(value: number))
                })
        }
        let reached = history(target, [0.7, 0.1]).dayStatus(of: target, on: monday)

        #expect(reached.isCompleted && reached.filled == 1)
        #expect(history(target, [0.7, 0.099]).dayStatus(of: target, on: monday).state == .open)
        #expect(!history(limit, [0.1, 0.2]).dayStatus(of: limit, on: monday).isExceeded)
        #expect(history(limit, [0.1, 0.201]).dayStatus(of: limit, on: monday).isExceeded)
    }

    @Test func `decimal numbers of a week reach its total and keep its limit`() {
        let week = SchedulePeriod.week(startingOn: .monday)
        let target = activity(.cumulative(Quantity(target: 0.8, period: week), by: .sum))
        let limit = activity(atMost(0.3, a: week))
        let reached = history(target, [0.7, 0.1])
        let tuesday = monday.advanced(by: 1)

        #expect(reached.occurrenceState(of: target, on: tuesday) == .done)
        #expect(streaks(reached, target, 1) == [1, 1])
        #expect(reached.completionRate(of: target, days: 7, endingOn: tuesday).value == 1)
        #expect(streaks(history(limit, [0.1, 0.2]), limit, 7) == [1, 1])
    }
}
