import CivilTime
import Milestones
import Notifications
import Testing
import Tracker

/// The conditions and texts of reminders.
@Suite struct NotificationTextTests {
    /// 2026-01-04, a Sunday.
    private let sunday = CivilDate(days: 20_457)

    private func entry(_ weight: Double, daysAgo: Int) -> WeightEntry {
        WeightEntry(day: sunday.advanced(by: -daysAgo), weight: weight, unit: .kg)
    }

    private var weights: WeightState {
        WeightState(
            entries: [
                entry(90, daysAgo: 30), entry(85.4, daysAgo: 3), entry(85, daysAgo: 2),
                entry(84.6, daysAgo: 1),
            ],
            plan: MilestonePlan(start: 90, goal: 80, unit: .kg, interval: .five))
    }

    private func text(_ kind: NotificationKind, _ state: DayState) -> ReminderText? {
        let reminder = PlannedReminder(kind: kind, day: state.day, minute: 0)
        return NotificationTexts(NotificationRules(), state).text(of: reminder)
    }

    @Test func `weights have a reminder, a near milestone and a summary of the week`() {
        let state = DayState(day: sunday, weight: weights)

        #expect(text(.weighing, state)?.title == "Log your weight")
        #expect(text(.approachingMilestone, state)?.title == "0.6 kg to the next milestone")
        #expect(text(.weeklySummary, state)?.line == "Weight of the week: -0.8 kg: 3 entries.")
    }

    @Test func `the summary of a week with one weight has the weight and no change`() {
        var weights = weights
        weights.entries = [entry(90, daysAgo: 30), entry(84.6, daysAgo: 1)]

        let summary = text(.weeklySummary, DayState(day: sunday, weight: weights))

        #expect(summary?.line == "Weight of the week: 84.6 kg: 1 entry.")
    }

    @Test func `the usual time of weights has a reminder`() {
        var weights = weights
        let rules = NotificationRules(usualWeighingMinute: 435)

        #expect(
            rules.reminders(on: sunday).contains { $0.kind == .usualWeighing && $0.minute == 435 })
        #expect(text(.usualWeighing, DayState(day: sunday, weight: weights)) != nil)
        weights.entries.append(entry(84, daysAgo: 0))
        #expect(text(.usualWeighing, DayState(day: sunday, weight: weights)) == nil)
        weights.entries = [entry(84, daysAgo: 8)]
        #expect(text(.usualWeighing, DayState(day: sunday, weight: weights)) == nil)
    }

    @Test func `times to do and times to log are apart`() {
        let texts = ["08:00 21:30", "08:00 log 22:00", "log 07:00 22:00"]
        for text in texts {
            #expect(ActivityReminder.text(of: ActivityReminder.parse("a", text: text)) == text)
        }
        let rules = NotificationRules(activities: ActivityReminder.parse("a", text: texts[1]))

        let reminders = rules.reminders(on: sunday).filter { $0.subject == "a" }

        #expect(reminders.map(\.kind) == [.activity, .logging])
        #expect(ActivityReminder.parse("a", text: "22:00 log").map(\.isForLogging) == [true])
        #expect(ActivityReminder.parse("a", text: "8 o'clock").isEmpty)
    }

    @Test func `times of weekdays are sent on those days only`() {
        let text = "08:00 on 1,3 log 22:00 on 7"
        let activities = ActivityReminder.parse("a", text: text)
        let rules = NotificationRules(activities: activities)

        let kinds = (0..<7).map { days in
            rules.reminders(on: sunday.advanced(by: days)).filter { $0.subject == "a" }
                .map(\.kind)
        }

        #expect(kinds == [[.logging], [.activity], [], [.activity], [], [], []])
        #expect(ActivityReminder.text(of: activities) == text)
    }

    @Test func `no condition holds on a vacation day`() {
        let state = DayState(
            day: sunday, isVacation: true, parts: [.morning: ReminderText(title: "1 open")],
            open: [OpenActivity(id: "Read", name: "Read")], streaks: ["Read": 9], weight: weights)
        let texts = NotificationTexts(
            NotificationRules(streakMinute: 0, silenced: []), state)

        for reminder in NotificationRules(streakMinute: 0).reminders(on: sunday) {
            #expect(texts.text(of: reminder) == nil)
        }
    }

    @Test func `the highest milestone and share of a day are announced once`() {
        var weights = weights
        weights.entries.append(
            WeightEntry(day: sunday, weight: 82, unit: .kg))
        weights.reached = [
            .init(target: 88, day: sunday.advanced(by: -9)), .init(target: 84, day: sunday),
            .init(target: 82, day: sunday),
        ]
        let texts = NotificationTexts(
            NotificationRules(), DayState(day: sunday, weight: weights))

        #expect(texts.announcements.map(\.subject) == ["82 kg", "75%"])
        let keys = Set(texts.announcements.map(\.key))
        let planner = NotificationPlanner(rules: NotificationRules(), zones: ZoneHistory(.utc))
        let noon = Int64(sunday.days) * 86_400_000 + 43_200_000
        let state = DayState(day: sunday, weight: weights)
        let position = planner.start(at: noon)
        #expect(planner.evaluation(after: position, at: noon, state).due.count == 1)
        #expect(
            planner.evaluation(after: position, at: noon, state, announced: keys).due.isEmpty)
    }

    @Test(arguments: [
        ("22:00-07:00", [1320, 0, 419], [420, 720, 1319]), ("01:00-02:00", [60, 119], [59, 120]),
    ])
    func `quiet hours have a start and an end, also across midnight`(
        text: String, quiet: [Int], others: [Int]
    ) throws {
        let hours = try #require(QuietHours(text))

        #expect(hours.text == text)
        #expect(quiet.allSatisfy(hours.contains))
        #expect(!others.contains(where: hours.contains))
    }

    @Test(arguments: ["off", "", "22:00", "22:00-22:00", "24:00-07:00", "7:00-8:00"])
    func `other texts are not quiet hours`(text: String) {
        #expect(QuietHours(text) == nil)
    }
}
