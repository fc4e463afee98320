import CivilTime
import Testing
import Tracker

@Suite struct ReminderTests {
    @Test(arguments: [
        "off", "08:00", "20:00 below-half", "13:05 behind every 2h", "09:30 unstarted",
        "09:30 every 12h",
    ])
    func `the text of a reminder setting equals the parsed text`(text: String) {
        #expect(DayPartReminderSetting(text)?.text == text)
    }

    @Test(arguments: [
        "", "8:00", "24:00", "08:60", "08:00 sometimes", "08:00 every 0h", "08:00 every 13h",
        "08:00 every", "08:00 every 2h behind", "08:00 behind behind", "on", "08:00:00",
    ])
    func `any other text is not a reminder setting`(text: String) {
        #expect(DayPartReminderSetting(text) == nil)
    }

    @Test func `a reminder repeats until its part of the day ends`() {
        let setting = DayPartReminderSetting("08:00 behind every 2h")

        #expect(setting?.minutes(before: 12 * 60) == [480, 600])
        #expect(DayPartReminderSetting("23:30 every 1h")?.minutes(before: 24 * 60) == [1410])
        #expect(DayPartReminderSetting("off")?.minutes(before: 12 * 60) == [])
        #expect(DayPartReminderSetting("18:00")?.minutes(before: 12 * 60) == [1080])
    }

    @Test(arguments: ["+8:00", "8:00", "08:+5", "24:00", "08:60", "08:00 every 0h", "08:00 soon"])
    func `a text of another form is not a reminder`(text: String) {
        #expect(DayPartReminderSetting(text) == nil)
    }

    @Test(arguments: [(4, false), (5, true), (-4, false), (-5, true)])
    func `two reminders are at least five minutes apart`(distance: Int, isAccepted: Bool) {
        var times = ReminderTimes()
        _ = times.add(600)

        let second = times.add(600 + distance)

        #expect(second == isAccepted)
    }

    @Test func `existing times are retained even if they are close`() {
        var times = ReminderTimes(existing: [544, 540])

        let isAdded = times.add(545)

        #expect(times.minutes == [540, 544])
        #expect(!isAdded)
    }

    @Test func `the distance of reminders wraps at midnight`() {
        var times = ReminderTimes()
        _ = times.add(1438)

        #expect(times.distanceInMinutes(from: 1) == 3)
        #expect(times.suggestion(from: 1438) == 3)
    }

    @Test func `a suggested time is free, and nil on a full day`() throws {
        var times = ReminderTimes()
        while let minute = times.suggestion(from: 720) {
            let isAdded = times.add(minute)
            try #require(isAdded)
        }

        #expect(times.minutes.count == 24 * 60 / 5)
    }

    @Test func `a reminder on every third day counts from its start to its end`() {
        let start = CivilDate(days: 20_600)
        let plan = ReminderPlan(
            frequency: .custom, start: start, end: start.advanced(by: 62), everyDays: 3)

        let days = (-9...70).filter { plan.occurs(on: start.advanced(by: $0)) }

        #expect(days == Array(stride(from: 0, through: 60, by: 3)))
    }

    @Test func `a reminder that occurs once has one day`() {
        let start = CivilDate(days: 20_600)
        let plan = ReminderPlan(frequency: .once, start: start)

        #expect((-9...9).filter { plan.occurs(on: start.advanced(by: $0)) } == [0])
        #expect(!ReminderPlan(frequency: .once).occurs(on: start))
    }

    @Test func `a monthly reminder is on the day of its start in months that have it`() throws {
        let start = try #require(CivilDate(2026, 1, 31))
        let plan = ReminderPlan(frequency: .monthly, start: start)

        let days = (0..<150).map(start.advanced(by:)).filter(plan.occurs)

        #expect(days.map(\.description) == ["2026-01-31", "2026-03-31", "2026-05-31"])
    }

    @Test func `quick add uses the most frequent recent amount, then an eighth of the target`() {
        #expect(quickAddStep(after: [100, 200, 100], target: 900) == 100)
        #expect(quickAddStep(after: [], target: 2000) == 250)
        #expect(quickAddStep(after: [], target: nil) == 1)
        #expect(
            quickAddStep(
                after: Array(repeating: 5, count: 30) + Array(repeating: 7, count: 20),
                target: nil) == 7)
    }
}
