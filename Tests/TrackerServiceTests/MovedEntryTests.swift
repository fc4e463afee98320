import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// Entries that are moved to another day or session, or come back to theirs.
@Suite struct MovedEntryTests {
    private let monday = TemporaryTracker.monday

    /// An activity that becomes another on Thursday, and stays what it was before.
    private func world(
        _ before: (inout Activities.Fields) -> Void, _ after: (inout Activities.Fields) -> Void
    ) async throws -> TemporaryTracker {
        let world = try await TemporaryTracker()
        try await world.add("It", before)
        var fields = Activities.Fields()
        after(&fields)
        _ = try await world.client.call(
            Activities.edit,
            Activities.EditRequest(name: "It", fields: fields, on: monday.advanced(by: 3)))
        return world
    }

    private func move(
        _ entry: LoggedEntry, to day: CivilDate? = nil, slot: Slot? = nil,
        value: Double? = nil, in world: TemporaryTracker
    ) async throws -> LoggedEntry {
        try await world.client.call(
            Entries.edit,
            Entries.EditRequest(
                id: entry.id, value: value.map(InputValue.number), day: day, slot: slot,
                future: true)
        ).entry
    }

    private func entries(_ world: TemporaryTracker) async throws -> [LoggedEntry] {
        try await world.client.call(Entries.list, Entries.ListRequest(activity: "It")).entries
    }

    @Test(
        arguments: [
            (nil, 81 / 0.45359237, EnteredValue(amount: 81, unit: "kg")), ("lb", 81, nil),
            ("st", 81 * 14, EnteredValue(amount: 81, unit: "st")),
        ] as [(String?, Double, EnteredValue?)])
    func `a number goes along in the unit of its new day`(
        unit: String?, pounds: Double, entered: EnteredValue?
    ) async throws {
        let world = try await world {
            $0.type = .value
            $0.unit = "kg"
        } _: {
            $0.unit = "lb"
        }
        defer { world.remove() }
        let entry = try await world.log("It", 81, on: monday, unit: unit).entry

        let moved = try await move(entry, to: monday.advanced(by: 4), in: world)
        let back = try await move(moved, to: monday, in: world)

        #expect(moved.unit == "lb")
        #expect(abs(try #require(moved.value) - pounds) < 1e-9)
        #expect(moved.entered == entered)
        #expect(abs(try #require(back.value) - (try #require(entry.value))) < 1e-9)
        #expect(back.entered == entry.entered)
    }

    @Test(arguments: ["km", nil])
    func `a number that means nothing on the new day stays, until it is said anew`(
        unit: String?
    ) async throws {
        let world = try await world {
            $0.type = .value
            $0.unit = "kg"
        } _: {
            $0.unit = unit
            if unit == nil { $0.without = [.unit] }
        }
        defer { world.remove() }
        let entry = try await world.log("It", 81, on: monday).entry
        let friday = monday.advanced(by: 4)

        let refusal = await status { _ = try await move(entry, to: friday, in: world) }
        let kept = try await entries(world)
        let said = try await move(entry, to: friday, value: 5, in: world)

        #expect(refusal != nil)
        #expect(kept == [entry])
        #expect(said.date == friday)
        #expect(said.value == 5)
        #expect(said.unit == unit)
    }

