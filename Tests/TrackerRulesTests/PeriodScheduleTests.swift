import CivilTime
import Testing
import Tracker
import TrackerRules

/// Schedules of every n days or weeks and of n times a week or month. A text has a letter for each day from
/// the first: `x` done, `s` skipped, `v` vacation, `V` done on a vacation day, `.` nothing.
@Suite struct PeriodScheduleTests {
    /// 2026-01-05, a Monday.
    private let monday = CivilDate(days: 20_458)
    private let threeAWeek = Schedule.times(3, per: .week(startingOn: .monday))

    private func activity(_ schedule: Schedule, created: Int = 0) -> Activity {
        Activity(
            id: "a", name: "a", created: monday.advanced(by: created),
            configuration: Configuration(schedule: schedule))
    }

    private func history(_ activity: Activity, _ days: String) -> ActivityHistory {
        var entries: [Entry] = []
        var vacations: Set<CivilDate> = []
        for (offset, letter) in days.enumerated() {
            let day = monday.advanced(by: offset)
            if "vV".contains(letter) { vacations.insert(day) }
            guard "xVs".contains(letter) else { continue }
            entries.append(
                Entry(
                    id: Entry.ID("\(offset)"), activity: "a", day: day,
                    outcome: letter == "s" ? .skipped(reason: nil) : .completed(value: nil)))
        }
        return ActivityHistory(activities: [activity], entries: entries, vacations: vacations)
    }

    /// `d` due, `o` optional, `x` done, `v` vacation, `.` none.
    private func states(_ history: ActivityHistory, _ activity: Activity, _ count: Int) -> String {
        (0..<count).map { offset in
            switch history.occurrenceState(of: activity, on: monday.advanced(by: offset)) {
            case .due: "d"
            case .optional: "o"
            case .done: "x"
            case .vacation: "v"
            case .none: "."
            }
        }.joined()
    }

    @Test(arguments: [
        (Schedule.everyDays(1), 0, "ddddddd"),
        (.everyDays(3), 0, "d..d..d"), (.everyDays(3), 2, "..d..d."),
        (.everyDays(.max), 1, ".d....."),
        (.everyWeeks(1, on: [], weekStart: .monday), 2, "..d......d...."),
        (.everyWeeks(2, on: [1, 3], weekStart: .monday), 0, "d.d...........d.d"),
        // The start on Wednesday is in week 0, and nothing is due before the start.
        (.everyWeeks(2, on: [1, 3], weekStart: .monday), 2, "..d...........d.d"),
        // The week from Sunday ends on Saturday: Monday 2026-01-12 is in week 1.
        (.everyWeeks(2, on: [1, 7], weekStart: .sunday), 0, "d............dd............d"),
    ])
    func `intervals count from the start day`(schedule: Schedule, created: Int, expected: String) {
        let activity = activity(schedule, created: created)

        let states = states(history(activity, ""), activity, expected.count)

        #expect(states == expected)
    }

    @Test func `an edit of the future moves the start only if the schedule changes`() throws {
        var catalog = Catalog(activities: [activity(.everyDays(2))])
        try catalog.edit("a", scope: .future, on: monday.advanced(by: 1)) { $0.slots = [.evening] }
        try catalog.pause("a", on: monday.advanced(by: 4))
        try catalog.resume("a", on: monday.advanced(by: 5))
        let unmoved = try #require(catalog.activities["a"])
        try catalog.edit("a", scope: .future, on: monday.advanced(by: 7)) {
            $0.schedule = .everyDays(3)
        }
        let moved = try #require(catalog.activities["a"])
        try catalog.edit("a", scope: .all, on: monday.advanced(by: 9)) {
            $0.schedule = .everyDays(4)
        }
        let edited = try #require(catalog.activities["a"])

        #expect(states(history(unmoved, ""), unmoved, 9) == "d.d.d.d.d")
        #expect(states(history(moved, ""), moved, 11) == "d.d.d.dd..d")
        #expect(states(history(edited, ""), edited, 9) == "d...d...d")
    }

    @Test func `a missed day of an interval is carried until the next`() throws {
        var activity = activity(.everyDays(3))
        activity.configuration.carriesForward = true
        let history = history(activity, "x..")

        let carried = history.carried(activity, to: monday.advanced(by: 5))

        #expect(carried?.originalDay == monday.advanced(by: 3))
        #expect(history.carried(activity, to: monday.advanced(by: 2)) == nil)
    }

