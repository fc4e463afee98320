import CivilTime
import Testing

@testable import Aggregation

/// Means of totals of minutes, hours and days, and the days whose measurements are incomplete.
@Suite struct AggregateMeansTests {
    private static let minute: Int64 = 60_000
    private static let hour: Int64 = 3_600_000
    private static let day: Int64 = 86_400_000

    private static func total(
        _ start: Int64, _ length: Int64, _ value: Double, of resolution: Int64
    ) -> AverageTotal {
        AverageTotal(start: start, end: start + length, value: value, resolution: resolution)
    }

    @Test func `coarser totals count for the time that finer ones leave`() throws {
        let totals =
            [Self.total(0, Self.day, 60, of: Self.day)]
            + [8, 9].map { Self.total($0 * Self.hour, Self.hour, 100, of: Self.hour) }
            + (0..<30).map {
                Self.total(8 * Self.hour + $0 * Self.minute, Self.minute, 150, of: Self.minute)
            }

        let weights = AggregateWeights(of: totals)
        let mean = try #require(weights.mean(of: totals.map(\.value)))

        // 22 hours of 60, an hour and a half of 100, and half an hour of 150.
        #expect((mean - (22 * 60 + 150 + 75) / 24).magnitude < 1e-9)
        #expect(weights.uncovered.prefix(3) == [22.0 / 24, 0.5, 1])
    }

    @Test func `totals of one resolution have equal weights`() {
        let totals = [
            Self.total(0, Self.hour, 60, of: Self.hour),
            Self.total(Self.hour, Self.minute, 90, of: Self.hour),
        ]

        #expect(AggregateWeights(of: totals).weights == [1, 1])
    }

    @Test func `totals of one resolution that cover the same time share it`() {
        let totals = [
            Self.total(0, 4 * Self.hour, 60, of: Self.day),
            Self.total(0, Self.hour, 80, of: Self.hour),
            Self.total(0, Self.hour, 100, of: Self.hour),
        ]

        // Three hours of 60 and one of 90.
        #expect(AggregateWeights(of: totals).mean(of: totals.map(\.value)) == 67.5)
    }

    @Test func `a day has its mean after its end, and none with totals of one resolution`() {
        var means = AggregateMeans(in: ZoneHistory(.utc))
        means.add(
            starts: [0, Self.day], ends: [Self.day, 2 * Self.day], values: [60, 70],
            resolution: Self.day)
        // Without a length: an hour.
        means.add(
            starts: [6 * Self.hour], ends: [6 * Self.hour], values: [84], resolution: Self.hour)

        means.complete(until: Self.day - 1)
        let early = means.days
        means.complete(until: .max)

        #expect(early.isEmpty)
        #expect(means.days == [CivilDate(days: 0): 61])
    }

    @Test(
        arguments: [
            (0, 0, []), (59, 59, []), (60, 60, [0]), (-5, 0, []), (-5, -1, [0]), (0, 5, []),
            (1500, 1500, [0]),
        ] as [(Int64, Int64, [Int32])])
    func `an hour without a measurement is found`(
        start: Int64, end: Int64, expected: [Int32]
    ) {
        // The end of a measurement of one minute is exclusive.
        var totals = UncoveredTotals(in: 0..<2 * Self.day, ZoneHistory(.utc))
        totals.addMeasurement(from: start * Self.minute, to: (end + 1) * Self.minute)
        totals.addTotal(from: 0, to: Self.hour)
        totals.complete(until: .max)

        #expect(totals.days.map(\.days) == expected)
    }

    @Test func `a measurement of the next segment covers a total that continues in it`() {
        var totals = UncoveredTotals(in: 0..<2 * Self.day, ZoneHistory(.utc))
        totals.addTotal(from: 0, to: Self.day)
        totals.addTotal(from: 0, to: Self.hour)
        totals.complete(until: Self.hour)
        let early = totals.days
        totals.addMeasurement(from: Self.day - 1, to: Self.day - 1)
        totals.addTotal(from: Self.day, to: Self.day + Self.hour)
        totals.complete(until: .max)

        #expect(early.map(\.days) == [0])
        #expect(totals.days.map(\.days).sorted() == [0, 1])
    }
}
