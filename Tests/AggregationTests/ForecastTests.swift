import CivilTime
import Testing

@testable import Aggregation

@Suite struct ForecastTests {
    private let today = CivilDate(days: 20_000)

    private func points(_ values: [Double], endingOn last: CivilDate) -> [DayPoint] {
        values.enumerated().map { index, value in
            DayPoint(
                date: last.advanced(by: index + 1 - values.count), value: value, sampleCount: 1)
        }
    }

    @Test func `the forecast of a straight line continues it with an interval of width 0`() throws {
        let forecast = try #require(
            Forecast(of: points([1, 2, 3, 4, 5, 6, 7], endingOn: today), asOf: today))

        let days = forecast.days(3, after: today)

        #expect(days.map(\.date) == (1...3).map { today.advanced(by: $0) })
        for (day, value) in zip(days, [8.0, 9, 10]) {
            #expect(abs(day.value - value) < 1e-9)
            #expect(day.high - day.low < 1e-9)
        }
    }

    /// Computed by the textbook's formula, with the quantile 2.4469 for 6 degrees of freedom.
    @Test func `the interval is that of a linear regression`() throws {
        let values: [Double] = [2, 4, 3, 6, 5, 8, 7, 10]
        let forecast = try #require(
            Forecast(of: points(values, endingOn: today), asOf: today))

        let day = forecast.day(today.advanced(by: 1))

        #expect(abs(forecast.slope - 1.0119) < 1e-4)
        #expect(abs(day.value - 10.1786) < 1e-4)
        #expect(abs(day.high - day.value - 3.3191) < 0.01)
        #expect(abs(day.value - day.low - 3.3191) < 0.01)
    }

    /// By the same formula with 1/7 in place of 1.
    @Test func `the interval of a weekly average is narrower than that of a day`() throws {
        let values: [Double] = [2, 4, 3, 6, 5, 8, 7, 10]
        let forecast = try #require(Forecast(of: points(values, endingOn: today), asOf: today))

        let (day, week) = (
            forecast.day(today.advanced(by: 1)),
            forecast.day(today.advanced(by: 1), meanOf: 7)
        )

        // The variance of the estimate of the line is 1/8 + 4.5²/42.
        let line = 0.125 + 20.25 / 42
        let expected = ((1.0 / 7 + line) / (1 + line)).squareRoot()
        #expect(week.value == day.value)
        #expect(abs((week.high - week.low) / (day.high - day.low) - expected) < 1e-9)
    }

    @Test(arguments: [(6, false), (7, true)])
    func `a series of too few days has no forecast`(count: Int, isEnough: Bool) {
        let values = [Double](repeating: 3, count: count)

        #expect((Forecast(of: points(values, endingOn: today), asOf: today) != nil) == isEnough)
    }

    @Test func `days before the window and after the current day are ignored`() {
        let old = points([Double](repeating: 3, count: 20), endingOn: today.advanced(by: -90))
        let later = points([Double](repeating: 3, count: 20), endingOn: today.advanced(by: 20))

        #expect(Forecast(of: old, asOf: today) == nil)
        #expect(Forecast(of: later, asOf: today) == nil)
    }

    @Test func `a series without negative values has no negative forecast`() throws {
        let values: [Double] = [9, 7, 6, 5, 3, 2, 1]
        let forecast = try #require(Forecast(of: points(values, endingOn: today), asOf: today))

        let day = forecast.day(today.advanced(by: 10))

        #expect(day.value == 0)
        #expect(day.low == 0)
    }

    @Test(arguments: [(5.0, 2.5706), (10, 2.2281), (30, 2.0423), (88, 1.9873)])
    func `the quantile is that of the tables`(freedom: Double, expected: Double) {
        #expect(abs(studentQuantile(freedom: freedom) - expected) < 0.01)
    }
}
