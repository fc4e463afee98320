import Testing
import Tracker

@Suite struct WeekdayTimesTests {
    @Test(arguments: ["", "08:05", "08:05 21:30", "08:05 on 1", "08:05 21:30 on 1,3,7"])
    func `a text is equal after parsing and formatting`(text: String) {
        #expect(WeekdayTimes(text)?.text == text)
    }

    @Test(arguments: [
        "8:05", "on", "08:05 on", "08:05 on 0", "08:05 on 8", "08:05 on mon", "08:05 on 1 09:00",
        "08:05 on 1,2 on 3", "08:05 on 1,x", "08:05 on 1,,2", "08:05 on ,",
    ])
    func `another text is refused`(text: String) {
        #expect(WeekdayTimes(text) == nil)
    }

    @Test func `all weekdays are every day, and other numbers are left out`() {
        let times = ReminderTimes(existing: [485])

        #expect(WeekdayTimes(times, on: Set(1...7)) == WeekdayTimes(times))
        #expect(WeekdayTimes(times, on: [0, 2, 9]).weekdays == [2])
    }
}
