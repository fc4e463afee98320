import CivilTime
import FoundationEssentials
import Testing
import Tracker

@Suite struct ScheduleTests {
    /// Wednesday 2026-06-03.
    private static let start = CivilDate(days: 20_607)

    @Test(arguments: [
        ("FREQ=DAILY", Schedule.daily),
        ("RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR", .weekly([1, 3, 5])),
        ("freq=weekly", .weekly([3])),
        ("FREQ=DAILY;BYDAY=SA,SU", .weekly([6, 7])),
        ("FREQ=MONTHLY;BYMONTHDAY=1,15", .monthly([1, 15])),
        ("FREQ=MONTHLY;INTERVAL=1", .monthly([3])),
        ("FREQ=DAILY;INTERVAL=2", .everyDays(2)),
        ("FREQ=WEEKLY;INTERVAL=3", .everyWeeks(3, on: [], weekStart: .monday)),
        (
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;WKST=SU",
            .everyWeeks(2, on: [1, 4], weekStart: .sunday)
        ),
    ])
    func `a recurrence rule that a schedule can express is parsed`(rule: String, schedule: Schedule)
        throws
    {
        #expect(try Schedule(recurrenceRule: rule, start: Self.start) == schedule)
    }

    @Test(arguments: [
        "FREQ=YEARLY", "FREQ=MONTHLY;INTERVAL=2", "FREQ=DAILY;INTERVAL=0",
        "FREQ=DAILY;INTERVAL=2;BYDAY=MO", "FREQ=WEEKLY;INTERVAL=2;WKST=TU",
        "FREQ=DAILY;INTERVAL=99999999999999999999", "FREQ=MONTHLY;BYDAY=1MO", "FREQ=DAILY;COUNT=3",
        "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ", "", "FREQ=WEEKLY;BYDAY=,", "FREQ=DAILY;FREQ=WEEKLY",
    ])
    func `a recurrence rule that no schedule can express is rejected`(rule: String) {
        #expect(throws: RecurrenceError.self) {
            try Schedule(recurrenceRule: rule, start: Self.start)
        }
    }

    @Test(arguments: [
        Schedule.daily, .weekly([2, 7]), .monthly([29, 31]), .everyDays(3), .sticky,
        .everyWeeks(2, on: [], weekStart: .saturday),
        .everyWeeks(4, on: [1, 7], weekStart: .monday),
        .times(3, per: .week(startingOn: .sunday)), .times(8, per: .month), .adhoc(start),
        .adhoc(nil),
    ])
    func `a schedule survives an encoding round trip`(schedule: Schedule) throws {
        let data = try JSONEncoder().encode(schedule)
        #expect(try JSONDecoder().decode(Schedule.self, from: data) == schedule)
        if let rule = schedule.recurrenceRule {
            #expect(try Schedule(recurrenceRule: rule, start: Self.start) == schedule)
        }
    }

    @Test(arguments: [
        ActivityKind.checkbox, .value(Quantity(target: 2, unit: "km")),
        .cumulative(Quantity(target: 8, unit: "glass"), by: .average), .container,
        .cumulative(
            Quantity(target: 8, period: .week(startingOn: .monday), isLimit: true), by: .sum),
        .metric(.photo(views: ["Front"])), .metric(.value(Quantity(unit: "kg"))),
        .metric(.notes), .answer(.choice(options: ["good", "bad"])),
    ])
    func `an activity survives an encoding round trip`(kind: ActivityKind) throws {
        var activity = Activity(
            id: "a", name: "a", created: Self.start, configuration: Configuration(kind: kind))
        activity.pause = Pause(since: Self.start, container: "c")
        activity.pastPauses = [PastPause(over: Self.start...Self.start.advanced(by: 2))]
        for (index, parentage) in [Parentage.unknown, .topLevel, .container("c")].enumerated() {
            activity.history.record(
                activity.configuration, parentage: parentage, created: Self.start,
                through: Self.start.advanced(by: index))
        }
        let data = try JSONEncoder().encode(activity)

        #expect(try JSONDecoder().decode(Activity.self, from: data) == activity)
    }
}
