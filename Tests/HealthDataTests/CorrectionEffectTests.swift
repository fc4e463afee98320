import Contracts
import RPC
import Testing

/// Effects of a correction beyond its sample.
@Suite struct CorrectionEffectTests {
    @Test func `a corrected value takes precedence over the source order`() async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(
            Export(records: [.steps(480, 100, source: "Watch"), .steps(480, 70, source: "Phone")]))
        _ = try await system.storage.call(
            Sources.setOrder,
            Sources.SetOrderRequest(metric: "stepCount", order: ["Watch", "Phone"]))
        let sample = try #require(
            try await system.day("stepCount", "2026-03-01").samples.first { $0.value == 100 })

        _ = try await system.ingestion.call(
            SampleEdits.edit, SampleEdits.EditRequest(ref: sample.ref, value: 90))

        #expect(try await system.sums("stepCount") == ["2026-03-01": 90])
    }

    @Test func `members of a correlation follow corrections of their samples`() async throws {
        let system = try await TemporaryHealthSystem()
        let rows = [IdentityTests.food("Pie", "500"), IdentityTests.food("Apple", "80")]
        try await system.runImport(Export(rows: rows))
        func foods() async throws -> [String: [Double]] {
            let found = try await system.aggregation.call(
                Insights.correlations, Insights.DayRangeRequest())
            return Dictionary(
                uniqueKeysWithValues: found.correlations.map {
                    ($0.metadata["HKFoodType"] ?? "", $0.members.map(\.value))
                })
        }
        let samples = try await system.day("dietaryEnergyConsumed", "2026-03-01").samples
        let pie = try #require(samples.first { $0.value == 500 })
        let apple = try #require(samples.first { $0.value == 80 })

        let edited = try await system.ingestion.call(
            SampleEdits.edit, SampleEdits.EditRequest(ref: pie.ref, value: 450))
        _ = try await system.ingestion.call(
            SampleEdits.delete, SampleEdits.SampleRequest(ref: apple.ref))
        let after = try await foods()
        _ = try await system.ingestion.call(
            SampleEdits.restore, SampleEdits.SampleRequest(ref: edited.original))
        _ = try await system.ingestion.call(
            SampleEdits.restore, SampleEdits.SampleRequest(ref: apple.ref))

        #expect(after == ["Pie": [450]])
        #expect(try await foods() == ["Pie": [500], "Apple": [80]])
    }

    @Test func `beats are deleted and restored with their measurement`() async throws {
        let system = try await TemporaryHealthSystem()
        let rows = [8, 9].map { hour in
            let time = "2026-03-01 0\(hour):14"
            return """
                 <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="W" \
                unit="ms" startDate="\(time):00 +0000" endDate="\(time):59 +0000" value="4\(hour)">
                <HeartRateVariabilityMetadataList>
                <InstantaneousBeatsPerMinute bpm="60" time="0\(hour):14:07.50"/>
                <InstantaneousBeatsPerMinute bpm="70" time="0\(hour):14:08.50"/>
                </HeartRateVariabilityMetadataList></Record>

                """
        }
        try await system.runImport(Export(rows: rows))
        func beats() async throws -> [Int] {
            try await system.aggregation.call(
                Insights.days, Insights.DaysRequest(name: "heartRateVariabilityBeats")
            ).days.map(\.samples)
        }
        let before = try await beats()
        let measured = try await system.day("heartRateVariabilitySDNN", "2026-03-01").samples
        let first = try #require(measured.first)

        _ = try await system.ingestion.call(
            SampleEdits.delete, SampleEdits.SampleRequest(ref: first.ref))
        let after = try await beats()
        _ = try await system.ingestion.call(
            SampleEdits.restore, SampleEdits.SampleRequest(ref: first.ref))

        #expect(before == [4])
        #expect(after == [2])
        #expect(try await beats() == before)
    }
}
