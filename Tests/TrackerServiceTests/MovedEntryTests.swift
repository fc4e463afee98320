import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// Entries that are moved to another day or session, or restored.
@Suite struct MovedEntryTests {
    private let monday = TemporaryTracker.monday

    /// An activity that has another configuration from Thursday on.
    private func tracker(
        _ before: (inout Activities.Fields) -> Void, _ after: (inout Activities.Fields) -> Void
    ) async throws -> TemporaryTracker {
        let tracker = try await TemporaryTracker()
        try await tracker.add("It", before)
        try await tracker.edit("It", on: monday.advanced(by: 3), after)
        return tracker
    }

    private func move(
        _ entry: LoggedEntry, to day: CivilDate? = nil, slot: Slot? = nil,
        value: Double? = nil, in tracker: TemporaryTracker
    ) async throws -> LoggedEntry {
        try await tracker.client.call(
            Entries.edit,
            Entries.EditRequest(
                id: entry.id, value: value.map(InputValue.number), day: day, slot: slot,
                future: true)
        ).entry
    }

    private func entries(_ tracker: TemporaryTracker) async throws -> [LoggedEntry] {
        try await tracker.client.call(Entries.list, Entries.ListRequest(activity: "It")).entries
    }

    @Test(
        arguments: [
            (nil, 81 / 0.45359237, EnteredValue(amount: 81, unit: "kg")), ("lb", 81, nil),
            ("st", 81 * 14, EnteredValue(amount: 81, unit: "st")),
        ] as [(String?, Double, EnteredValue?)])
    func `a moved number is converted to the unit of its new day`(
        unit: String?, pounds: Double, entered: EnteredValue?
    ) async throws {
        let tracker = try await tracker {
            $0.type = .value
            $0.unit = "kg"
        } _: {
            $0.unit = "lb"
        }
        let entry = try await tracker.log("It", 81, on: monday, unit: unit).entry

        let moved = try await move(entry, to: monday.advanced(by: 4), in: tracker)
        let back = try await move(moved, to: monday, in: tracker)

        #expect(moved.unit == "lb")
        #expect(abs(try #require(moved.value) - pounds) < 1e-9)
        #expect(moved.entered == entered)
        #expect(abs(try #require(back.value) - (try #require(entry.value))) < 1e-9)
        #expect(back.entered == entry.entered)
    }

    @Test(arguments: ["km", nil])
    func `a number that has no meaning on the new day is moved only with a new value`(
        unit: String?
    ) async throws {
        let tracker = try await tracker {
            $0.type = .value
            $0.unit = "kg"
        } _: {
            $0.unit = unit
            if unit == nil { $0.without = [.unit] }
        }
        let entry = try await tracker.log("It", 81, on: monday).entry
        let friday = monday.advanced(by: 4)

        let refusal = await status { _ = try await move(entry, to: friday, in: tracker) }
        let unmoved = try await entries(tracker)
        let moved = try await move(entry, to: friday, value: 5, in: tracker)

        #expect(refusal != nil)
        #expect(unmoved == [entry])
        #expect(moved.date == friday)
        #expect(moved.value == 5)
        #expect(moved.unit == unit)
    }

