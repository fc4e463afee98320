import Foundation
import Randomness
import Testing

@testable import Associations

@Suite struct AssociationSearchTests {
    private static func normal(_ random: inout SplitMix64) -> Double {
        let first = Double(random.below(1 << 30) + 1) / Double(1 << 30)
        let second = Double(random.below(1 << 30)) / Double(1 << 30)
        return (-2 * log(first)).squareRoot() * cos(2 * .pi * second)
    }

    /// Series that are autocorrelated and have a trend, a season and a weekday pattern, but no
    /// association. Every fourth is a yes/no series, every third has gaps.
    private static func columns(_ seed: UInt64, count: Int, days: Int) -> [[Double]] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { index in
            let share = [0, 0.4, 0.8][index % 3]
            let (season, trend) = (normal(&random) * 2, normal(&random) * 2)
            let weekdays = (0..<7).map { _ in normal(&random) }
            var noise = 0.0
            return (0..<days).map { day in
                noise = share * noise + (1 - share * share).squareRoot() * normal(&random)
                let value =
                    noise + season * sin(Double(day) / 58) + trend * Double(day) / Double(days)
                    + weekdays[day % 7]
                return index % 4 == 3 ? (value > 0 ? 1 : 0) : value
            }
        }
    }

    private static func series(_ columns: [[Double]], seed: UInt64) -> [DaySeries] {
        var random = SplitMix64(seed: seed)
        return columns.enumerated().map { index, values in
            DaySeries(
                name: "series \(index)",
                values: values.map { index % 3 == 2 && random.happens(oneIn: 4) ? nil : $0 },
                isYesNo: index % 4 == 3)
        }
    }

    @Test func `at most 5 % of data sets without associations have a finding`() {
        let seeds: ClosedRange<UInt64> = 1...100
        let wrong = seeds.filter { seed in
            let columns = Self.columns(seed, count: 6, days: 240)
            return !AssociationSearch(Self.series(columns, seed: seed)).associations().isEmpty
        }
        #expect(wrong.count <= 5, "seeds \(wrong)")
    }

    @Test func `planted associations are found, and at most 5 % of the findings are others`() {
        var shares: [Double] = []
        var complete = 0
        let seeds: ClosedRange<UInt64> = 1...100
        for seed in seeds {
            var columns = Self.columns(seed, count: 6, days: 400)
            for day in columns[0].indices {
                columns[1][day] += 0.8 * columns[0][day]
                if day > 0 { columns[2][day] += 2 * columns[3][day - 1] }
            }
            let associations = AssociationSearch(Self.series(columns, seed: seed)).associations()
            let planted: [Set<Int>] = [[0, 1], [2, 3]]
            let others = associations.count { !planted.contains([$0.first, $0.second]) }
            shares.append(Double(others) / Double(max(associations.count, 1)))
            let pairs = associations.map { [$0.first, $0.second] + [$0.lag == .nextDay ? 1 : 0] }
            if pairs.contains([0, 1, 0]), pairs.contains([3, 2, 1]) { complete += 1 }
        }
        // A habit that is nearly always done or missed divides too few days.
        #expect(complete >= 95)
        // The false discovery rate is the mean of the shares.
        #expect(shares.reduce(0, +) / Double(shares.count) <= 0.05)
    }

    @Test func `a difference is that of the means, without trend and weekdays`() throws {
        var columns = Self.columns(3, count: 4, days: 700)
        for day in columns[2].indices.dropFirst() { columns[2][day] += 2 * columns[3][day - 1] }

        let found = AssociationSearch(Self.series(columns, seed: 3)).associations(with: 3)

        let next = try #require(found.first { $0.lag == .nextDay && $0.second == 2 })
        #expect(next.interval.low < 2 && 2 < next.interval.high)
        #expect(abs(next.effect - 2) < 0.3)
        #expect(next.threshold == nil)
        #expect(found.allSatisfy { $0.first == 3 || $0.second == 3 })
    }

    @Test func `the same series have the same answer`() {
        var columns = Self.columns(5, count: 3, days: 300)
        for day in columns[1].indices { columns[1][day] += columns[0][day] }
        let series = Self.series(columns, seed: 5)

        let (first, second) = (
            AssociationSearch(series).associations(), AssociationSearch(series).associations()
        )

        #expect(!first.isEmpty)
        #expect(first.map(\.interval.low) == second.map(\.interval.low))
        #expect(first.map(\.q) == second.map(\.q))
    }

    @Test(arguments: [29, 30])
    func `each group needs thirty days`(done: Int) {
        var random = SplitMix64(seed: 9)
        var (habit, value) = ([Double?](), [Double?]())
        for day in 0..<240 {
            let isDone = day % 8 == 0 && day / 8 < done
            habit.append(isDone ? 1 : 0)
            value.append(Self.normal(&random) + (isDone ? 6 : 0))
        }

        let found = AssociationSearch([
            DaySeries(name: "habit", values: habit, isYesNo: true),
            DaySeries(name: "value", values: value),
        ]).associations()

        #expect(found.contains { $0.lag == .sameDay } == (done >= 30))
    }

    @Test func `series that measure the same are omitted`() {
        let steps = Self.columns(4, count: 1, days: 300)[0]
        let series = [
            DaySeries(name: "steps", values: steps),
            DaySeries(name: "distance", values: steps.map { $0 * 0.7 }),
        ]

        #expect(AssociationSearch(series).associations().isEmpty)
    }

    @Test func `values that are not finite or too large count as no data`() {
        let values: [Double?] = (0..<200).map { [.nan, .infinity, 1e300, Double($0)][$0 % 4] }
        let series = (0..<3).map { DaySeries(name: "\($0)", values: values) }

        #expect(AssociationSearch(series).associations().isEmpty)
        #expect(AssociationSearch([]).associations().isEmpty)
    }

    @Test(
        arguments: [
            ([6.2, 6.8, 6.9, 7.1, 7.4, 8.2], 7.0), ([1, 1, 1, 1, 2], 1.0), ([1, 2, 2, 2, 2], 1.0),
            ([9_100, 9_900, 10_050, 12_000], 10_000), ([3, 3], nil), ([], nil),
        ] as [([Double], Double?)])
    func `days are divided at a round number`(values: [Double], threshold: Double?) {
        #expect(SplitPoint.value(of: values) == threshold)
    }
}
