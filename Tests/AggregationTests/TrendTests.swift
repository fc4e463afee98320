import Aggregation
import CivilTime
import Randomness
import Testing

struct TrendTests {
    private func totals(_ samples: [(String, Double)]) -> DayTotals {
        var totals = DayTotals()
        for (date, value) in samples { totals.add(value, on: day(date)) }
        return totals
    }

    private let late = TrendScope(asOf: day("2030-01-01"))

    @Test func `a bucket of a cumulative metric averages days and samples apart`() throws {
        let steps = totals([("2026-02-02", 37), ("2026-02-02", 63), ("2026-02-03", 300)])

        let bucket = try #require(steps.series(.week, of: .total, in: late).first)

        #expect(bucket.bucket.start == day("2026-02-02"))
        #expect(bucket.bucket.end == day("2026-02-08"))
        #expect(bucket.averageValue == 200)
        #expect(bucket.minValue == 100 && bucket.maxValue == 300)
        #expect(abs((bucket.weightedAverage ?? 0) - 400.0 / 3) < 1e-9)
        #expect(bucket.rawMin == 37 && bucket.rawMax == 300)
        #expect(bucket.sum == 400 && bucket.days == 2 && bucket.sampleCount == 3)
    }

    @Test func `a bucket of a discrete metric averages the means of days`() throws {
        let rate = totals([("2026-02-02", 4), ("2026-02-02", 8), ("2026-02-03", 9)])

        let bucket = try #require(rate.series(.week, of: .mean, in: late).first)

        #expect(bucket.averageValue == 7.5)
        #expect(bucket.weightedAverage == 7)
        #expect(bucket.sum == 21)
        #expect(bucket.minValue == 6 && bucket.maxValue == 9)
    }

    @Test func `a running total counts the day's last answer, a yes or no 1 or 0`() throws {
        let water = totals([("2026-02-02", 250), ("2026-02-02", 700), ("2026-02-03", 300)])
        let answers = totals([("2026-02-02", 1), ("2026-02-02", 0), ("2026-02-03", 0)])

        #expect(water.points(of: .last).map(\.value) == [700, 300])
        #expect(water.series(.week, of: .last, in: late).first?.sum == 1000)
        #expect(answers.points(of: .yes).map(\.value) == [1, 0])
    }

    @Test func `buckets without data are gaps`() {
        let series = totals([("2026-01-05", 1), ("2026-01-26", 3)]).series(
            .week, of: .mean, in: late)

        #expect(series.map(\.bucket.start) == [day("2026-01-05"), day("2026-01-26")])
    }

    @Test func `21 days from a Sunday are four ISO weeks and three American ones`() {
        let days = (0..<21).map { (day("2026-01-11").advanced(by: $0).description, Double($0)) }
        var sunday = late
        sunday.weekStart = .sunday

        #expect(totals(days).series(.week, of: .mean, in: late).map(\.days) == [1, 7, 7, 6])
        #expect(totals(days).series(.week, of: .mean, in: sunday).map(\.days) == [7, 7, 7])
    }

