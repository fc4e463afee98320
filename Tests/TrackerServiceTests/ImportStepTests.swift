import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct ImportStepTests {
    private let monday = TemporaryTracker.monday

    @Test func `replacing leaves only the document, a dry run nothing`() async throws {
        let world = try await TemporaryTracker.full()
        defer { world.remove() }
        let before = try await world.export()

        let dry = try await world.importDocument(oddDocument, shouldReplace: true, isDryRun: true)
        let untouched = try await world.export()
        _ = try await world.importDocument(oddDocument, shouldReplace: true)

        #expect(dry.isDryRun && dry.stored > 0)
        #expect(untouched == before)
        let listing = try await world.client.call(Activities.list, Activities.ListRequest())
        #expect(listing.activities.map(\.name) == ["Read"])
        #expect(
            try await world.client.call(
                Weights.list, Weights.ListRequest(on: monday.advanced(by: 30))
            )
            .weights.count == 2)
    }

    @Test(arguments: [false, true])
    func `an import is undone and redone as one step, also after a restart`(
        replaces: Bool
    ) async throws {
        let world = try await TemporaryTracker.full()
        defer { world.remove() }
        let before = try await world.export()
        _ = try await world.importDocument(oddDocument, shouldReplace: replaces)
        let imported = try await world.export()
        try await world.log("Read", on: monday.advanced(by: 2))
        _ = try await world.client.call(Journal.undo, Empty())
        #expect(try await world.export() == imported)

        let undone = try await world.client.call(Journal.undo, Empty())
        let restored = try await world.export()
        let later = try await TemporaryTracker(folder: world.folder)
        _ = try await later.client.call(Journal.redo, Empty())
        let redone = try await later.export()
        _ = try await later.client.call(Journal.undo, Empty())

        #expect(undone.summary == "import export.json")
        #expect(restored == before)
        #expect(redone == imported)
        #expect(try await later.export() == before)
        #expect(try await world.today(monday) == later.today(monday))
    }

    @Test func `everything is cleared as one step, which is undone`() async throws {
        let world = try await TemporaryTracker.full()
        defer { world.remove() }
        let before = try await world.export()

        let step = try await world.client.call(Documents.clear, Empty())
        let listed = try await world.client.call(Activities.list, Activities.ListRequest())
            .activities
        let weights = try await world.client.call(
            Weights.list, Weights.ListRequest(on: monday.advanced(by: 30))
        ).weights
        _ = try await world.client.call(Journal.undo, Empty())

        #expect(step.summary == "clear everything")
        #expect(listed.isEmpty)
        #expect(weights.isEmpty)
        #expect(try await world.export() == before)
    }
}