    @Test(arguments: [
        // With the needed number reached, a day is neither due nor optional, and a completion is done.
        ("xx.x.x.", "xxox.x."),
        // A skip changes neither the needed number nor the days left.
        ("sssss..", "ooooddd"),
        // Two of seven days on vacation: 3 x 5 / 7 rounds to 2. A completion on one counts.
        ("vv.....", "vvooodd"), ("vV.....", "vxooood"),
        // Six days on vacation need 1, the whole week 3.
        ("vvvvvv.", "vvvvvvd"), ("vvvvvvv", "vvvvvvv"),
    ])
    func `a day is judged by itself and the days before it`(days: String, expected: String) {
        let activity = activity(threeAWeek)

        #expect(states(history(activity, days), activity, 7) == expected)
    }

    @Test(arguments: [
        ("xxx....xxx....", 14, 2, 2, 1.0), ("xxx....xx.....", 14, 0, 1, 5.0 / 6),
        ("xxx....xx.....", 13, 1, 1, 1.0), ("xxx....xxx....", 12, 2, 2, 1.0),
        // Skips on all other days pass the week through, unless one is open.
        ("xxx....xxsssss", 14, 1, 1, 1.0), ("xxx....xxssss.", 14, 0, 1, 5.0 / 6),
        // Without an applicable day a week passes through, and counts with the needed completions.
        ("xxx....vvvvvvv", 14, 1, 1, 1.0), ("xxx....VVVvvvv", 14, 2, 2, 1.0),
    ])
    func `the streak counts complete weeks in a row`(
        days: String, today: Int, current: Int, longest: Int, rate: Double
    ) {
        let activity = activity(threeAWeek)
        let history = history(activity, days)
        let asOf = monday.advanced(by: today)

        let streaks = history.streaks(of: activity, asOf: asOf)
        let share = history.completionRate(of: activity, days: 15, endingOn: asOf)

        #expect(streaks == Streaks(current: current, longest: longest, unit: .week))
        #expect(abs(share.value - rate) < 1e-9)
    }

    @Test(arguments: [(1, 28, 1), (14, 28, 14), (31, 28, 28), (10, 28, 10)])
    func `a month needs at most its days`(count: Int, days: Int, needed: Double) throws {
        let february = try #require(CivilDate(2026, 2, 1))
        var activity = activity(.times(count, per: .month))
        activity.created = february

        let progress = history(activity, "").periodProgress(of: activity, on: february)

        #expect(progress?.needed == needed)
        #expect(progress?.daysLeft == days)
    }

    @Test func `a change between days, weeks and months begins a new count`() throws {
        var catalog = Catalog(activities: [activity(.daily)])
        try catalog.edit("a", scope: .future, on: monday.advanced(by: 14)) {
            $0.schedule = threeAWeek
        }
        let weekly = try #require(catalog.activities["a"])
        let history = history(weekly, String(repeating: "x", count: 17))
        func streaks(_ day: Int) -> Streaks {
            history.streaks(of: weekly, asOf: monday.advanced(by: day))
        }

        #expect(streaks(13) == Streaks(current: 14, longest: 14, unit: .day))
        #expect(streaks(15) == Streaks(current: 0, longest: 0, unit: .week))
        #expect(streaks(16) == Streaks(current: 1, longest: 1, unit: .week))
    }

