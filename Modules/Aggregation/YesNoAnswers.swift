package import CivilTime

/// The answers to a question of yes or no.
package struct YesNoAnswers: Hashable, Sendable {
    package struct Answer: Hashable, Sendable {
        package var day: CivilDate
        package var isYes: Bool

        package init(day: CivilDate, isYes: Bool) {
            self.day = day
            self.isYes = isYes
        }
    }

    /// Of one day the answers in the order they were given.
    private let answers: [Answer]

    package init(_ answers: [Answer]) {
        self.answers = answers
    }

    /// The days with a yes among their answers.
    package var yesDays: Set<CivilDate> {
        Set(answers.lazy.filter(\.isYes).map(\.day))
    }

    /// A day with a yes counts, whatever else was answered on it.
    package func streak(asOf: CivilDate) -> DayStreak {
        let yes = yesDays
        let no = Set(answers.lazy.map(\.day)).subtracting(yes)
        return DayStreak(done: yes, refused: no, asOf: asOf)
    }

    /// The latest answer up to a day.
    package func latest(asOf: CivilDate) -> Answer? {
        var latest: Answer?
        for answer in answers where answer.day <= asOf && answer.day >= (latest ?? answer).day {
            latest = answer
        }
        return latest
    }

    /// How many days with a yes each bucket has; a bucket without any answer is absent.
    package func yesDays(
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
