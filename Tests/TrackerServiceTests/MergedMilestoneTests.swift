import CivilTime
import Contracts
import Milestones
import RPC
import Testing

/// Milestones count from 1 in every profile, so that those of a document are told apart by what they are.
@Suite struct MergedMilestoneTests {
    private let monday = TemporaryTracker.monday
    private let later = TemporaryTracker.monday.advanced(by: 30)

    /// A profile on its way to 80 kg that was weighed once a day.
    private func world(_ weights: Double...) async throws -> TemporaryTracker {
        let world = try await TemporaryTracker()
        for (place, weight) in weights.enumerated() {
            let day = monday.advanced(by: place)
            _ = try await world.client.call(
                Weights.add, Weights.AddRequest(weight: weight, unit: .kg, on: day))
            guard place == 0 else { continue }
            _ = try await world.client.call(
                Weights.setGoal, Weights.SetGoalRequest(weight: 80, unit: .kg, on: day))
        }
        return world
    }

    private func history(_ world: TemporaryTracker) async throws -> [Weights.ReachedMilestone] {
        try await world.client.call(Weights.milestones, Weights.MilestonesRequest(on: later))
            .history
    }

    @Test func `those of another profile come beside those that are there`() async throws {
        let worlds = [try await world(90, 88), try await world(86, 83)]
        defer { for world in worlds { world.remove() } }
        let text = try await worlds[1].export()

        let report = try await worlds[0].importDocument(text)
        let merged = try await history(worlds[0])
        let again = try await worlds[0].importDocument(text)

        let books = [report, again].map { $0.byType["dayline.milestone"] }
        #expect(books[0] == ImportReport.Counts(read: 1, stored: 1))
        #expect(merged.map(\.target) == [88, 84])
        #expect(books[1] == ImportReport.Counts(read: 1, duplicate: 1))
        #expect(try await history(worlds[0]) == merged)
    }

    @Test func `one that is there is kept as it is`() async throws {
        let worlds = [try await world(90, 88), try await world(92, 90, 88)]
        defer { for world in worlds { world.remove() } }
        _ = try await worlds[0].client.call(
            Weights.acknowledge, Weights.MilestonesRequest(on: later))
        let before = try await history(worlds[0])

        let report = try await worlds[0].importDocument(try await worlds[1].export())

        #expect(report.byType["dayline.milestone"] == ImportReport.Counts(read: 1, stored: 1))
        #expect(try await history(worlds[0]).prefix(1) == before[...])
        #expect(try await history(worlds[0]).map(\.target) == [88, 90])
    }

    @Test func `a milestone that is crossed later follows the names of a document`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        let record = """
            {"target":88,"unit":"kg","day":"2026-01-01","start":90,"celebrationShown":true}
            """
        _ = try await world.importDocument(
            """
            {"version":"2.0","activities":[],"dayline":{"milestone":{"000001":\(record),
            "000003":\(record.replacing("88", with: "86"))},
            "weightGoal":{"goal":{"weight":80,"unit":"kg","start":90,
            "grid":{"interval":"five","unit":"kg"}}}}}
            """)

        for (place, weight) in [84.0, 82].enumerated() {
            _ = try await world.client.call(
                Weights.add,
                Weights.AddRequest(weight: weight, unit: .kg, on: monday.advanced(by: place)))
            _ = try await world.client.call(
                Weights.acknowledge, Weights.MilestonesRequest(on: monday.advanced(by: place)))
        }

        #expect(try await history(world).map(\.target) == [88, 86, 84, 82])
    }
}