    @Test func `what was ticked is not moved to where a number is taken`() async throws {
        let world = try await world {
            $0.type = .checkbox
        } _: {
            $0.type = .value
        }
        defer { world.remove() }
        let entry = try await world.log("It", on: monday).entry

        let refusal = await status {
            _ = try await move(entry, to: monday.advanced(by: 4), in: world)
        }

        #expect(refusal?.code == .failedPrecondition)
        #expect(
            refusal?.message == "\"It\" takes ticks on \(monday), and numbers on "
                + "\(monday.advanced(by: 4)).")
    }

    @Test func `a moved number obeys the limits of its new day`() async throws {
        let world = try await world {
            $0.type = .value
        } _: {
            $0.maximum = 10
        }
        defer { world.remove() }
        let entry = try await world.log("It", 81, on: monday).entry

        let refusal = await status {
            _ = try await move(entry, to: monday.advanced(by: 4), in: world)
        }

        #expect(refusal?.code == .invalidArgument)
    }

    @Test(arguments: [ActivityType.checkbox, .value])
    func `an entry is not moved to where there is one already`(type: ActivityType) async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        try await world.add("It") { $0.type = type }
        let value: Double? = type == .value ? 80 : nil
        let there = try await world.log("It", value, on: monday).entry
        let other = try await world.log("It", value, on: monday.advanced(by: 1)).entry

        let refusal = await status { _ = try await move(other, to: monday, in: world) }
        let free = try await move(other, to: monday.advanced(by: 2), in: world)

        #expect(refusal?.code == .alreadyExists)
        #expect(
            refusal?.message
                == "\"It\" has an entry on \(monday) already: \(type == .value ? "80" : "done").")
        #expect(refusal?.hint?.contains(there.id.rawValue) == true)
        #expect(free.date == monday.advanced(by: 2))
    }

    @Test func `each session takes one entry, and amounts leave room for each other`() async throws
    {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        try await world.add("It") { $0.slots = [.morning, .afternoon, .evening] }
        try await world.add("Water") { $0.type = .cumulative }
        let morning = try await world.log("It", on: monday).entry
        _ = try await world.log("It", on: monday)
        let first = try await world.log("Water", 1, on: monday).entry
        let second = try await world.log("Water", 2, on: monday.advanced(by: 1)).entry

        let refusal = await status { _ = try await move(morning, slot: .afternoon, in: world) }
        let evening = try await move(morning, slot: .evening, in: world)
        let beside = try await move(second, to: first.date, in: world)

        #expect(refusal?.code == .alreadyExists)
        #expect(refusal?.message.contains("\(monday), afternoon already") == true)
        #expect(evening.slot == .evening)
        #expect(beside.date == monday)
    }

    @Test func `an entry comes back from the trash only to where there is room`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        try await world.add("It") { $0.type = .value }
        let deleted = try await world.log("It", 80, on: monday).entry
        _ = try await world.client.call(Entries.delete, Entries.EntryRequest(id: deleted.id))
        let newer = try await world.log("It", 81, on: monday).entry

        let refusal = await status {
            _ = try await world.client.call(
                Trash.restore, Trash.RestoreRequest(name: deleted.id.rawValue))
        }
        let kept = try await entries(world)
        _ = try await world.client.call(Entries.delete, Entries.EntryRequest(id: newer.id))
        _ = try await world.client.call(
            Trash.restore, Trash.RestoreRequest(name: deleted.id.rawValue))

        #expect(refusal?.code == .alreadyExists)
        #expect(kept == [newer])
        #expect(try await entries(world) == [deleted])
    }

    @Test func `an entry goes to a day that has its session, or only one`() async throws {
        let world = try await world {
            $0.type = .value
            $0.slots = [.morning, .evening]
        } _: {
            $0.slots = [.morning, .afternoon]
        }
        defer { world.remove() }
        let entry = try await world.client.call(
            Journal.log,
            Journal.LogRequest(activity: "It", value: .number(5), on: monday, slot: .evening)
        ).entry
        let thursday = monday.advanced(by: 3)

        let refusal = await status { _ = try await move(entry, to: thursday, in: world) }
        let kept = try await move(entry, to: monday.advanced(by: 1), in: world)
        let moved = try await move(entry, to: thursday, slot: .afternoon, in: world)

        #expect(refusal?.message.contains("has no session for the slot evening") == true)
        #expect(kept.slot == .evening)
        #expect(moved.slot == .afternoon)
    }

    @Test func `a skip does not come back beside an amount`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        try await world.add("It") { $0.type = .cumulative }
        let skip = try await world.client.call(
            Journal.skip, Journal.SkipRequest(activity: "It", on: monday))
        _ = try await world.client.call(Entries.delete, Entries.EntryRequest(id: skip.entry.id))
        try await world.log("It", 5, on: monday)

        let refusal = await status {
            _ = try await world.client.call(
                Trash.restore, Trash.RestoreRequest(name: "\(skip.entry.id)"))
        }

        #expect(refusal?.code == .alreadyExists)
        #expect(try await entries(world).map(\.value) == [5])
    }
}
