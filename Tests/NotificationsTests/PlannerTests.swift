import CivilTime
import Notifications
import Testing
import Tracker

/// Reminders far from now.
@Suite struct PlannerTests {
    /// 2026-01-01, midnight in UTC, in milliseconds.
    private static let start: Int64 = 20_454 * 86_400_000
    private static let day = CivilDate(days: 20_454)

    @Test(
        arguments: [
            (ReminderPlan.Frequency.custom, 1, 366), (.once, 399, nil), (.once, 2000, nil),
            (.daily, 900, nil),
        ] as [(ReminderPlan.Frequency, Int, Int?)])
    func `a reminder in some years is reached by the planned instants`(
        frequency: ReminderPlan.Frequency, days: Int, everyDays: Int?
    ) throws {
        let first = Self.day.advanced(by: days)
        let plan = ReminderPlan(
            frequency: frequency, times: ReminderTimes(existing: [540]), start: first,
            everyDays: everyDays)
        let planner = planner(plan)
        let expected = LocalTime(date: first.advanced(by: everyDays ?? 0), secondOfDay: 540 * 60)
        var position = LocalTime(date: Self.day, secondOfDay: 0)
        if everyDays != nil { position = LocalTime(date: first, secondOfDay: 540 * 60) }

        var now = max(Self.start, planner.zones.instant(of: position))
        var steps = 0
        while planner.zones.localTime(at: now) < expected, steps < 10 {
            now = try #require(planner.next(after: position, at: now))
            steps += 1
        }

        #expect(planner.zones.localTime(at: now) == expected)
    }

    @Test func `without reminders no instant is planned`() {
        let position = LocalTime(date: Self.day, secondOfDay: 0)

        #expect(planner(nil).next(after: position, at: Self.start) == nil)
    }

    /// A planner without the reminders of weights.
    private func planner(_ plan: ReminderPlan?) -> NotificationPlanner {
        var rules = NotificationRules(
            categories: plan.map { [CategoryReminder(id: "a", name: "A", plan: $0)] } ?? [])
        rules.silenced = [.weighing, .approachingMilestone, .weeklySummary]
        return NotificationPlanner(rules: rules, zones: ZoneHistory([(nil, .utc)]))
    }
}
