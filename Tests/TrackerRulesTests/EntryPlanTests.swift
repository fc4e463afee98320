import CivilTime
import Testing
import Tracker
import TrackerRules

@Suite struct EntryPlanTests {
    /// A Monday.
    private let monday = CivilDate(days: 20_605)

    private func activity(
        _ kind: ActivityKind = .checkbox, slots: [Slot] = [], schedule: Schedule = .daily,
        carries: Bool = false
    ) -> Activity {
        Activity(
            id: "a", name: "a", created: monday,
            configuration: Configuration(
                kind: kind, schedule: schedule, slots: slots, carriesForward: carries))
    }

    private func entry(_ id: Entry.ID, _ outcome: Outcome, slot: Slot? = nil) -> Entry {
        Entry(id: id, activity: "a", day: monday, outcome: outcome, slot: slot)
    }

    @Test func `a completion goes to the first open session`() throws {
        let activity = activity(slots: [.morning, .evening])
        let history = ActivityHistory(
            activities: [activity],
            entries: [entry("1", .completed(value: nil), slot: .morning)])

        let plan = try history.planCompletion(of: activity, on: monday)

        #expect(plan.day == monday)
        #expect(plan.slot == .evening)
        #expect(plan.replacedEntries.isEmpty)
    }

    @Test func `a carried occurrence is logged on its original day`() throws {
        let activity = activity(schedule: .weekly([1]), carries: true)
        let history = ActivityHistory(activities: [activity])

        let plan = try history.planCompletion(of: activity, on: monday.advanced(by: 2))

        #expect(plan.day == monday)
    }

    @Test func `a carried occurrence is completed in its open session`() throws {
        let activity = activity(
            slots: [.morning, .evening], schedule: .weekly([1]), carries: true)
        let later = monday.advanced(by: 2)
        let morning = Entry(
            id: "1", activity: "a", day: later, outcome: .completed(value: nil), slot: .morning)
        let history = ActivityHistory(activities: [activity], entries: [morning])

        let plan = try history.planCompletion(of: activity, on: later)
        let done = Entry(
            id: "2", activity: "a", day: plan.day, outcome: .completed(value: nil),
            slot: plan.slot)

        #expect(history.carried(activity, to: later)?.slots == [.evening])
        #expect((plan.day, plan.slot) == (monday, .evening))
        #expect(
            ActivityHistory(activities: [activity], entries: [morning, done])
                .carried(activity, to: later) == nil)
    }

    @Test func `an untimed occurrence is carried to the morning, a session to itself`() {
        let untimed = activity(schedule: .weekly([1]), carries: true)
        let timed = activity(slots: [.allDay, .evening], schedule: .weekly([1]), carries: true)
        let evening = entry("1", .completed(value: nil), slot: .evening)
        let later = monday.advanced(by: 1)

        #expect(
            ActivityHistory(activities: [untimed]).carried(untimed, to: later)?.slots == [.morning])
        #expect(
            ActivityHistory(activities: [timed], entries: [evening]).carried(timed, to: later)?
                .slots
                == [.allDay])
    }

    @Test func `a slot that the activity does not have is rejected`() throws {
        let untimed = activity()
        let history = ActivityHistory(activities: [untimed])

        #expect(throws: EntryPlanError.unknownSlot(.evening, sessions: [.allDay])) {
            try history.planCompletion(of: untimed, on: monday, slot: .evening)
        }
        #expect(try history.planCompletion(of: untimed, on: monday, slot: .morning).slot == nil)
    }

    @Test func `a new value replaces the previous one`() throws {
        let activity = activity(.value(Quantity()))
        let history = ActivityHistory(
            activities: [activity], entries: [entry("1", .completed(value: 3))])

        #expect(try history.planCompletion(of: activity, on: monday).replacedEntries == ["1"])
    }

    @Test func `a cumulative activity collects values and replaces a skip`() throws {
        let activity = activity(.cumulative(Quantity(target: 9), by: .sum))
        let history = ActivityHistory(
            activities: [activity],
            entries: [entry("1", .completed(value: 3)), entry("2", .skipped(reason: nil))])

        #expect(try history.planCompletion(of: activity, on: monday).replacedEntries == ["2"])
    }

    @Test func `a skip of a completed or skipped session is rejected`() {
        let activity = activity(slots: [.morning, .evening])
        let history = ActivityHistory(
            activities: [activity],
            entries: [
                entry("1", .completed(value: nil), slot: .morning),
                entry("2", .skipped(reason: nil), slot: .evening),
            ])

        #expect(throws: EntryPlanError.alreadyCompleted) {
            try history.planSkip(of: activity, on: monday, slot: .morning)
        }
        #expect(throws: EntryPlanError.alreadySkipped) {
            try history.planSkip(of: activity, on: monday, slot: .evening)
        }
    }

    @Test func `a container is logged through its children`() {
        var child = Activity(id: "k", name: "k", created: monday)
        child.parent = "a"
        let container = activity(.container)
        let history = ActivityHistory(activities: [container, child])

        #expect(throws: EntryPlanError.container(children: ["k"])) {
            try history.planCompletion(of: container, on: monday)
        }
    }

    @Test func `a slot that the day does not have is rejected`() {
        let activity = activity(slots: [.morning, .evening])
        let history = ActivityHistory(activities: [activity])

        #expect(
            throws: EntryPlanError.unknownSlot(.afternoon, sessions: [.morning, .evening])
        ) {
            try history.planCompletion(of: activity, on: monday, slot: .afternoon)
        }
    }
}
