import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// Search in the records of a profile.
@Suite struct SearchTests {
    private func found(_ tracker: TemporaryTracker, _ text: String) async throws -> [String] {
        try await tracker.client.call(Journal.search, Journal.SearchRequest(text: text))
            .results.map { "\($0.kind.rawValue) \($0.text)" }
    }

    @Test func `names, notes and skip reasons are found, newest first`() async throws {
        let tracker = try await TemporaryTracker()
        let monday = TemporaryTracker.monday
        try await tracker.add("Knee exercises", on: monday.advanced(by: -9))
        try await tracker.add("Run", on: monday.advanced(by: -9))
        _ = try await tracker.client.call(
            Journal.log,
            Journal.LogRequest(activity: "Run", on: monday.advanced(by: -2), note: "Left knee hurt")
        )
        _ = try await tracker.client.call(
            Journal.skip, Journal.SkipRequest(activity: "Run", reason: "KNEE", on: monday))
        _ = try await tracker.client.call(
            Goals.add, Goals.AddRequest(title: "Strong knees", on: monday))

        #expect(
            try await found(tracker, "knee") == [
                "entry Run: KNEE", "goal Strong knees", "entry Run: Left knee hurt",
                "activity Knee exercises",
            ])
        #expect(try await found(tracker, "hurt LEFT") == ["entry Run: Left knee hurt"])
        #expect(try await found(tracker, "elbow").isEmpty)
    }

    @Test func `records in the trash are not found`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Run")
        _ = try await tracker.client.call(
            Activities.delete, Activities.ActivityRequest(name: "Run"))

        #expect(try await found(tracker, "run").isEmpty)
    }

    @Test(arguments: [("", nil), ("  ", nil), ("x", 0), ("x", 1001)] as [(String, Int?)])
    func `an empty text and a limit out of range are refused`(
        text: String, limit: Int?
    ) async throws {
        let tracker = try await TemporaryTracker()

        let refusal = await status {
            _ = try await tracker.client.call(
                Journal.search, Journal.SearchRequest(text: text, limit: limit))
        }

        #expect(refusal?.code == .invalidArgument)
    }
}
