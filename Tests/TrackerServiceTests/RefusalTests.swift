import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// What makes no sense: refused with a sentence, and nothing is changed.
@Suite struct RefusalTests {
    private static let monday = TemporaryTracker.monday
    private static let apia = CallOptions(profile: "apia")
    /// The day that Samoa left out.
    private static let missing = CivilDate(days: 15_338)

    private typealias Attempt = @Sendable (TemporaryTracker) async throws -> Void

    private static func edit(
        _ world: TemporaryTracker, _ name: String, scope: EditScope? = nil,
        _ change: (inout Activities.Fields) -> Void
    ) async throws {
        var fields = Activities.Fields()
        change(&fields)
        _ = try await world.client.call(
            Activities.edit, Activities.EditRequest(name: name, fields: fields, scope: scope))
    }

    private static func move(_ world: TemporaryTracker, _ name: String, into box: String)
        async throws
    {
        _ = try await world.client.call(
            Activities.move, Activities.MoveRequest(name: name, container: box))
    }

    private static func link(
        _ world: TemporaryTracker, _ name: String, _ role: GoalRole.Name
    ) async throws {
        _ = try await world.client.call(
            Goals.link, Goals.LinkRequest(goal: "Fit", activity: name, role: role))
    }

    private static let values: [(name: String, code: Status.Code, attempt: Attempt)] = [
        ("an unknown activity", .notFound, { try await $0.log("Watr") }),
        ("a tick for a container", .failedPrecondition, { try await $0.log("Box") }),
        ("a negative number", .invalidArgument, { try await $0.log("Water", -1) }),
        ("less than the least", .invalidArgument, { try await $0.log("Mood", 0) }),
        ("more than the most", .invalidArgument, { try await $0.log("Mood", 11) }),
        ("no number", .invalidArgument, { try await $0.log("Weight") }),
        (
            "a unit that a metric is not measured in", .invalidArgument,
            { try await edit($0, "Weight") { $0.health = "stepCount" } }
        ),
        ("more than can be added up", .invalidArgument, { try await $0.log("Water", 1e308) }),
        ("a number for a tick", .invalidArgument, { try await $0.log("Floss", 3) }),
        ("another unit", .invalidArgument, { try await $0.log("Water", 1, unit: "kg") }),
        (
            "a day before it was", .failedPrecondition,
            { try await $0.log("Water", 1, on: monday.advanced(by: -1)) }
        ),
        (
            "a slot that it has not", .invalidArgument,
            {
                _ = try await $0.client.call(
                    Journal.log, Journal.LogRequest(activity: "Pill", slot: .afternoon))
            }
        ),
        (
            "a slot for what has none", .invalidArgument,
            {
                _ = try await $0.client.call(
                    Journal.log, Journal.LogRequest(activity: "Floss", slot: .evening))
            }
        ),
        (
            "a skip of what is done", .failedPrecondition,
            { _ = try await $0.client.call(Journal.skip, Journal.SkipRequest(activity: "Done")) }
        ),
        (
            "a negative number in the place of another", .invalidArgument,
            { world in
                let entries = try await world.client.call(
                    Entries.list, Entries.ListRequest(activity: "Mood"))
                _ = try await world.client.call(
                    Entries.edit, Entries.EditRequest(id: entries.entries[0].id, value: .number(-2))
                )
            }
        ),
        (
            "a range of entries that ends before it begins", .invalidArgument,
            {
                _ = try await $0.client.call(
                    Entries.list,
                    Entries.ListRequest(activity: "Mood", from: monday, to: monday.advanced(by: -1))
                )
            }
        ),
        (
            "fewer entries than none", .invalidArgument,
            {
                _ = try await $0.client.call(
                    Entries.list, Entries.ListRequest(activity: "Mood", limit: -1))
            }
        ),
    ]

    private static let structure: [(name: String, code: Status.Code, attempt: Attempt)] = [
        ("the same name", .alreadyExists, { try await $0.add("WATER") }),
        ("an empty name", .invalidArgument, { try await $0.add(" ") }),
        ("a negative target", .invalidArgument, { try await edit($0, "Water") { $0.target = -1 } }),
        (
            "limits the wrong way round", .invalidArgument,
            { try await edit($0, "Mood") { ($0.minimum, $0.maximum) = (5, 1) } }
        ),
        (
            "a reminder with a target", .invalidArgument,
            { try await $0.add("Call") { ($0.schedule, $0.target) = (.sticky, 3) } }
        ),
        (
            "a target for a reminder", .invalidArgument,
            { try await edit($0, "Book a room") { ($0.type, $0.target) = (.cumulative, 3) } }
        ),
        ("a container within itself", .invalidArgument, { try await move($0, "Box", into: "Box") }),
        (
            "a container in a container", .failedPrecondition,
            { try await move($0, "Box", into: "Morning") }
        ),
        (
            "a reminder in a container", .failedPrecondition,
            { try await move($0, "Book a room", into: "Box") }
        ),
        (
            "a circle in the order", .invalidArgument,
            { try await edit($0, "Water") { $0.after = "Floss" } }
        ),
        ("after itself", .invalidArgument, { try await edit($0, "Water") { $0.after = "Water" } }),
        (
            "carried although daily", .invalidArgument,
            { try await $0.add("Daily") { $0.carryForward = true } }
        ),
        (
            "a rule that no schedule says", .invalidArgument,
            { try await $0.add("Rule") { $0.rrule = "FREQ=YEARLY" } }
        ),
        ("a sixth metric", .failedPrecondition, { try await link($0, "Metric 6", .metric) }),
        (
            "a child beside its container", .failedPrecondition,
            { try await link($0, "Stretch", .activity) }
        ),
        (
            "a container beside its child to be", .failedPrecondition,
            { try await move($0, "Metric 1", into: "Morning") }
        ),
    ]

