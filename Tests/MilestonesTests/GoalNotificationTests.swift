import CivilTime
import Milestones
import Testing

@Suite struct GoalNotificationTests {
    private let plan = MilestonePlan(start: 200, goal: 160, unit: .lb, interval: .five)

    @Test func `only the highest of several reached shares is notified, once`() {
        var notifications = GoalNotifications()
        let notified = [198.0, 178, 177, 169, 160].enumerated().map { offset, weight in
            notifications.update(
                weight, on: plan, day: CivilDate(days: 20_600).advanced(by: offset))
        }

        #expect(notified == [nil, 50, nil, 75, 100])
    }

    @Test func `a weight at a share is notified with any digits`() {
        let plan = MilestonePlan(start: 70.3, goal: 50, unit: .kg, interval: .five)
        var notifications = GoalNotifications()

        #expect(notifications.update(55.075, on: plan, day: CivilDate(days: 20_600)) == 75)
    }

    @Test func `a share that was lost is notified again, but not on the same day`() {
        var notifications = GoalNotifications()
        let day = CivilDate(days: 20_600)
        let first = notifications.update(179, on: plan, day: day)
        let lost = notifications.update(185, on: plan, day: day)
        let sameDay = notifications.update(179, on: plan, day: day)
        let nextDay = notifications.update(179, on: plan, day: day.advanced(by: 1))

        #expect([first, lost, sameDay, nextDay] == [50, nil, nil, 50])
    }
}
