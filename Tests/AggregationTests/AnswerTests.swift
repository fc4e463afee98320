import Aggregation
import CivilTime
import Testing

struct AnswerTests {
    /// The streak of the days up to 2026-01-10, the last mark: `y` for yes, `n` for no, `.` for no
    /// answer.
    private func streak(_ marks: String) -> DayStreak {
        let last = day("2026-01-10")
        let done = zip((1 - marks.count)..., marks).filter { $0.1 == "y" }
            .map { last.advanced(by: $0.0) }
        return DayStreak(done: done, isRefused: marks.last == "n", asOf: last)
    }

    @Test(arguments: [
        ("", 0, 0), ("y", 1, 1), ("y.", 1, 1), ("yn", 0, 1), ("y..", 0, 1), ("yyyny", 1, 3),
        ("yy.", 2, 2), ("yny.", 1, 1), ("n", 0, 0), ("y.yy", 2, 2),
    ])
    func `a streak counts days of yes up to today`(marks: String, current: Int, best: Int) {
        let streak = streak(marks)

        #expect(streak.current == current)
        #expect(streak.best == best)
    }

    @Test func `later days are not looked at`() {
        let streak = DayStreak(
            done: [day("2026-01-10"), day("2026-01-11")], asOf: day("2026-01-10"))

        #expect(streak.current == 1 && streak.best == 1)
    }
}
