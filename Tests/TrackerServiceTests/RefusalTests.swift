import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// Invalid requests: each is rejected with a sentence and changes nothing.
@Suite struct RefusalTests {
    private static let monday = TemporaryTracker.monday
    /// The deadline of options counts from when they are made.
    private static var apia: CallOptions { CallOptions(profile: "apia") }
    /// The day that Samoa left out in 2011.
    private static let missing = CivilDate(days: 15_338)

    private typealias Attempt = @Sendable (TemporaryTracker) async throws -> Void

    private static func move(_ tracker: TemporaryTracker, _ name: String, into container: String)
        async throws
    {
        _ = try await tracker.client.call(
            Activities.move, Activities.MoveRequest(name: name, container: container))
    }

    private static func link(
        _ tracker: TemporaryTracker, _ name: String, _ role: GoalRole.Name
    ) async throws {
        _ = try await tracker.client.call(
            Goals.link, Goals.LinkRequest(goal: "Fit", activity: name, role: role))
    }

    private static let values: [(name: String, code: Status.Code, attempt: Attempt)] = [
        ("an unknown activity", .notFound, { try await $0.log("Watr") }),
        ("an entry of a container", .failedPrecondition, { try await $0.log("Box") }),
        ("a negative number", .invalidArgument, { try await $0.log("Water", -1) }),
        ("less than the minimum", .invalidArgument, { try await $0.log("Mood", 0) }),
        ("more than the maximum", .invalidArgument, { try await $0.log("Mood", 11) }),
        ("no number", .invalidArgument, { try await $0.log("Weight") }),
        (
            "a unit of another dimension than the metric", .invalidArgument,
            { try await $0.edit("Weight") { $0.health = "stepCount" } }
        ),
        ("more than can be added up", .invalidArgument, { try await $0.log("Water", 1e308) }),
        ("a number for a checkbox", .invalidArgument, { try await $0.log("Floss", 3) }),
        ("another unit", .invalidArgument, { try await $0.log("Water", 1, unit: "kg") }),
        (
            "a day before the activity was created", .failedPrecondition,
            { try await $0.log("Water", 1, on: monday.advanced(by: -1)) }
        ),
        (
            "a slot that the activity does not have", .invalidArgument,
            call(Journal.log, .init(activity: "Pill", slot: .afternoon))
        ),
        (
            "a slot of an activity without slots", .invalidArgument,
            call(Journal.log, .init(activity: "Floss", slot: .evening))
        ),
        (
            "a skip of a completed activity", .failedPrecondition,
            call(Journal.skip, .init(activity: "Done"))
        ),
        (
            "a negative number in the place of another", .invalidArgument,
            { tracker in
                let entries = try await tracker.client.call(
                    Entries.list, Entries.ListRequest(activity: "Mood"))
                _ = try await tracker.client.call(
                    Entries.edit, Entries.EditRequest(id: entries.entries[0].id, value: .number(-2))
                )
            }
        ),
        (
            "a range of entries that ends before it begins", .invalidArgument,
            call(Entries.list, .init(activity: "Mood", from: monday, to: monday.advanced(by: -1)))
        ),
        (
            "a negative limit", .invalidArgument,
            call(Entries.list, .init(activity: "Mood", limit: -1))
        ),
    ]

    private static let structure: [(name: String, code: Status.Code, attempt: Attempt)] = [
        ("the same name", .alreadyExists, { try await $0.add("WATER") }),
        ("an empty name", .invalidArgument, { try await $0.add(" ") }),
        ("a negative target", .invalidArgument, { try await $0.edit("Water") { $0.target = -1 } }),
        (
            "a maximum below the minimum", .invalidArgument,
            { try await $0.edit("Mood") { ($0.minimum, $0.maximum) = (5, 1) } }
        ),
        (
            "a reminder with a target", .invalidArgument,
            { try await $0.add("Call") { ($0.schedule, $0.target) = (.sticky, 3) } }
        ),
        (
            "a target for a reminder", .invalidArgument,
            { try await $0.edit("Reserve a table") { ($0.type, $0.target) = (.cumulative, 3) } }
        ),
        ("a container within itself", .invalidArgument, { try await move($0, "Box", into: "Box") }),
        (
            "a container in a container", .failedPrecondition,
            { try await move($0, "Box", into: "Morning") }
        ),
        (
            "a reminder in a container", .failedPrecondition,
            { try await move($0, "Reserve a table", into: "Box") }
        ),
        (
            "a circle in the order", .invalidArgument,
            { try await $0.edit("Water") { $0.after = "Floss" } }
        ),
        ("after itself", .invalidArgument, { try await $0.edit("Water") { $0.after = "Water" } }),
        (
            "a daily activity that carries forward", .invalidArgument,
            { try await $0.add("Daily") { $0.carryForward = true } }
        ),
        (
            "an unsupported recurrence rule", .invalidArgument,
            { try await $0.add("Rule") { $0.rrule = "FREQ=YEARLY" } }
        ),
        ("a sixth metric", .failedPrecondition, { try await link($0, "Metric 6", .metric) }),
        (
            "a link of a child beside its container", .failedPrecondition,
            { try await link($0, "Stretch", .activity) }
        ),
        (
            "a move into a linked container", .failedPrecondition,
            { try await move($0, "Metric 1", into: "Morning") }
        ),
    ]

