import Contracts
import RPC
import Randomness
import TestKit
import Testing

/// The days of a correction are folded with its commit.
@Suite struct CorrectionFoldTests {
    private static let export = Export(
        records: (0..<60).flatMap { number -> [Export.Record] in
            let minute = number * 977
            return [
                .steps(minute, 100 + number), .steps(minute + number % 3, 80, source: "Watch"),
                .heartRate(minute, Double(60 + number % 7)),
                .heartRate(minute, Double(61 + number % 5), source: "Strap"),
            ]
        } + [.weight(2, "70"), .weight(3, "71")])

    @Test(arguments: ["stepCount", "heartRate", "bodyMass"])
    func `a correction is in the totals when its call returns, without a fold worker`(
        metric: String
    ) async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(Self.export)
        let samples = try await system.day(metric, "2026-03-03").samples
        let before = try await system.totals(metric)
        await system.stopFolding()

        let outcome = try await system.ingestion.call(
            SampleEdits.edit,
            SampleEdits.EditRequest(ref: samples[0].ref, value: samples[0].value + 7))
        let page = try await system.page(metric)
        let after = try await system.totals(metric)
        _ = try await system.ingestion.call(
            SampleEdits.restore, SampleEdits.SampleRequest(ref: outcome.original))

        #expect(page.version == outcome.version)
        #expect(!page.stale)
        #expect(after != before)
        #expect(try await system.totals(metric) == before)
    }

    @Test(arguments: TestTier.seeds(4, long: 12))
    func `days folded with corrections equal those of a complete fold`(
        seed: UInt64
    ) async throws {
        let zones = ["UTC", "America/New_York", "Asia/Kolkata", "Pacific/Kiritimati"]
        let metric = seed % 2 == 0 ? "stepCount" : "heartRate"
        let other = seed % 2 == 0 ? "Watch" : "Strap"
        let first = seed % 2 == 0 ? "Phone" : "Watch"
        var random = SplitMix64(seed: seed)
        let system = try await TemporaryHealthSystem()
        try await system.runImport(Self.export)
        _ = try await system.storage.call(
            Profiles.setZone,
            Profiles.SetZoneRequest(
                name: CallMetadata.defaultProfile,
                change: ZoneChange(from: nil, zone: zones[Int(seed) % zones.count])))
        try await system.refold(metric, [first, other])

        for round in 0..<25 {
            let day = 10 + random.below(20)
            let samples = try await system.day(metric, "2026-03-\(day)")
            let choices = samples.samples + samples.removed
            guard !choices.isEmpty else { continue }
            let sample = random.pick(choices)
            switch random.below(3) {
            case 0:
                _ = try? await system.ingestion.call(
                    SampleEdits.edit,
                    SampleEdits.EditRequest(ref: sample.ref, value: Double(random.below(500))))
            case 1:
                _ = try? await system.ingestion.call(
                    SampleEdits.delete, SampleEdits.SampleRequest(ref: sample.ref))
            default:
                _ = try? await system.ingestion.call(
                    SampleEdits.restore, SampleEdits.SampleRequest(ref: sample.ref))
            }
            #expect(try await !system.page(metric).stale, "seed \(seed), round \(round)")
        }
        let totals = try await system.totals(metric)
        try await system.refold(metric, [other, first])
        try await system.refold(metric, [first, other])

        #expect(try await system.totals(metric) == totals, "seed \(seed)")
    }

    @Test(arguments: TestTier.seeds(2, long: 12))
    func `a cached trend follows corrections like a new one`(
        seed: UInt64
    ) async throws {
        let metrics = ["stepCount", "heartRate", "bodyMass"]
        var random = SplitMix64(seed: seed)
        let system = try await TemporaryHealthSystem()
        try await system.runImport(Self.export)

        for round in 0..<60 {
            let metric = random.pick(metrics)
            let day = 1 + random.below(30)
            let samples = try await system.day(metric, "2026-03-\(day < 10 ? "0" : "")\(day)")
            let choices = samples.samples + samples.removed
            guard !choices.isEmpty else { continue }
            let sample = random.pick(choices)
            switch random.below(10) {
            case 0..<5:
                _ = try? await system.ingestion.call(
                    SampleEdits.edit,
                    SampleEdits.EditRequest(ref: sample.ref, value: Double(random.below(500))))
            case 5..<7:
                _ = try? await system.ingestion.call(
                    SampleEdits.delete, SampleEdits.SampleRequest(ref: sample.ref))
            case 7:
                _ = try? await system.ingestion.call(
                    SampleEdits.restore, SampleEdits.SampleRequest(ref: sample.ref))
            case 8:
                let more = Export.Record.steps(day * 1440, random.below(900), source: "More")
                try await system.runImport(Export(records: [more]))
            default:
                let order = ["Watch", "Strap"]
                try await system.refold("heartRate", round % 2 == 0 ? order : order.reversed())
            }
            // Some changes accumulate and are applied together.
            guard random.below(3) > 0 else { continue }
            for metric in metrics {
                let cached = try await system.trend(metric)
                let new = try await system.trend(metric, isNew: true)
                #expect(cached == new, "seed \(seed), round \(round), \(metric)")
            }
        }
    }

    @Test(arguments: [true, false])
    func `a long sample of an earlier chunk counts on the days of a correction`(
        isFirst: Bool
    ) async throws {
        let system = try await TemporaryHealthSystem()
        // The next segment of time begins at minute 13,646.
        let long = Export.Record(
            type: "HKQuantityTypeIdentifierStepCount", unit: "count", source: "Ring",
            start: 13_000 * 60, end: 20_160 * 60, value: "7160")
        let day = "2026-03-14"
        let short = Export(
            records: [.steps(19_000, 70), .steps(19_100, 80), .steps(19_200, 75)])
        try await system.runImport(isFirst ? Export(records: [long] + short.records) : short)
        if !isFirst {
            let sample = try await system.day("stepCount", day).samples[0]
            _ = try await system.ingestion.call(
                SampleEdits.delete, SampleEdits.SampleRequest(ref: sample.ref))
            try await system.runImport(Export(records: [long]))
        }

        let sample = try await system.day("stepCount", day).samples[0]
        _ = try await system.ingestion.call(
            SampleEdits.edit, SampleEdits.EditRequest(ref: sample.ref, value: 90))
        let totals = try await system.totals("stepCount")
        try await system.refold("stepCount", ["Ring", "Phone"])
        try await system.refold("stepCount", ["Phone", "Ring"])

        #expect(totals.sum.allSatisfy { $0 > 70 })
        #expect(try await system.totals("stepCount") == totals)
    }

    @Test func `a correction is folded together with dirty days`() async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(Self.export)
        let sample = try await system.day("heartRate", "2026-03-03").samples[0]
        await system.stopFolding()
        let marked = try await system.invalidate("heartRate", ["Strap", "Watch"])

        async let outcome = system.ingestion.call(
            SampleEdits.edit, SampleEdits.EditRequest(ref: sample.ref, value: 99))
        system.startFolding()
        let version = try await outcome.version
        let page = try await system.page("heartRate")
        let totals = try await system.totals("heartRate")
        try await system.refold("heartRate", ["Watch", "Strap"])
        try await system.refold("heartRate", ["Strap", "Watch"])

        #expect(version == marked + 1)
        #expect(page.version == version)
        #expect(!page.stale)
        #expect(try await system.totals("heartRate") == totals)
    }
}

extension TemporaryHealthSystem {
    fileprivate func page(_ metric: String) async throws -> Days.ReadResponse {
        try await storage.call(Days.read, Days.ReadRequest(metric: metric)).body
    }

    fileprivate func totals(_ metric: String) async throws -> DayColumns {
        try await DayColumns(
            columns: storage.call(Days.read, Days.ReadRequest(metric: metric)).columns)
    }

    /// Folds every day of a metric again, with this source order.
    fileprivate func refold(_ metric: String, _ order: [String]) async throws {
        let version = try await invalidate(metric, order)
        _ = try await storage.call(Folds.wait, Folds.WaitRequest(version: version))
    }

    @discardableResult
    fileprivate func invalidate(_ metric: String, _ order: [String]) async throws -> Int64 {
        try await storage.call(
            Sources.setOrder, Sources.SetOrderRequest(metric: metric, order: order)
        ).version
    }
}
