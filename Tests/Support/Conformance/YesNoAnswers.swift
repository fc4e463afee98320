import Aggregation
import CivilTime

/// The answers to a yes-or-no question.
struct YesNoAnswers: Hashable, Sendable {
    struct Answer: Hashable, Sendable {
        var day: CivilDate
        var isYes: Bool
    }

    /// Answers of the same day are in the order of input.
    private let answers: [Answer]

    init(_ answers: [Answer]) {
        self.answers = answers
    }

    /// The days with at least one yes.
    var yesDays: Set<CivilDate> {
        Set(answers.lazy.filter(\.isYes).map(\.day))
    }

    /// The streak of days with at least one yes.
    func streak(asOf: CivilDate) -> DayStreak {
        let yes = yesDays
        let isRefused = !yes.contains(asOf) && answers.contains { $0.day == asOf }
        return DayStreak(done: yes.sorted(), isRefused: isRefused, asOf: asOf)
    }

    /// The latest answer on or before a day; nil without one.
    func latest(asOf: CivilDate) -> Answer? {
        var latest: Answer?
        for answer in answers where answer.day <= asOf && answer.day >= (latest ?? answer).day {
            latest = answer
        }
        return latest
    }

    /// The number of days with a yes in each bucket; a bucket without answers is absent.
    func yesDays(
        by interval: Interval, weekStart: WeekStart = .monday
    ) -> [(bucket: Bucket, yesDays: Int)] {
        let yes = yesDays
        var counts: [CivilDate: (bucket: Bucket, yesDays: Int)] = [:]
        for day in Set(answers.lazy.map(\.day)) {
            let bucket = interval.bucket(containing: day, weekStart: weekStart)
            counts[bucket.start, default: (bucket, 0)].yesDays += yes.contains(day) ? 1 : 0
        }
        return counts.values.sorted { $0.bucket.start < $1.bucket.start }
    }
}
