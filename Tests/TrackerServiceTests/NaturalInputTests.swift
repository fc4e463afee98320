import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// Amounts and days as typed, in requests to the tracker.
@Suite struct NaturalInputTests {
    private func log(
        _ tracker: TemporaryTracker, _ name: String, _ value: String, _ unit: String? = nil
    ) async throws -> Journal.LogResponse {
        try await tracker.client.call(
            Journal.log, Journal.LogRequest(activity: name, value: .text(value), unit: unit))
    }

    @Test(
        arguments: [
            ("250ml", nil, 250), ("1.75 l", nil, 1750), ("0,5", "l", 500), ("250", nil, 250),
            ("1,5 L", nil, 1500),
        ] as [(String, String?, Double)])
    func `a typed amount is converted to the unit of the activity`(
        text: String, unit: String?, value: Double
    ) async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Water") { ($0.type, $0.unit) = (.cumulative, "ml") }

        #expect(try await log(tracker, "Water", text, unit).entry.value == value)
    }

    @Test func `hours and minutes count in minutes or hours`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Piano") { ($0.type, $0.unit) = (.cumulative, "min") }
        try await tracker.add("Study") { ($0.type, $0.unit) = (.cumulative, "h") }

        #expect(try await log(tracker, "Piano", "1h30").entry.value == 90)
        #expect(try await log(tracker, "Study", "1h30").entry.value == 1.5)
    }

    @Test(arguments: [
        (
            "1,500", "\"1,500\" can mean 1.5 or 1500, and \"Reading\" needs a number.",
            "Write 1.5 or 1500."
        ),
        (
            "2 km", "\"km\" is not a unit of \"Reading\", which is kept in pages.",
            "For example: dayline log Reading 2 pages"
        ),
        (
            "some", "\"some\" is not a number, and \"Reading\" needs a number.",
            "For example: dayline log Reading 1 pages"
        ),
    ])
    func `a wrong amount names the problem and a form that is accepted`(
        text: String, message: String, hint: String
    ) async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Reading") { ($0.type, $0.unit) = (.cumulative, "pages") }

        let refusal = await status { _ = try await log(tracker, "Reading", text) }

        #expect(refusal?.code == .invalidArgument)
        #expect(refusal?.message == message)
        #expect(refusal?.hint == hint)
    }

    @Test func `days are resolved from today of the profile or a given day`() async throws {
        let tracker = try await TemporaryTracker()

        // Today is Monday 2026-01-05.
        let past = try await tracker.client.call(
            Journal.resolveDays, Journal.ResolveDaysRequest(days: ["sun", "mon..fri"]))
        let planned = try await tracker.client.call(
            Journal.resolveDays,
            Journal.ResolveDaysRequest(
                days: ["sun", "mon..fri"], planned: true, today: CivilDate("2026-11-25")))
        let refusal = await status {
            _ = try await tracker.client.call(
                Journal.resolveDays, Journal.ResolveDaysRequest(days: ["noon"]))
        }

        #expect(past.today == TemporaryTracker.monday)
        #expect(
            past.days.map { "\($0.from)..\($0.to)" } == [
                "2026-01-04..2026-01-04", "2025-12-29..2026-01-02",
            ])
        #expect(
            planned.days.map { "\($0.from)..\($0.to)" } == [
                "2026-11-29..2026-11-29", "2026-11-30..2026-12-04",
            ])
        #expect(refusal?.message == "The field days takes a day, and \"noon\" is not a day.")
    }
}
