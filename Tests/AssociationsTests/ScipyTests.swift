import Foundation
import Testing

@testable import Associations

/// Compares each step with golden values of numpy and scipy, which `tools/associations-check.py`
/// writes.
@Suite struct ScipyTests {
    private struct Golden: Decodable {
        var cases: [Case]
        var tails: [Tail]
        var probabilities: [Double]
        var adjusted: [Double]
    }

    private struct Case: Decodable {
        var name: String
        var isYesNo: Bool
        var first: [Double?]
        var second: [Double?]
        var residuals: [Double?]
        var correlation: Double
        var effectiveCount: Double
        var probability: Double
        var effect: Double
        var low: Double
        var high: Double
    }

    private struct Tail: Decodable {
        var t: Double
        var freedom: Double
        var tail: Double
    }

    private let golden: Golden

    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Golden/scipy.json")
        golden = try JSONDecoder().decode(Golden.self, from: Data(contentsOf: file))
    }

    private func isClose(_ first: Double, _ second: Double) -> Bool {
        abs(first - second) <= 1e-8 + 1e-6 * abs(second)
    }

    private func residuals(_ values: [Double?]) -> [Double] {
        Adjustment.residuals(of: DaySeries(name: "", values: values).columns)
    }

    @Test func `trend and weekdays are removed as numpy removes them`() {
        for known in golden.cases {
            let found = residuals(known.second)
            #expect(found.count == known.residuals.count)
            for (value, expected) in zip(found, known.residuals) {
                #expect(value.isNaN == (expected == nil), "\(known.name)")
                if let expected { #expect(isClose(value, expected), "\(known.name)") }
            }
        }
    }

    @Test func `correlation and probability are those of scipy`() throws {
        for known in golden.cases {
            let first = ComparedSeries(
                residuals(known.first), isRanked: !known.isYesNo, lagCount: 70)
            let second = ComparedSeries(residuals(known.second), isRanked: true, lagCount: 70)
            let test = try #require(PairTest(first, second, lag: 0, leastCount: 60))
            let count = PairTest.effectiveCount(
                test.days.count, first.autocorrelations, second.autocorrelations)
            #expect(isClose(test.correlation, known.correlation), "\(known.name)")
            #expect(isClose(count, known.effectiveCount), "\(known.name)")
            #expect(
                abs(test.probability / known.probability - 1) < 1e-6,
                "\(known.name): \(test.probability)")
        }
    }

    @Test func `effects are those of scipy, and their intervals nearly those of another bootstrap`()
        throws
    {
        for known in golden.cases {
            let (first, second) = (residuals(known.first), residuals(known.second))
            let test = try #require(
                PairTest(
                    ComparedSeries(first, isRanked: !known.isYesNo, lagCount: 1),
                    ComparedSeries(second, isRanked: true, lagCount: 1), lag: 0, leastCount: 60))
            let start = try #require(test.days.first)
            let end = try #require(test.days.last)
            var days = [PairSums](repeating: PairSums(), count: end - start + 1)
            for (index, day) in test.days.enumerated() {
                if known.isYesNo {
                    days[day - start].add(first[day], second[day])
                } else {
                    days[day - start].add(test.compared.first[index], test.compared.second[index])
                }
            }
            let statistic: (PairSums) -> Double? = {
                known.isYesNo ? $0.slope : $0.correlation
            }
            let effect = try #require(statistic(days.reduce(into: PairSums()) { $0 += $1 }))
            let interval = try #require(
                BlockBootstrap(days: days.count, seed: 1).interval(of: days, statistic))
            let tolerance = (known.high - known.low) * 0.12
            #expect(isClose(effect, known.effect), "\(known.name)")
            #expect(abs(interval.low - known.low) < tolerance, "\(known.name): \(interval)")
            #expect(abs(interval.high - known.high) < tolerance, "\(known.name): \(interval)")
        }
    }

    @Test func `tails of Student's t are those of scipy`() {
        for known in golden.tails {
            let tail = StudentDistribution.twoSidedTail(known.t, freedom: known.freedom)
            #expect(abs(tail - known.tail) <= 1e-9 * known.tail, "\(known)")
        }
    }

    @Test func `the false discovery rate is that of scipy`() {
        let found = FalseDiscoveryRate.adjusted(golden.probabilities)
        #expect(found.count == golden.adjusted.count)
        for (value, expected) in zip(found, golden.adjusted) { #expect(isClose(value, expected)) }
    }
}