    private static let days: [(name: String, code: Status.Code, attempt: Attempt)] = [
        (
            "a vacation that ends before it begins", .invalidArgument,
            {
                _ = try await $0.client.call(
                    Vacations.add, Vacations.Vacation(from: monday, to: monday.advanced(by: -1)))
            }
        ),
        (
            "a log on a day that was not", .invalidArgument,
            {
                _ = try await $0.client.call(
                    Journal.log, Journal.LogRequest(activity: "Siva", on: missing), apia)
            }
        ),
        (
            "a vacation on a day that was not", .invalidArgument,
            {
                _ = try await $0.client.call(
                    Vacations.add, Vacations.Vacation(from: missing, to: missing), apia)
            }
        ),
        (
            "a reminder for a day that was not", .invalidArgument,
            {
                var fields = Activities.Fields()
                fields.schedule = .adhoc(missing)
                _ = try await $0.client.call(
                    Activities.add, Activities.AddRequest(name: "Never", fields: fields), apia)
            }
        ),
        (
            "an activity of a day that was not", .invalidArgument,
            {
                _ = try await $0.client.call(
                    Activities.add, Activities.AddRequest(name: "Never", on: missing), apia)
            }
        ),
    ]

    private static let all = values + structure + days

    /// A home in which each attempt fails for the one reason that its name says.
    private func world() async throws -> TemporaryTracker {
        let world = try await TemporaryTracker()
        try await world.add("Water") { ($0.target, $0.unit) = (8, "mL") }
        try await world.add("Weight") { ($0.type, $0.unit) = (.value, "kg") }
        try await world.add("Mood") { ($0.type, $0.minimum, $0.maximum) = (.value, 1, 10) }
        try await world.log("Mood", 5)
        try await world.add("Floss") { $0.after = "Water" }
        try await world.add("Done")
        try await world.log("Done")
        try await world.add("Pill") { $0.slots = [.morning, .evening] }
        try await world.add("Book a room") { $0.schedule = .sticky }
        try await world.add("Box") { $0.type = .container }
        try await world.add("Stretch")
        let client = world.client
        _ = try await client.call(
            Activities.group,
            Activities.GroupRequest(name: "Morning", members: ["Stretch"], on: Self.monday))
        _ = try await client.call(Goals.add, Goals.AddRequest(title: "Fit", on: Self.monday))
        try await Self.link(world, "Morning", .activity)
        for number in 1...6 { try await world.add("Metric \(number)") { $0.type = .value } }
        for number in 1...5 { try await Self.link(world, "Metric \(number)", .metric) }
        _ = try await world.storage.call(
            Profiles.add, Profiles.AddRequest(name: "apia", zone: "Pacific/Apia"))
        let before = Self.missing.advanced(by: -5)
        _ = try await client.call(
            Activities.add, Activities.AddRequest(name: "Siva", on: before), Self.apia)
        return world
    }

    @Test(arguments: all.indices)
    func `what makes no sense is refused in a sentence, and changes nothing`(
        index: Int
    ) async throws {
        let (name, code, attempt) = Self.all[index]
        let world = try await world()
        defer { world.remove() }
        let before = try await world.newestChange()

        let refused = await status { try await attempt(world) }

        #expect(refused?.code == code, "\(name): \(String(describing: refused))")
        #expect(refused?.message.hasSuffix(".") == true, "\(name)")
        #expect(try await world.newestChange() == before, "\(name)")
    }

    @Test func `a vacation across a day that was not leaves it out`() async throws {
        let world = try await world()
        defer { world.remove() }

        let marked = try await world.client.call(
            Vacations.add,
            Vacations.Vacation(
                from: Self.missing.advanced(by: -1), to: Self.missing.advanced(by: 1)), Self.apia)

        #expect(marked.days.map(\.description) == ["2011-12-29", "2011-12-31"])
    }

    @Test func `a cal is asked about, and a Cal is one of food`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        try await world.add("Lunch") {
            $0.type = .value
            $0.unit = "kcal"
        }

        let refusal = await status { try await world.log("Lunch", 500, unit: "cal") }
        let logged = try await world.log("Lunch", 500, unit: "Cal")

        #expect(refusal?.code == .invalidArgument)
        #expect(refusal?.hint == "Write kcal for those of food.")
        #expect(logged.entry.value == 500)
    }
}
