import Aggregation
import CivilTime
import Testing

struct AnswerTests {
    /// The days up to 2026-01-10, the last mark: `y` for yes, `n` for no, `.` for no answer.
    private func answers(_ marks: String) -> YesNoAnswers {
        let last = day("2026-01-10")
        let first = 1 - marks.count
        return YesNoAnswers(
            zip(first..., marks).filter { $0.1 != "." }.map {
                YesNoAnswers.Answer(day: last.advanced(by: $0.0), isYes: $0.1 == "y")
            })
    }

    @Test(arguments: [
        ("", 0, 0), ("y", 1, 1), ("y.", 1, 1), ("yn", 0, 1), ("y..", 0, 1), ("yyyny", 1, 3),
        ("yy.", 2, 2), ("yny.", 1, 1), ("n", 0, 0), ("y.yy", 2, 2),
    ])
    func `a streak counts days of yes up to today`(marks: String, current: Int, best: Int) {
        let streak = answers(marks).streak(asOf: day("2026-01-10"))

        #expect(streak.current == current)
        #expect(streak.best == best)
    }

    @Test func `later days are not looked at`() {
        let streak = DayStreak(
            done: [day("2026-01-10"), day("2026-01-11")], asOf: day("2026-01-10"))

        #expect(streak.current == 1 && streak.best == 1)
        #expect(answers("yn").latest(asOf: day("2026-01-09"))?.isYes == true)
        #expect(answers("yn").latest(asOf: day("2026-01-10"))?.isYes == false)
    }

    @Test func `a bucket counts distinct days of yes`() {
        let days = [
            ("05", true), ("05", true), ("06", false), ("07", true), ("12", true), ("20", false),
        ]
        let answers = YesNoAnswers(
            days.map { .init(day: day("2026-01-\($0.0)"), isYes: $0.1) })

        let series = answers.yesDays(by: .week)

        #expect(series.map(\.yesDays) == [2, 1, 0])
        #expect(series.map(\.bucket.start.day) == [5, 12, 19])
    }
}