    @Test func `a bucket is partial until its last day is over, and where the range cuts it`() {
        let data = totals([("2026-01-06", 1), ("2026-01-13", 2), ("2026-01-20", 3)])
        func partial(_ scope: TrendScope) -> [Bool] {
            data.series(.week, of: .mean, in: scope).map(\.isPartial)
        }

        #expect(partial(TrendScope(asOf: day("2026-01-26"))) == [false, false, false])
        #expect(partial(TrendScope(asOf: day("2026-01-25"))) == [false, false, true])
        #expect(
            partial(TrendScope(from: day("2026-01-06"), asOf: day("2026-01-26")))
                == [true, false, false])
        #expect(
            partial(TrendScope(to: day("2026-01-24"), asOf: day("2026-01-26")))
                == [false, false, true])
        #expect(partial(TrendScope(asOf: day("2026-01-19"))) == [false, false])
    }

    @Test func `the automatic interval is of the plotted days in the range`() throws {
        let data = totals((0...90).map { (day("2026-01-01").advanced(by: $0).description, 1) })

        let whole = try Trend(of: data, dayValue: .mean, scope: late)
        let part = try Trend(
            of: data, dayValue: .mean,
            scope: TrendScope(to: day("2026-01-20"), asOf: day("2026-06-01")))

        #expect(whole.interval == .quarter && whole.isAutomatic && whole.dataSpanDays == 90)
        #expect(part.interval == .week && part.dataSpanDays == 19)
        #expect(part.availableIntervals == [.day, .week])
    }

    @Test func `without data there is a day to choose and nothing to draw`() throws {
        let trend = try Trend(of: DayTotals(), dayValue: .total, scope: late)

        #expect(trend.interval == .day && trend.availableIntervals == [.day])
        #expect(trend.dataSpanDays == 0 && trend.series.isEmpty && trend.daily.isEmpty)
    }

    @Test func `an explicit interval is remembered until it is reset`() throws {
        let data = totals([("2026-01-01", 1), ("2026-03-01", 2)])

        let chosen = try Trend(
            of: data, dayValue: .mean, scope: late, request: .explicit(.week))
        let again = try Trend(of: data, dayValue: .mean, scope: late, choice: chosen.choice)
        let reset = try Trend(
            of: data, dayValue: .mean, scope: late, request: .automatic, choice: chosen.choice)

        #expect(again.interval == .week && !again.isAutomatic)
        #expect(reset.interval == .month && reset.isAutomatic && reset.choice.chosen == nil)
    }

    @Test func `a remembered interval that does not fit waits`() throws {
        let data = totals([("2026-01-01", 1), ("2026-01-10", 2)])

        let trend = try Trend(
            of: data, dayValue: .mean, scope: late, choice: IntervalChoice(chosen: .month))

        #expect(trend.interval == .day && trend.isAutomatic)
        #expect(trend.unavailableChoice == .month && trend.choice.chosen == .month)
    }

    @Test func `an interval that is not offered is refused and changes nothing`() {
        var choice = IntervalChoice(chosen: .week)

        #expect(throws: IntervalUnavailable(interval: .year, available: [.day, .week])) {
            try choice.choose(.year, spanInDays: 20)
        }
        #expect(choice.interval(forSpanInDays: 20) == .week)
    }

    @Test func `a day of carried steps only is plotted and has no samples`() throws {
        var steps = totals([("2026-01-05", 10)])
        steps.replaceSums(with: [
            DaySum(day: day("2026-01-05"), sum: 6), DaySum(day: day("2026-01-06"), sum: 4),
        ])

        let series = steps.series(.day, of: .total, in: late)

        #expect(series.map(\.averageValue) == [6, 4])
        #expect(series.map(\.weightedAverage) == [10, nil])
        #expect(series.map(\.rawMin) == [10, nil])
        #expect(steps.points(of: .mean).count == 1)
    }

    @Test func `730 days aggregate the same as bucket by bucket`() {
        var random = SplitMix64(seed: 5)
        var samples: [(String, Double)] = []
        for offset in 0..<730 where Int.random(in: 0..<4, using: &random) > 0 {
            for _ in 0...Int.random(in: 0...3, using: &random) {
                let value = Double(Int.random(in: 1...99, using: &random))
                samples.append((day("2023-05-17").advanced(by: offset).description, value))
            }
        }
        let data = totals(samples)

        for interval in Interval.allCases {
            for bucket in data.series(interval, of: .total, in: late) {
                let included = samples.filter { bucket.bucket.days.contains(day($0.0)) }
                let sums = Dictionary(grouping: included, by: \.0).mapValues {
                    $0.map(\.1).reduce(0, +)
                }
                #expect(bucket.sampleCount == included.count)
                #expect(bucket.days == sums.count)
                #expect(bucket.rawMin == included.map(\.1).min())
                #expect(bucket.maxValue == sums.values.max())
                #expect(abs(bucket.averageValue * Double(sums.count) - bucket.sum) < 1e-6)
            }
        }
    }
}
