import CivilTime
import Contracts
import Milestones
import RPC
import Testing

/// Milestones count from 1 in every profile, so that those of a document are told apart by what they are.
@Suite struct MergedMilestoneTests {
    private let monday = TemporarySchedule.monday
    private let later = TemporarySchedule.monday.advanced(by: 30)

    /// A profile on its way to 80 kg that was weighed once a day.
    private func world(_ weights: Double...) async throws -> TemporarySchedule {
        let world = try await TemporarySchedule()
        for (place, weight) in weights.enumerated() {
            let day = monday.advanced(by: place)
            _ = try await world.client.call(
                Weights.add, Weights.Add(weight: weight, unit: .kg, on: day))
            guard place == 0 else { continue }
            _ = try await world.client.call(
                Weights.setGoal, Weights.SetGoal(weight: 80, unit: .kg, on: day))
        }
        return world
    }

    private func history(_ world: TemporarySchedule) async throws -> [Weights.Record] {
        try await world.client.call(Weights.milestones, Weights.AskProgress(on: later)).history
    }

    @Test func `those of another profile come beside those that are there`() async throws {
        let worlds = [try await world(90, 88), try await world(86, 83)]
        defer { for world in worlds { world.remove() } }
        let text = try await worlds[1].export()

        let report = try await worlds[0].take(text)
        let merged = try await history(worlds[0])
        let again = try await worlds[0].take(text)

        let books = [report, again].map { $0.byType["dayline.milestone"] }
        #expect(books[0] == ImportReport.Books(read: 1, stored: 1))
        #expect(merged.map(\.target) == [88, 84])
        #expect(books[1] == ImportReport.Books(read: 1, duplicate: 1))
        #expect(try await history(worlds[0]) == merged)
    }

    @Test func `one that is there is kept as it is`() async throws {
        let worlds = [try await world(90, 88), try await world(92, 90, 88)]
        defer { for world in worlds { world.remove() } }
        _ = try await worlds[0].client.call(
            Weights.acknowledge, Weights.AskProgress(on: later))
        let before = try await history(worlds[0])

        let report = try await worlds[0].take(try await worlds[1].export())

        #expect(report.byType["dayline.milestone"] == ImportReport.Books(read: 1, stored: 1))
        #expect(try await history(worlds[0]).prefix(1) == before[...])
        #expect(try await history(worlds[0]).map(\.target) == [88, 90])
    }

    @Test func `a milestone that is crossed later follows the names of a document`() async throws {
        let world = try await TemporarySchedule()
        defer { world.remove() }
        let record = """
            {"target":88,"unit":"kg","day":"2026-01-01","start":90,"celebrationShown":true}
            """
        _ = try await world.take(
            """
            {"version":"2.0","activities":[],"dayline":{"milestone":{"000001":\(record),
            "000003":\(record.replacing("88", with: "86"))},
            "weightGoal":{"goal":{"weight":80,"unit":"kg","start":90,
            "grid":{"interval":"five","unit":"kg"}}}}}
            """)

        for (place, weight) in [84.0, 82].enumerated() {
            _ = try await world.client.call(
                Weights.add,
                Weights.Add(weight: weight, unit: .kg, on: monday.advanced(by: place)))
            _ = try await world.client.call(
                Weights.acknowledge, Weights.AskProgress(on: monday.advanced(by: place)))
        }

        #expect(try await history(world).map(\.target) == [88, 86, 84, 82])
    }
}
