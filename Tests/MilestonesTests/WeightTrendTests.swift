import CivilTime
import Milestones
import Testing

@Suite struct WeightTrendTests {
    private let start = CivilDate(days: 20_600)

    private func days(_ weights: [(Int, Double)]) -> [(day: CivilDate, weight: Double)] {
        weights.map { (start.advanced(by: $0), $1) }
    }

    @Test func `a steady loss has the same trend for any gaps between entries`() throws {
        let daily = days((0..<15).map { ($0, 90 - Double($0) * 0.2) })
        let gappy = days([0, 3, 4, 9, 14].map { ($0, 90 - Double($0) * 0.2) })

        let one = try #require(HoltTrend(daily))
        let other = try #require(HoltTrend(gappy))

        #expect(abs(one.perDay - -0.2) < 1e-9)
        #expect(abs(other.perDay - -0.2) < 1e-9)
        #expect(abs(one.forecast(days: 5) - other.forecast(days: 5)) < 1e-9)
    }

    @Test func `seven entries on one day are insufficient data`() {
        let entries = (0..<7).map { WeightEntry(day: start, weight: 80 - Double($0), unit: .kg) }

        #expect(GoalPrediction(entries, goal: 70, unit: .kg) == .insufficientData)
    }

    @Test func `a level trend reaches no goal`() {
        let entries = (0..<9).map {
            WeightEntry(day: start.advanced(by: $0), weight: 80, unit: .kg)
        }

        #expect(GoalPrediction(entries, goal: 70, unit: .kg) == .wrongDirection)
        #expect(GoalPrediction(entries, goal: 80.2, unit: .kg) == .atGoal)
    }

    @Test func `a constant weight has no trend for any digits`() {
        for tenths in 1500...2600 {
            let weight = Double(tenths) / 10
            let entries = (0..<9).map {
                WeightEntry(day: start.advanced(by: $0), weight: weight, unit: .lb)
            }
            #expect(
                GoalPrediction(entries, goal: weight - 20, unit: .lb) == .wrongDirection,
                "\(weight)")
        }
    }

    @Test func `the weight log lists the newest entry first with average and rate`() {
        let entries = [(0, 82.0), (7, 81), (10, 80.5)].map {
            WeightEntry(day: start.advanced(by: $0), weight: $1, unit: .kg)
        }

        let rows = weightLogRows(of: entries.reversed(), in: .kg)

        #expect(rows.map(\.entry.weight) == [80.5, 81, 82])
        #expect(rows.map(\.direction) == [.down, .down, .stable])
        #expect(rows.last?.weeklyRate == nil)
    }

    @Test func `the weekly rate of a row is that of the entries up to it`() {
        let days = [0, 0, 1, 5, 6, 7, 7, 8, 14, 30, 31, 37, 37, 38]
        let entries = days.enumerated().map { number, day in
            WeightEntry(
                day: start.advanced(by: day), weight: 80 - Double(number * number % 11), unit: .kg,
                at: Int64(number))
        }

        let rates = weightLogRows(of: entries, in: .lb).reversed().map(\.weeklyRate)

        let slow = entries.indices.map { weeklyRate(of: Array(entries[...$0]), in: .lb) }
        #expect(Array(rates) == slow)
    }

    @Test(arguments: [
        ([1430, 10, 1430, 10, 1430], 1440 - 15), ([480, 500, 480, 500, 490], 480),
        ([359, 361, 360, 360, 360], 360),
    ])
    func `the usual time is the circular mean`(minutes: [Int], best: Int) {
        #expect(WeightReminders.bestMinute(of: minutes) == best)
    }

    @Test(
        arguments: [
            (79.9, .down), (80.1, .up), (79.91, .stable), (80.09, .stable), (80, .stable),
        ] as [(Double, WeightDirection)])
    func `a difference of a tenth in a week is a direction`(
        weight: Double, direction: WeightDirection
    ) {
        let entries = [(0, 80), (6, weight)].map { day, weight in
            WeightEntry(
                day: CivilDate(days: 20_000 + day), weight: weight, unit: .kg)
        }
        let summary = WeeklyWeightSummary(
            entries, in: .kg, endingOn: CivilDate(days: 20_006))

        #expect(summary?.trend == direction)
    }

    @Test func `a note with a line feed after a return is quoted`() {
        let entry = WeightEntry(day: start, weight: 80, unit: .kg, note: "a\r\nb")

        #expect(WeightCSV.fields(of: entry)[3] == "\"a\r\nb\"")
    }

    /// A steady loss of a tenth of a kilogram a day, from 80 kg.
    private func steadyLoss(to goal: Double) -> GoalPrediction {
        let entries = (0..<10).map {
            WeightEntry(
                day: start.advanced(by: $0), weight: Double(800 - $0) / 10, unit: .kg)
        }
        return GoalPrediction(entries, goal: goal, unit: .kg)
    }

    @Test func `a steady loss reaches the goal on its day for any digits`() {
        for days in 3...400 {
            guard case .onTrack(let forecast) = steadyLoss(to: Double(791 - days) / 10) else {
                Issue.record("\(days) days")
                continue
            }
            #expect(forecast.days == days)
            #expect(forecast.date == start.advanced(by: 9 + days))
        }
    }

    @Test func `a forecast of two years is accepted and one of a day more is too slow`() {
        #expect(steadyLoss(to: 6.1).status == "onTrack")
        #expect(steadyLoss(to: 6).status == "tooSlow")
    }
}
