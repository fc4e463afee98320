import CivilTime
import Contracts
import RPC
import Testing
import Tracking

/// Entries that are moved to another day or session, or come back to theirs.
@Suite struct MovedEntryTests {
    private let monday = TemporarySchedule.monday

    /// An activity that becomes another on Thursday, and stays what it was before.
    private func world(
        _ before: (inout Activities.Fields) -> Void, _ after: (inout Activities.Fields) -> Void
    ) async throws -> TemporarySchedule {
        let world = try await TemporarySchedule()
        try await world.add("It", before)
        var fields = Activities.Fields()
        after(&fields)
        _ = try await world.client.call(
            Activities.edit,
            Activities.Edit(name: "It", fields: fields, on: monday.advanced(by: 3)))
        return world
    }

    private func move(
        _ entry: LoggedEntry, to day: CivilDate? = nil, slot: Slot? = nil,
        value: Double? = nil, in world: TemporarySchedule
    ) async throws -> LoggedEntry {
        try await world.client.call(
            Entries.edit,
            Entries.Edit(
                id: entry.id, value: value.map(SpokenValue.number), day: day, slot: slot)
        ).entry
    }

    private func entries(_ world: TemporarySchedule) async throws -> [LoggedEntry] {
        try await world.client.call(Entries.list, Entries.Ask(activity: "It")).entries
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
}