    private static let days: [(name: String, code: Status.Code, attempt: Attempt)] = [
        (
            "a vacation that ends before it begins", .invalidArgument,
            call(Vacations.add, .init(from: monday, to: monday.advanced(by: -1)))
        ),
        (
            "a log on a day that does not exist", .invalidArgument,
            {
                _ = try await $0.client.call(
                    Journal.log, Journal.LogRequest(activity: "Siva", on: missing), apia)
            }
        ),
        (
            "a vacation on a day that does not exist", .invalidArgument,
            {
                _ = try await $0.client.call(
                    Vacations.add, Vacations.Vacation(from: missing, to: missing), apia)
            }
        ),
        (
            "a reminder for a day that does not exist", .invalidArgument,
            {
                let fields = Activities.Fields { $0.schedule = .adhoc(missing) }
                _ = try await $0.client.call(
                    Activities.add, Activities.AddRequest(name: "Never", fields: fields), apia)
            }
        ),
        (
            "an activity of a day that does not exist", .invalidArgument,
            {
                _ = try await $0.client.call(
                    Activities.add, Activities.AddRequest(name: "Never", on: missing), apia)
            }
        ),
    ]

    private static let all = values + structure + days

    /// A home in which each attempt fails for the reason in its name.
    private func tracker() async throws -> TemporaryTracker {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Water") { ($0.target, $0.unit) = (8, "mL") }
        try await tracker.add("Weight") { ($0.type, $0.unit) = (.value, "kg") }
        try await tracker.add("Mood") { ($0.type, $0.minimum, $0.maximum) = (.value, 1, 10) }
        try await tracker.log("Mood", 5)
        try await tracker.add("Floss") { $0.after = "Water" }
        try await tracker.add("Done")
        try await tracker.log("Done")
        try await tracker.add("Pill") { $0.slots = [.morning, .evening] }
        try await tracker.add("Reserve a table") { $0.schedule = .sticky }
        try await tracker.add("Box") { $0.type = .container }
        try await tracker.add("Stretch")
        let client = tracker.client
        _ = try await client.call(
            Activities.group,
            Activities.GroupRequest(name: "Morning", members: ["Stretch"], on: Self.monday))
        _ = try await client.call(Goals.add, Goals.AddRequest(title: "Fit", on: Self.monday))
        try await Self.link(tracker, "Morning", .activity)
        for number in 1...6 { try await tracker.add("Metric \(number)") { $0.type = .value } }
        for number in 1...5 { try await Self.link(tracker, "Metric \(number)", .metric) }
        _ = try await tracker.storage.call(
            Profiles.add, Profiles.AddRequest(name: "apia", zone: "Pacific/Apia"))
        let before = Self.missing.advanced(by: -5)
        _ = try await client.call(
            Activities.add, Activities.AddRequest(name: "Siva", on: before), Self.apia)
        return tracker
    }

    @Test(arguments: all.indices)
    func `an invalid request is refused in a sentence and changes nothing`(
        index: Int
    ) async throws {
        let (name, code, attempt) = Self.all[index]
        let tracker = try await tracker()
        let before = try await tracker.newestChange()

        let refused = await status { try await attempt(tracker) }

        #expect(refused?.code == code, "\(name): \(String(describing: refused))")
        #expect(refused?.message.hasSuffix(".") == true, "\(name)")
        #expect(try await tracker.newestChange() == before, "\(name)")
    }

    @Test func `a vacation leaves out a day that does not exist`() async throws {
        let tracker = try await tracker()

        let marked = try await tracker.client.call(
            Vacations.add,
            Vacations.Vacation(
                from: Self.missing.advanced(by: -1), to: Self.missing.advanced(by: 1)), Self.apia)

        #expect(marked.days.map(\.description) == ["2011-12-29", "2011-12-31"])
    }

    @Test func `the unit cal is refused, and Cal means kcal`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Lunch") {
            $0.type = .value
            $0.unit = "kcal"
        }

        let refusal = await status { try await tracker.log("Lunch", 500, unit: "cal") }
        let logged = try await tracker.log("Lunch", 500, unit: "Cal")

        #expect(refusal?.code == .invalidArgument)
        #expect(refusal?.hint == "Write kcal for the energy of food.")
        #expect(logged.entry.value == 500)
    }
}
