import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct ImportStepTests {
    private let monday = TemporaryTracker.monday

    @Test func `a replacing import keeps only the document, and a dry run changes nothing`()
        async throws
    {
        let tracker = try await TemporaryTracker.full()
        let before = try await tracker.export()

        let dry = try await tracker.importDocument(
            documentWithFaults, shouldReplace: true, isDryRun: true)
        let untouched = try await tracker.export()
        _ = try await tracker.importDocument(documentWithFaults, shouldReplace: true)

        #expect(dry.isDryRun && dry.stored > 0 && dry.step == nil)
        #expect(untouched == before)
        let listing = try await tracker.client.call(Activities.list, Activities.ListRequest())
        #expect(listing.activities.map(\.name) == ["Read"])
        #expect(
            try await tracker.client.call(
                Weights.list, Weights.ListRequest(on: monday.advanced(by: 30))
            )
            .weights.count == 2)
    }

    @Test(arguments: [false, true])
    func `an import is undone and redone as one step, also after a restart`(
        replaces: Bool
    ) async throws {
        let tracker = try await TemporaryTracker.full()
        let before = try await tracker.export()
        let report = try await tracker.importDocument(
            documentWithFaults, shouldReplace: replaces)
        let imported = try await tracker.export()
        try await tracker.log("Read", on: monday.advanced(by: 2))
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())
        #expect(try await tracker.export() == imported)

        let step = try #require(report.step)
        let undone = try await tracker.client.call(Journal.undo, Journal.StepRequest(step: step))
        let restored = try await tracker.export()
        let later = try await TemporaryTracker(sharing: tracker)
        _ = try await later.client.call(Journal.redo, Journal.StepRequest())
        let redone = try await later.export()
        _ = try await later.client.call(Journal.undo, Journal.StepRequest())

        #expect(undone.summary == "import export.json")
        #expect(restored == before)
        #expect(redone == imported)
        #expect(try await later.export() == before)
        #expect(try await tracker.today(monday) == later.today(monday))
    }

    @Test(arguments: ["", "\"timestamp\": \"2026-01-21T12:00:00Z\","])
    func `an import that changes nothing adds no step`(timestamp: String) async throws {
        let tracker = try await TemporaryTracker()
        let text = """
            {"version": "2.0", \(timestamp)
             "activities": [{"id": "a", "name": "Read", "createdAt": "2026-01-01T00:00:00Z"}],
             "logs": [{"id": "l", "activityID": "a", "date": "2026-01-05T00:00:00Z"}]}
            """
        let first = try await tracker.importDocument(text)
        let export = try await tracker.export()

        let again = try await tracker.importDocument(text)
        let later = try await tracker.importDocument(text.replacing("01-21T12", with: "01-22T12"))
        let other = try await tracker.importDocument(
            text.replacing("\"version\"", with: "\"appBuild\": 7, \"version\""))

        #expect(first.step != nil)
        #expect(again.step == nil && again.notice?.contains("Nothing changed") == true)
        #expect(later.step == nil)
        #expect(try await tracker.export() != export, "the field beside the lists is stored")
        #expect(other.step != nil)
        let undone = try await tracker.client.call(Journal.undo, Journal.StepRequest())
        #expect(undone.summary == "import export.json")
        #expect(try await tracker.export() == export)
    }

    @Test func `clearing everything is one step, and undo restores all`() async throws {
        let tracker = try await TemporaryTracker.full()
        let before = try await tracker.export()

        let step = try await tracker.client.call(Documents.clear, Empty())
        let listed = try await tracker.client.call(Activities.list, Activities.ListRequest())
            .activities
        let weights = try await tracker.client.call(
            Weights.list, Weights.ListRequest(on: monday.advanced(by: 30))
        ).weights
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())

        #expect(step.summary == "clear everything")
        #expect(listed.isEmpty)
        #expect(weights.isEmpty)
        #expect(try await tracker.export() == before)
    }
}
