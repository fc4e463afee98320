import Aggregation
import CivilTime
import Testing
import Tracker

struct PeriodComparisonTests {
    /// 1 on each day of the week of January 5, 2 in the next, and so on for four weeks.
    private var weeks: DayTotals {
        var totals = DayTotals()
        for offset in 0..<28 {
            totals.add(Double(offset / 7 + 1), on: day("2026-01-05").advanced(by: offset))
        }
        return totals
    }

    @Test func `without a range the last complete bucket is compared with the one before`() {
        let comparison = PeriodComparison(
            of: weeks, dayValue: .total, interval: .week,
            scope: TrendScope(asOf: day("2026-01-28")))

        #expect(comparison.previous.map(\.bucket.start) == [day("2026-01-12")])
        #expect(comparison.change() == PeriodChange(from: 2, to: 3, direction: nil))
        #expect(comparison.change()?.percent == 50)
    }

    @Test func `a range is compared with as many days just before it`() {
        let scope = TrendScope(
            from: day("2026-01-19"), to: day("2026-02-01"), asOf: day("2026-03-01"))

        let comparison = PeriodComparison(
            of: weeks, dayValue: .total, interval: .week, scope: scope)

        #expect(
            comparison.previous.map(\.bucket.start) == [day("2026-01-05"), day("2026-01-12")])
        #expect(comparison.previous.map(\.isPartial) == [false, false])
        #expect(comparison.change()?.absolute == 2)
    }

    @Test func `there is no change from or to nothing`() {
        let first = TrendScope(
            from: day("2026-01-05"), to: day("2026-01-11"), asOf: day("2026-03-01"))
        let empty = PeriodComparison(
            of: DayTotals(), dayValue: .mean, interval: .week, scope: TrendScope(asOf: first.asOf))

        #expect(
            PeriodComparison(of: weeks, dayValue: .total, interval: .week, scope: first).change()
                == nil)
        #expect(empty.change() == nil && empty.previous.isEmpty)
    }

    @Test(
        arguments: [
            (1, 2, .increase, .win), (2, 1, .increase, .loss), (1, 2, .decrease, .loss),
            (2, 1, .decrease, .win), (1, 2, nil, .change), (2, 2, .increase, .change),
        ] as [(Double, Double, MetricTarget.Direction?, ChangeVerdict)])
    func `a change is a win only when a direction says so`(
        earlier: Double, later: Double, direction: MetricTarget.Direction?, verdict: ChangeVerdict
    ) {
        #expect(PeriodChange(from: earlier, to: later, direction: direction).verdict == verdict)
    }

    @Test func `a change is that of the shown values`() {
        let comparison = PeriodComparison(
            of: weeks, dayValue: .mean, interval: .week, scope: TrendScope(asOf: day("2026-01-28")))

        let change = comparison.change(shownBy: { $0 * 9 / 5 + 32 })

        #expect(change == PeriodChange(from: 35.6, to: 37.4, direction: nil))
    }

    @Test func `a change from 0 has no percentage, from below 0 it keeps its sign`() {
        #expect(PeriodChange(from: 0, to: 5, direction: nil).percent == nil)
        #expect(PeriodChange(from: -10, to: -5, direction: nil).percent == 50)
    }
}
