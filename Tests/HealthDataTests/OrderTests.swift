import Contracts
import RPC
import Randomness
import TestKit
import Testing

/// The same samples give the same answers, in any order and any division into files.
@Suite struct OrderTests {
    /// Some hundred records of several sources over a month, some of them duplicates.
    private func records(_ random: inout SplitMix64) -> [Export.Record] {
        var records: [Export.Record] = []
        for _ in 0..<300 {
            let minute = Int.random(in: 0..<40_000, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: records.append(.steps(minute, Int.random(in: 1...90, using: &random)))
            case 1:
                records.append(
                    .steps(minute, Int.random(in: 1...90, using: &random), source: "Watch"))
            case 2: records.append(.weight(minute / 1440, "8\(minute % 10).5"))
            default: records.append(.heartRate(minute, Double(50 + minute % 60)))
            }
        }
        return records + records.shuffled(using: &random).prefix(20)
    }

    private struct Answers: Equatable {
        var content: Set<String>
        var sums: [String: [String: Double]]
        var values: [String]
    }

    private func answers(_ system: TemporaryHealthSystem) async throws -> Answers {
        var sums: [String: [String: Double]] = [:]
        for metric in ["stepCount", "heartRate", "bodyMass"] {
            sums[metric] = try await system.sums(metric)
        }
        return Answers(
            content: try await system.content(), sums: sums,
            values: try await system.values("stepCount", "2026-03-05"))
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `shuffled, split, overlapping and repeated exports give the same answers`(seed: UInt64)
        async throws
    {
        var random = SplitMix64(seed: seed)
        let records = records(&random)
        let plain = try await TemporaryHealthSystem()
        let complete = try await plain.runImport(Export(records: records))
        let expected = try await answers(plain)

        let shuffled = try await TemporaryHealthSystem()
        try await shuffled.runImport(Export(records: records.shuffled(using: &random)))
        let split = try await TemporaryHealthSystem()
        let cut = Int.random(in: 1..<records.count, using: &random)
        let overlap = min(records.count, cut + 30)
        var stored = 0
        for part in [records[cut...], records[..<overlap], records[0...]].shuffled(using: &random) {
            stored += try await split.runImport(Export(records: Array(part))).stored
        }
        let joined = try await TemporaryHealthSystem()
        try await joined.runImport(Export(records: records + records))

        for system in [shuffled, split, joined] {
            let found = try await answers(system)
            #expect(found.content == expected.content, "seed \(seed)")
            #expect(found.sums == expected.sums, "seed \(seed)")
            #expect(found.values == expected.values, "seed \(seed)")
        }
        #expect(stored == complete.stored, "seed \(seed)")
    }

    @Test func `samples in another unit are duplicates`() async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(Export(records: (0..<60).map { .weight($0, "\(70 + $0)") }))
        let content = try await system.content()

        let report = try await system.runImport(
            Export(
                records: (0..<60).map {
                    .weight($0, "\(Double(70 + $0) / 0.45359237)", unit: "lb")
                }))

        #expect(report.duplicate == 60)
        #expect(try await system.content() == content)
    }

    @Test func `a newer export writes only the chunks that it changes`() async throws {
        let system = try await TemporaryHealthSystem()
        // A year of samples: 31 chunks a series.
        let days = Export(records: (0..<365 * 24).map { .heartRate($0 * 60, Double(50 + $0 % 70)) })
        try await system.runImport(days)
        let content = try await system.content()
        var newer = days
        newer.records += (0..<3 * 24).map { .heartRate(365 * 1440 + $0 * 60, 61) }

        let report = try await system.runImport(newer)

        let now = try await system.content()
        #expect(report.stored == 72)
        // The last chunk, and the one that begins with the new days.
        #expect(now.subtracting(content).count <= 2)
        #expect(content.subtracting(now).count <= 1)
    }

    @Test(arguments: TestTier.seeds(15, long: 100))
    func `the counts balance for any damage of a file`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed &* 7919)
        var bytes = Array(Export(records: records(&random)).text.utf8)
        for _ in 0..<Int.random(in: 1...30, using: &random) {
            let position = Int.random(in: 60..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[position] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes.removeSubrange(position..<min(position + 40, bytes.count))
            default:
                bytes.insert(
                    contentsOf: bytes[position..<min(position + 90, bytes.count)], at: position)
            }
        }
        let system = try await TemporaryHealthSystem()
        let path = try system.write(bytes, as: "export.xml")

        // `runImport` checks that the counts balance.
        let dryRun = try await system.runImport(path, dryRun: true)
        let first = try await system.runImport(path)
        let second = try await system.runImport(path)
        let stored = try await system.aggregation.call(Insights.metrics, Insights.MetricsRequest())
            .metrics.reduce(0) { $0 + $1.samples }

        #expect(dryRun.byType == first.byType, "seed \(seed)")
        #expect(second.stored == 0, "seed \(seed)")
        #expect(second.quarantined == first.quarantined, "seed \(seed)")
        #expect(stored == first.stored, "seed \(seed)")
        let entry = try await system.storage.call(
            ImportLog.get, ImportLog.ImportRequest(id: first.id))
        #expect(entry.quarantinedItems.count == first.quarantined, "seed \(seed)")
    }
}
