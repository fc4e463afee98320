import CivilTime
import Testing
import Tracker
import TrackerRules

@Suite struct AgendaTests {
    /// A Tuesday.
    private let day = CivilDate(days: 20_606)

    private func activity(
        _ id: Activity.ID, _ kind: ActivityKind = .checkbox, slots: [Slot] = [],
        schedule: Schedule = .daily, parent: Activity.ID? = nil, position: Int = 0
    ) -> Activity {
        Activity(
            id: id, name: id.rawValue, created: day.advanced(by: -9),
            configuration: Configuration(
                kind: kind, schedule: schedule, slots: slots,
                carriesForward: schedule.canCarryForward),
            parent: parent, position: position)
    }

    private func done(_ id: Activity.ID, slot: Slot? = nil) -> Entry {
        Entry(
            id: Entry.ID("\(id) \(slot?.rawValue ?? "")"), activity: id, day: day,
            outcome: .completed(value: nil), slot: slot)
    }

    @Test func `each session is listed under its part of the day until it is done`() {
        let history = ActivityHistory(
            activities: [activity("brush", slots: [.morning, .evening])],
            entries: [done("brush", slot: .morning)])

        let agenda = history.agenda(on: day)

        #expect(agenda.sections.map(\.slot) == [.evening])
        #expect(agenda.completed.map(\.slot) == [.morning])
        #expect(agenda.progress == 0.5)
    }

    @Test func `a container is listed in each part of the day in which a child is open`() {
        let history = ActivityHistory(
            activities: [
                activity("routine", .container),
                activity("run", slots: [.morning], parent: "routine"),
                activity("read", slots: [.evening], parent: "routine"),
            ])

        let sections = history.agenda(on: day).sections

        #expect(sections.map(\.slot) == [.morning, .evening])
        #expect(
            sections.map { $0.items[0].children.map(\.occurrence.activity.id) }
                == [["run"], ["read"]])
    }

    /// Brush follows floss in the morning and in a container; in the evening neither is due.
    @Test func `within a part of the day an activity is listed after the one it follows`() {
        func following(_ id: Activity.ID, _ slots: [Slot], in parent: Activity.ID?) -> Activity {
            var later = activity(id, slots: slots, parent: parent, position: 0)
            later.follows = "floss"
            return later
        }
        let alone = [
            following("brush", [.morning], in: nil),
            activity("rinse", slots: [.morning], position: 1),
            activity("floss", slots: [.morning], position: 2),
            following("read", [.evening], in: nil), activity("tea", slots: [.evening], position: 1),
        ]
        let within =
            [activity("routine", .container)]
            + alone.prefix(3).map { child in
                var child = child
                child.parent = "routine"
                return child
            }

        let sections = ActivityHistory(activities: alone).agenda(on: day).sections
        let container = ActivityHistory(activities: within).agenda(on: day).sections.first?.items
            .first

        #expect(
            sections.map { $0.items.map(\.occurrence.activity.id) }
                == [["floss", "brush", "rinse"], ["read", "tea"]])
        #expect(
            container?.children.map(\.occurrence.activity.id) == ["floss", "brush", "rinse"])
    }

    @Test func `an untimed cumulative activity has the section all day`() {
        let history = ActivityHistory(
            activities: [
                activity("water", .cumulative(Quantity(target: 2000), by: .sum)), activity("walk"),
            ])

        #expect(history.agenda(on: day).sections.map(\.slot) == [.allDay, .morning])
    }

    @Test func `reminders are listed separately and do not count in progress`() {
        let history = ActivityHistory(
            activities: [activity("call", schedule: .sticky), activity("walk")],
            entries: [done("walk")])

        let agenda = history.agenda(on: day)

        #expect(agenda.reminders.map(\.activity.id) == ["call"])
        #expect(agenda.progress == 1)
    }

    @Test
    func `a sticky reminder is open until the day of its completion and completed on that day`() {
        let call = Entry(
            id: "1", activity: "call", day: day, outcome: .completed(value: nil))
        let history = ActivityHistory(
            activities: [activity("call", schedule: .sticky)], entries: [call])

        let agendas = (-1...1).map { history.agenda(on: day.advanced(by: $0)) }

        #expect(agendas.map { $0.reminders.count } == [1, 0, 0])
        #expect(agendas.map { $0.completed.count } == [0, 1, 0])
        let verdicts = (-1...1).map { offset in
            history.explanation(
                of: activity("call", schedule: .sticky), on: day.advanced(by: offset)
            ).verdict
        }
        #expect(verdicts == [.open, .completed, .notDue])
    }

    @Test(arguments: [-1, 0, 2])
    func `a reminder for a day is completed on that day whenever it is logged`(offset: Int) throws {
        let tax = activity("tax", schedule: .adhoc(day))
        let history = ActivityHistory(activities: [tax])

        let plan = try history.planCompletion(of: tax, on: day.advanced(by: offset))

        #expect(plan.day == day)
    }

    @Test func `a reminder for a day before its creation is completed on the day of logging`()
        throws
    {
        let tax = activity("tax", schedule: .adhoc(.distantPast))
        let history = ActivityHistory(activities: [tax])

        #expect(try history.planCompletion(of: tax, on: day).day == day)
    }

    @Test func `an excused activity without a fraction leaves nothing due`() {
        let water = Activity(
            id: "water", name: "water", created: day,
            configuration: Configuration(kind: .cumulative(Quantity(), by: .sum)))
        let skip = Entry(id: "1", activity: "water", day: day, outcome: .skipped(reason: nil))
        let history = ActivityHistory(activities: [water], entries: [skip])

        #expect(history.progress(on: day) == 1)
        #expect(history.status(on: day, asOf: day).rate == nil)
        #expect(!history.status(on: day, asOf: day).isAllSkipped)
    }

    @Test func `a carried occurrence counts in progress and names its day`() {
        let history = ActivityHistory(activities: [activity("weigh", schedule: .weekly([1]))])

        let agenda = history.agenda(on: day)

        #expect(agenda.sections.first?.items.first?.occurrence.dueOn == day.advanced(by: -1))
        #expect(agenda.progress == 0)
    }

    @Test func `the heat map is thirteen whole weeks with empty future days`() {
        let history = ActivityHistory(
            activities: [activity("walk")], entries: [done("walk")],
            vacations: [day.advanced(by: -1), day.advanced(by: 1)])

        let map = history.heatMap(asOf: day)

        #expect(map.count == 91)
        #expect(map[0].day.weekday == 1)
        #expect(map.first { $0.day == day }?.status.level == .full)
        #expect(map.filter { $0.day > day }.allSatisfy { $0.status.rate == nil })
        #expect(map.filter { $0.status.level == .vacation }.map(\.day) == [day.advanced(by: -1)])
    }

    @Test func `an explanation names the rules in order`() {
        let weigh = activity("weigh", schedule: .weekly([1]))
        let history = ActivityHistory(activities: [weigh])

        let explanation = history.explanation(of: weigh, on: day)

        #expect(explanation.verdict == .carried)
        #expect(
            explanation.steps.map(\.rule)
                == ["created", "available", "configuration", "due", "carried"])
    }
}
