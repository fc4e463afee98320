import CivilTime
import Contracts
import Presentation
import Testing

@Suite struct TrendTextTests {
    @Test func `a streak is written in days`() throws {
        let last = try #require(CivilDate(2026, 1, 5))
        let texts = [(0, 3), (1, 3), (12, 12)].map { current, best in
            TrendText.streak(
                Insights.Streak(current: current, best: best, lastDate: last, lastValue: 1))
        }

        #expect(
            texts == [
                "Streak: 0 days, longest 3 days, last on 2026-01-05",
                "Streak: 1 day, longest 3 days", "Streak: 12 days, longest 12 days",
            ])
    }
}