    @Test func `a tick is not moved to a day on which the activity has numbers`() async throws {
        let tracker = try await tracker {
            $0.type = .checkbox
        } _: {
            $0.type = .value
        }
        let entry = try await tracker.log("It", on: monday).entry

        let refusal = await status {
            _ = try await move(entry, to: monday.advanced(by: 4), in: tracker)
        }

        #expect(refusal?.code == .failedPrecondition)
        #expect(
            refusal?.message == "\"It\" takes ticks on \(monday), and numbers on "
                + "\(monday.advanced(by: 4)).")
    }

    @Test func `a moved number is checked against the limits of its new day`() async throws {
        let tracker = try await tracker {
            $0.type = .value
        } _: {
            $0.maximum = 10
        }
        let entry = try await tracker.log("It", 81, on: monday).entry

        let refusal = await status {
            _ = try await move(entry, to: monday.advanced(by: 4), in: tracker)
        }

        #expect(refusal?.code == .invalidArgument)
    }

    @Test(arguments: [ActivityType.checkbox, .value])
    func `an entry is not moved to a day that has one`(type: ActivityType) async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("It") { $0.type = type }
        let value: Double? = type == .value ? 80 : nil
        let existing = try await tracker.log("It", value, on: monday).entry
        let other = try await tracker.log("It", value, on: monday.advanced(by: 1)).entry

        let refusal = await status { _ = try await move(other, to: monday, in: tracker) }
        let moved = try await move(other, to: monday.advanced(by: 2), in: tracker)

        #expect(refusal?.code == .alreadyExists)
        #expect(
            refusal?.message
                == "\"It\" has an entry on \(monday) already: \(type == .value ? "80" : "done").")
        #expect(refusal?.hint?.contains(existing.id.rawValue) == true)
        #expect(moved.date == monday.advanced(by: 2))
    }

    @Test func `each session has one entry, and amounts of a day add up`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("It") { $0.slots = [.morning, .afternoon, .evening] }
        try await tracker.add("Water") { $0.type = .cumulative }
        let morning = try await tracker.log("It", on: monday).entry
        _ = try await tracker.log("It", on: monday)
        let first = try await tracker.log("Water", 1, on: monday).entry
        let second = try await tracker.log("Water", 2, on: monday.advanced(by: 1)).entry

        let refusal = await status { _ = try await move(morning, slot: .afternoon, in: tracker) }
        let evening = try await move(morning, slot: .evening, in: tracker)
        let added = try await move(second, to: first.date, in: tracker)

        #expect(refusal?.code == .alreadyExists)
        #expect(refusal?.message.contains("\(monday), afternoon already") == true)
        #expect(evening.slot == .evening)
        #expect(added.date == monday)
    }

    @Test func `an entry is restored only to a day without one`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("It") { $0.type = .value }
        let deleted = try await tracker.log("It", 80, on: monday).entry
        _ = try await tracker.client.call(Entries.delete, Entries.EntryRequest(id: deleted.id))
        let newer = try await tracker.log("It", 81, on: monday).entry

        let refusal = await status {
            _ = try await tracker.client.call(
                Trash.restore, Trash.RestoreRequest(name: deleted.id.rawValue))
        }
        let unmoved = try await entries(tracker)
        _ = try await tracker.client.call(Entries.delete, Entries.EntryRequest(id: newer.id))
        _ = try await tracker.client.call(
            Trash.restore, Trash.RestoreRequest(name: deleted.id.rawValue))

        #expect(refusal?.code == .alreadyExists)
        #expect(unmoved == [newer])
        #expect(try await entries(tracker) == [deleted])
    }

    @Test func `an entry is moved only to a day that has its session`() async throws {
        let tracker = try await tracker {
            $0.type = .value
            $0.slots = [.morning, .evening]
        } _: {
            $0.slots = [.morning, .afternoon]
        }
        let entry = try await tracker.client.call(
            Journal.log,
            Journal.LogRequest(activity: "It", value: .number(5), on: monday, slot: .evening)
        ).entry
        let thursday = monday.advanced(by: 3)

        let refusal = await status { _ = try await move(entry, to: thursday, in: tracker) }
        let unmoved = try await move(entry, to: monday.advanced(by: 1), in: tracker)
        let moved = try await move(entry, to: thursday, slot: .afternoon, in: tracker)

        #expect(refusal?.message.contains("has no session for the part of day \"evening\"") == true)
        #expect(unmoved.slot == .evening)
        #expect(moved.slot == .afternoon)
    }

    @Test func `a skip is not restored beside an amount`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("It") { $0.type = .cumulative }
        let skip = try await tracker.client.call(
            Journal.skip, Journal.SkipRequest(activity: "It", on: monday))
        _ = try await tracker.client.call(Entries.delete, Entries.EntryRequest(id: skip.entry.id))
        try await tracker.log("It", 5, on: monday)

        let refusal = await status {
            _ = try await tracker.client.call(
                Trash.restore, Trash.RestoreRequest(name: "\(skip.entry.id)"))
        }

        #expect(refusal?.code == .alreadyExists)
        #expect(try await entries(tracker).map(\.value) == [5])
    }
}
