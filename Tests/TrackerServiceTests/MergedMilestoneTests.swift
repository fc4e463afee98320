import CivilTime
import Contracts
import Milestones
import RPC
import Testing

/// Milestones are numbered from 1 in every profile, so an import compares them by target.
@Suite struct MergedMilestoneTests {
    private let monday = TemporaryTracker.monday
    private let later = TemporaryTracker.monday.advanced(by: 30)

    /// A profile with a goal of 80 kg and a weight entry a day.
    private func tracker(_ weights: Double...) async throws -> TemporaryTracker {
        let tracker = try await TemporaryTracker()
        for (index, weight) in weights.enumerated() {
            let day = monday.advanced(by: index)
            _ = try await tracker.client.call(
                Weights.add,
                Weights.AddRequest(weight: weight, unit: .kg, on: day, future: true))
            guard index == 0 else { continue }
            _ = try await tracker.client.call(
                Weights.setGoal, Weights.SetGoalRequest(weight: 80, unit: .kg, on: day))
        }
        return tracker
    }

    private func history(_ tracker: TemporaryTracker) async throws -> [Weights.ReachedMilestone] {
        try await tracker.client.call(Weights.milestones, Weights.MilestonesRequest(on: later))
            .history
    }

    @Test func `milestones of another profile are added to the present ones`() async throws {
        let trackers = [try await tracker(90, 88), try await tracker(86, 83)]
        let text = try await trackers[1].export()

        let report = try await trackers[0].importDocument(text)
        let merged = try await history(trackers[0])
        let again = try await trackers[0].importDocument(text)

        let counts = [report, again].map { $0.byType["dayline.milestone"] }
        #expect(counts[0] == ImportReport.Counts(read: 1, stored: 1))
        #expect(merged.map(\.target) == [88, 84])
        #expect(counts[1] == ImportReport.Counts(read: 1, duplicate: 1))
        #expect(try await history(trackers[0]) == merged)
    }

    @Test func `a milestone that exists is kept unchanged`() async throws {
        let trackers = [try await tracker(90, 88), try await tracker(92, 90, 88)]
        _ = try await trackers[0].client.call(
            Weights.acknowledge, Weights.MilestonesRequest(on: later))
        let before = try await history(trackers[0])

        let report = try await trackers[0].importDocument(try await trackers[1].export())

        #expect(report.byType["dayline.milestone"] == ImportReport.Counts(read: 1, stored: 1))
        #expect(try await history(trackers[0]).prefix(1) == before[...])
        #expect(try await history(trackers[0]).map(\.target) == [88, 90])
    }

    @Test func `a milestone reached later follows the identifiers of a document`() async throws {
        let tracker = try await TemporaryTracker()
        let record = """
            {"target":88,"unit":"kg","day":"2026-01-01","start":90,"celebrationShown":true}
            """
        _ = try await tracker.importDocument(
            """
            {"version":"2.0","activities":[],"dayline":{"milestone":{"000001":\(record),
            "000003":\(record.replacing("88", with: "86"))},
            "weightGoal":{"goal":{"weight":80,"unit":"kg","start":90,
            "grid":{"interval":"five","unit":"kg"}}}}}
            """)

        for (index, weight) in [84.0, 82].enumerated() {
            _ = try await tracker.client.call(
                Weights.add,
                Weights.AddRequest(
                    weight: weight, unit: .kg, on: monday.advanced(by: index), future: true))
            _ = try await tracker.client.call(
                Weights.acknowledge, Weights.MilestonesRequest(on: monday.advanced(by: index)))
        }

        #expect(try await history(tracker).map(\.target) == [88, 86, 84, 82])
    }
}
