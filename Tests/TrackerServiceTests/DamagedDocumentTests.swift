import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct DamagedDocumentTests {
    @Test func `the counts of an import add up, and each problem has its position`() async throws {
        let tracker = try await TemporaryTracker()

        let report = try await tracker.importDocument(documentWithFaults)

        #expect(
            report.byType["logs"]
                == ImportReport.Counts(read: 5, stored: 1, duplicate: 1, quarantined: 3))
        #expect(
            report.byType["activities"] == ImportReport.Counts(read: 2, stored: 1, quarantined: 1))
        #expect(
            report.read == report.stored + report.duplicate + report.quarantined + report.ignored)
        let dangling = try #require(report.problems.first { $0.reason.contains("activityID") })
        #expect(dangling.line == 7)
        let bytes = Array(documentWithFaults.utf8)
        #expect(bytes[Int(dangling.offset)] == UInt8(ascii: "{"))
    }

    @Test func `each problem has its line in any order of lists`() async throws {
        let tracker = try await TemporaryTracker()
        let text = """
            {"goals": [
            {"title": "lost"}],
            "activities": [
            {"name": "lost"},

            {"id": "a", "name": "Read", "typeRaw": "odd"}],
            "categories": [
            {"name": "lost"}]}
            """

        let report = try await tracker.importDocument(text)

        let lines = Dictionary(grouping: report.problems, by: \.line).mapValues(\.count)
        #expect(lines == [2: 1, 4: 1, 6: 1, 8: 1])
    }

    @Test func `weights of a document that are out of range are quarantined`() async throws {
        let tracker = try await TemporaryTracker()
        let text = """
            {"logs": [], "dayline": {
              "weight": {
                "w1": {"entry": {"day": "2026-01-05", "weight": 80, "unit": "kg"}},
                "w2": {"entry": {"day": "2026-01-06", "weight": 1e15, "unit": "kg"}},
                "w3": {"entry": {"day": "2026-01-06", "weight": 80, "unit": "kg", "bodyFat": 99}}},
              "weightGoal": {"goal": {"weight": 1e15, "unit": "kg",
                "grid": {"interval": "five", "unit": "kg"}}},
              "milestone": {"000001": {"target": 1e308, "unit": "kg", "day": "2026-01-05",
                "start": 80, "celebrationShown": true}}}}
            """

        let report = try await tracker.importDocument(text)

        #expect(
            report.byType["dayline.weight"]
                == ImportReport.Counts(read: 3, stored: 1, quarantined: 2))
        #expect(
            report.byType["dayline.weightGoal"] == ImportReport.Counts(read: 1, quarantined: 1))
        #expect(report.byType["dayline.milestone"] == ImportReport.Counts(read: 1, quarantined: 1))
        let refusal = await status {
            _ = try await tracker.client.call(Weights.milestones, Weights.MilestonesRequest())
        }
        #expect(refusal?.code == .failedPrecondition)
    }

    @Test(arguments: ["", "{", "[]", "{\"weight\": 1}", "{\"version\": \"3.0\", \"logs\": []}"])
    func `a file that is not a tracker document is rejected and changes nothing`(text: String)
        async throws
    {
        let tracker = try await TemporaryTracker.full()
        let before = try await tracker.export()

        let refusal = await status {
            _ = try await tracker.importDocument(text, shouldReplace: true)
        }

        #expect(refusal?.code == .invalidArgument)
        #expect(try await tracker.export() == before)
    }
}
