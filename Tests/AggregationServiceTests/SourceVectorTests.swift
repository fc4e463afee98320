import CivilTime
import Contracts
import Foundation
import RPC
import TestKit
import Testing

/// The published vectors of merged sources, through storage, fold and answers.
@Suite(.cleanup) struct SourceVectorTests {
    struct Vector: Decodable, Sendable, CustomTestStringConvertible {
        struct Series: Decodable {
            var source: String
            var device: String
            var resolution: SeriesKey.Resolution
            var metric: String?
            var unit: String
            var samples: [Sample]
        }

        struct Sample: Decodable {
            var start: String
            var end: String
            var value: Double

            init(from decoder: any Decoder) throws {
                var fields = try decoder.unkeyedContainer()
                start = try fields.decode(String.self)
                end = try fields.decode(String.self)
                value = try fields.decode(Double.self)
            }
        }

        struct Record: Decodable {
            var type: String
            var source: String
            var device: String
            var start: String
            var end: String
        }

        var name: String
        var metric: String
        var series: [Series]
        var workouts: [Record]
        var order: [String]?
        var days: [String: Double]
        var counted: [String: Double]

        var testDescription: String { name }
    }

    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../Conformance/sources")

    private static var vectors: [Vector] {
        get throws {
            try JSONDecoder().decode(
                [Vector].self, from: Data(contentsOf: folder.appending(path: "vectors.json")))
        }
    }

    @Test(arguments: try vectors)
    func `a vector has its day totals, and the parts of its sources add up to them`(
        vector: Vector
    ) async throws {
        let system = try await FoldingSystem(day: 20_530)
        let version = try await system.importSamples(
            vector.series.map { try $0.imported(as: vector.metric) },
            rows: vector.workouts.map { try $0.row })
        if let order = vector.order {
            let ordered = try await system.storage.call(
                Sources.setOrder,
                Sources.SetOrderRequest(metric: vector.metric, order: order))
            _ = try await system.storage.call(
                Folds.wait, Folds.WaitRequest(version: max(version, ordered.version)))
        }

        let days = try await system.insights.call(
            Insights.days, Insights.DaysRequest(name: vector.metric)
        ).days
        for (day, expected) in vector.days {
            let date = try #require(CivilDate(day))
            let answer = try await system.insights.call(
                Insights.contributions,
                Insights.ContributionsRequest(name: vector.metric, day: date))
            var counted: [String: Double] = [:]
            for source in answer.sources {
                counted[source.name, default: 0] += source.counted ?? 0
            }
            let total = try #require(days.first { $0.day == date })
            let value = answer.statistic == "mean" ? total.average ?? 0 : total.sum
            #expect((value - expected).magnitude < 1e-6)
            #expect(((answer.value ?? 0) - value).magnitude < 1e-6)
            #expect(counted.mapValues { ($0 * 1e6).rounded() / 1e6 } == vector.counted)
            for sample in answer.parts where sample.counted != sample.value {
                #expect(sample.reason != nil)
            }
            #expect(
                answer.parts.allSatisfy { $0.source == answer.sources[$0.sourceIndex].name })
        }
        #expect(days.count(where: { $0.sum != 0 }) == vector.days.count)
    }
}

extension SourceVectorTests.Vector.Series {
    fileprivate func imported(as named: String) throws -> FoldingSystem.Series {
        FoldingSystem.Series(
            key: SeriesKey(
                metric: metric ?? named, unit: unit, source: source,
                sourceKey: source.lowercased(), device: device, isEntered: false,
                resolution: resolution),
            samples: try samples.map {
                (try hours(of: $0.start), try hours(of: $0.end), $0.value)
            })
    }
}

extension SourceVectorTests.Vector.Record {
    fileprivate var row: HealthRow {
        get throws {
            .workout(
                Workout(
                    type: type, source: source, sourceKey: source.lowercased(), device: device,
                    start: Int64(try hours(of: start) * 3_600_000),
                    end: Int64(try hours(of: end) * 3_600_000), seconds: nil))
        }
    }
}

/// Hours since 1970.
private func hours(of instant: String) throws -> Double {
    try Date(instant, strategy: .iso8601).timeIntervalSince1970 / 3600
}