    @Test func `an edit of the future leaves the days before it unchanged`() throws {
        let catalog = Catalog(activities: [activity(threeAWeek)])
        let before = try #require(catalog.activities["a"])
        for schedule in [Schedule.everyDays(2), .times(8, per: .month), .times(5, per: .month)] {
            var changed = catalog
            try changed.edit("a", scope: .future, on: monday.advanced(by: 3)) {
                $0.schedule = schedule
            }
            let after = try #require(changed.activities["a"])

            #expect(
                states(history(after, "x"), after, 3) == states(history(before, "x"), before, 3))
        }
    }

    @Test func `an optional child does not apply to its container unless it is completed`() throws {
        var child = activity(threeAWeek)
        child.parent = "c"
        let container = Activity(
            id: "c", name: "c", created: monday, configuration: Configuration(kind: .container))
        func history(_ days: [Int]) -> ActivityHistory {
            ActivityHistory(
                activities: [child, container],
                entries: days.map {
                    Entry(
                        id: Entry.ID("\($0)"), activity: "a", day: monday.advanced(by: $0),
                        outcome: .completed(value: nil))
                })
        }

        #expect(history([]).children(of: container, on: monday).isEmpty)
        #expect(history([0]).children(of: container, on: monday).map(\.activity.id) == ["a"])
        #expect(history([]).children(of: container, on: monday.advanced(by: 6)).count == 1)
    }

    @Test func `optional items are listed apart and leave the bar unchanged`() {
        let activity = activity(threeAWeek)

        let open = history(activity, "").agenda(on: monday)
        let done = history(activity, "x").agenda(on: monday)
        let due = history(activity, "").agenda(on: monday.advanced(by: 4))

        #expect(open.optional.map(\.occurrence.activity.id) == ["a"])
        #expect(open.sections.isEmpty && open.progress == 1)
        #expect(open.optional.first?.period?.needed == 3)
        #expect(done.optional.isEmpty && done.completed.count == 1 && done.progress == 1)
        #expect(due.optional.isEmpty && due.sections.count == 1 && due.progress == 0)
    }

    @Test func `a paused activity keeps its streak of weeks`() {
        var activity = activity(threeAWeek)
        activity.pause = Pause(since: monday.advanced(by: 8))
        let history = history(activity, "xxx....xx")

        let streaks = history.streaks(of: activity, asOf: monday.advanced(by: 40))

        // Two of seven days need 1, so that the cut week is complete.
        #expect(streaks == Streaks(current: 2, longest: 2, unit: .week))
    }

    @Test func `a week of vacation needs the number of its last day`() throws {
        var catalog = Catalog(activities: [activity(threeAWeek)])
        try catalog.edit("a", scope: .future, on: monday.advanced(by: 2)) {
            $0.schedule = .times(2, per: .week(startingOn: .monday))
        }
        let changed = try #require(catalog.activities["a"])

        let streaks = history(changed, "VvvVvvv").streaks(
            of: changed, asOf: monday.advanced(by: 7))

        #expect(streaks == Streaks(current: 1, longest: 1, unit: .week))
    }

    @Test func `a week that a day of another kind splits counts once`() throws {
        var catalog = Catalog(activities: [activity(threeAWeek)])
        try catalog.edit("a", scope: .future, on: monday.advanced(by: 3)) {
            $0.schedule = .times(2, per: .week(startingOn: .sunday))
        }
        try catalog.edit("a", scope: .future, on: monday.advanced(by: 4)) {
            $0.schedule = threeAWeek
        }
        let changed = try #require(catalog.activities["a"])

        let streaks = history(changed, "xxx..xx").streaks(
            of: changed, asOf: monday.advanced(by: 7))

        #expect(streaks.longest == 1)
    }

    @Test func `a vacation changes the due days of its whole week in a container`() {
        let container = Activity(
            id: "c", name: "c", created: monday, configuration: Configuration(kind: .container))
        var child = activity(threeAWeek)
        child.parent = "c"
        let entries = [0, 1, 7].map { offset in
            Entry(
                id: Entry.ID("\(offset)"), activity: "a", day: monday.advanced(by: offset),
                outcome: .completed(value: nil))
        }
        let sunday = monday.advanced(by: 6)
        let before = ActivityHistory(activities: [container, child], entries: entries)
        var updated = before
        updated.setVacation(true, on: sunday)
        let new = ActivityHistory(
            activities: [container, child], entries: entries, vacations: [sunday])
        func effects(_ history: ActivityHistory) -> [StreakEffect] {
            [5, 6].map { history.streakEffect(of: container, on: monday.advanced(by: $0)) }
        }

        // The third day of the week is due on Sunday, and with the vacation on Saturday.
        #expect(effects(before) == [.preserves, .breaks])
        #expect(effects(new) == [.breaks, .preserves])
        for history in [updated, new] {
            let streaks = history.streaks(of: container, asOf: monday.advanced(by: 7))
            #expect([streaks.current, streaks.longest] == [1, 2])
        }
    }
}
