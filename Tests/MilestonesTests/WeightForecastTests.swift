import CivilTime
import Milestones
import Testing

@Suite struct WeightForecastTests {
    private let day = CivilDate(days: 20_600)

    private func days(_ weights: [Double], every gap: Int = 1) -> [(day: CivilDate, weight: Double)]
    {
        weights.enumerated().map { (day.advanced(by: $0 * gap), $1) }
    }

    @Test func `a linear series has a forecast without deviation`() throws {
        let forecast = try #require(WeightForecast(days([80, 79.5, 79, 78.5])))

        let ahead = forecast.day(4)
        #expect(ahead.day == day.advanced(by: 7))
        #expect(abs(ahead.weight - 76.5) < 1e-9)
        #expect(ahead.high - ahead.low < 1e-9)
    }

    @Test func `level and slope of the forecast are those of the trend`() throws {
        let weights = days([80, 81, 79.2, 80.4, 78.8, 79], every: 3)

        let forecast = try #require(WeightForecast(weights))

        #expect(forecast.trend == HoltTrend(weights))
    }

    @Test func `the interval widens with the distance of the forecast`() throws {
        let forecast = try #require(WeightForecast(days([80, 81, 79.2, 80.4, 78.8, 79])))

        let widths = (1...60).map { forecast.day($0) }.map { $0.high - $0.low }
        #expect(zip(widths, widths.dropFirst()).allSatisfy { $0 < $1 })
        #expect(widths[0] > 0)
    }

    @Test func `two days have no forecast`() {
        #expect(WeightForecast(days([80, 81])) == nil)
    }

    /// Random walks with drift and noise, the model of the method.
    @Test func `at least four of five weights are within the interval`() throws {
        var state: UInt64 = 7
        func uniform() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / Double(1 << 53)
        }
        func noise() -> Double { (0..<12).reduce(-6) { sum, _ in sum + uniform() } }
        var contained = 0
        for _ in 0..<400 {
            var (level, slope) = (80.0, -0.05)
            var weights: [Double] = []
            for _ in 0..<120 {
                let error = noise()
                weights.append(level + slope + error)
                level += slope + 0.3 * error
                slope += 0.03 * error
            }
            let forecast = try #require(WeightForecast(days(Array(weights.dropLast(5)))))
            let ahead = forecast.day(5)
            if (ahead.low...ahead.high).contains(weights[119]) { contained += 1 }
        }
        // The first slope is an estimate, which widens the interval of a short series.
        #expect((310...380).contains(contained), "\(contained) of 400")
    }

    @Test func `with three days the third determines the deviation`() throws {
        let forecast = try #require(WeightForecast(days([80, 81, 83])))

        let ahead = forecast.day(1)
        #expect(abs(forecast.deviation - 1) < 1e-12)
        // 90 % of a normal distribution are below this number of deviations.
        #expect(abs(ahead.high - ahead.weight - 1.2815515655446004) < 1e-12)
    }
}
