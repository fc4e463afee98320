import Contracts
import FoundationEssentials
import PluginKit
import RPC
import Testing

/// The samples of Vectors/samples.json, with which both kits are tested: both accept the same samples
/// and reject the others with the same reasons.
struct SampleVectorTests {
    private struct Vectors: Decodable {
        var samples: [Vector]

        struct Vector: Decodable {
            var metric: String
            var start: Int64
            var end: Int64
            var value: String
            var reason: String?
        }
    }

    private static let units = ["bodyMass": "kg", "bodyTemperature": "degC"]

    private func vectors() throws -> [Vectors.Vector] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let data = try Data(contentsOf: tests.appending(path: "Vectors/samples.json"))
        return try JSONDecoder().decode(Vectors.self, from: data).samples
    }

    @Test func `an invalid sample is quarantined with its location and the others are accepted`()
        throws
    {
        let vectors = try vectors()
        let collector = Collector()
        var batches = SampleBatches(units: [:]) { collector.batches.append($0.body) }
        for (index, vector) in vectors.enumerated() {
            let series = try batches.series(
                SeriesDescription(
                    metric: vector.metric, unit: Self.units[vector.metric] ?? "count",
                    source: "Test"))
            try batches.append(
                series, start: vector.start, end: vector.end,
                value: try #require(Double(vector.value)),
                from: ItemLocation(offset: Int64(index) * 10, line: Int64(index) + 1, text: "x"))
        }
        try batches.flush()

        let quarantined = collector.batches.flatMap(\.quarantined)
        let rejected = vectors.enumerated().filter { $0.element.reason != nil }
        #expect(quarantined.map(\.reason) == rejected.map { $0.element.reason })
        #expect(quarantined.map(\.line) == rejected.map { Int64($0.offset) + 1 })
        #expect(quarantined.map(\.offset) == rejected.map { Int64($0.offset) * 10 })
    }

    private final class Collector {
        var batches: [Batches.Batch] = []
    }
}
