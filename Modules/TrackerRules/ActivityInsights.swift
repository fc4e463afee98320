package import CivilTime
package import Tracker

/// An activity whose completion rate is below the threshold.
package struct BehindSchedule: Hashable, Sendable {
    package var activity: Activity
    package var rate: CompletionRate

    /// The rate over a week below which an activity is behind.
    package static let threshold = 0.5
    /// The rate over a week below which an activity is severely behind.
    package static let severeThreshold = 0.25

    package var isSevere: Bool { !rate.value.reaches(Self.severeThreshold) }
}

/// The change of an activity's mean day value from one week to the next.
package struct WeeklyChange: Hashable, Sendable {
    package var activity: Activity
    /// Means over the days with a value.
    package var before: Double
    package var now: Double
    package var verdict: ChangeVerdict

    package var change: Double { now - before }

    /// The smallest change that is reported.
    package static let threshold = 0.01

    /// The size of the change for people: one decimal below 10, otherwise a whole number.
    package var text: String {
        let size = abs(change)
        guard size < 1e15 else { return plainText(size) }
        let tenths = Int((size * 10).rounded())
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(size.rounded()))"
    }
}

/// The completion of a category over some days.
package struct Scorecard: Hashable, Sendable {
    package var category: Category.ID?
    /// The mean of the activities' rates; nil if nothing was expected.
    package var score: Double?
    package var activities: Int

    package static let windowsInDays = [7, 30, 90]

    package var isDoingWell: Bool { score.map { ScoreColor(score: $0) == .green } ?? false }
    package var needsAttention: Bool { score.map { ScoreColor(score: $0) == .red } ?? false }
}

extension ActivityHistory {
    /// The activities that statistics include on `day`: available, not paused at its end, neither a
    /// reminder nor passive.
    package func analysed(on day: CivilDate) -> [Activity] {
        tracked.filter { item in
            let span = item.ruleHistory[day]
            return span.isAvailable && item.activity.pause(on: day) == nil
                && !span.rules.isReminder
                && !span.rules.isPassive
        }.map(\.activity)
    }

    /// Activities with a rate below one half over the seven days that end with `last`, lowest rate first.
    /// Equal rates are ordered by name, because the list order has no history. An activity that was never
    /// completed is included if occurrences were expected.
    package func behindSchedule(endingOn last: CivilDate) -> [BehindSchedule] {
        analysed(on: last)
            .map {
                BehindSchedule(
                    activity: $0, rate: completionRate(of: $0, days: 7, endingOn: last))
            }
            .filter { $0.rate.expected > 0 && !$0.rate.value.reaches(BehindSchedule.threshold) }
            .sorted {
                ($0.rate.value, $0.activity.name, $0.activity.id.rawValue)
                    < ($1.rate.value, $1.activity.name, $1.activity.id.rawValue)
            }
    }

    /// The largest changes of the week that ends with `last` against the week before. `directions` has
    /// the wanted direction of each activity that has one.
    package func biggestChanges(
        endingOn last: CivilDate, directions: [Activity.ID: MetricTarget.Direction], top: Int = 3
    ) -> [WeeklyChange] {
        let changes = analysed(on: last).compactMap { activity -> WeeklyChange? in
            guard
                let now = meanDayValue(of: activity, endingOn: last, asOf: last),
                let before = meanDayValue(
                    of: activity, endingOn: last.advanced(by: -7), asOf: last),
                abs(now - before).exceeds(WeeklyChange.threshold)
            else { return nil }
            return WeeklyChange(
                activity: activity, before: before, now: now,
                verdict: ChangeVerdict(
                    change: now - before, direction: directions[activity.id]))
        }
        let largestFirst = changes.sorted { left, right in
            (-abs(left.change), left.activity.name) < (-abs(right.change), right.activity.name)
        }
        return Array(largestFirst.prefix(top))
    }

    /// Every activity of the statistics with its streaks, the longest current streak first.
    package func streakBoard(
        asOf today: CivilDate
    ) -> [(activity: Activity, streaks: Streaks)] {
        analysed(on: today)
            .map { (activity: $0, streaks: streaks(of: $0, asOf: today)) }
            .sorted {
                ($0.streaks.current, $0.streaks.longest)
                    > ($1.streaks.current, $1.streaks.longest)
            }
    }

    /// One scorecard for each of `categories` that has activities, and last one for activities without any
    /// of them.
    package func scorecards(
        days: Int, endingOn last: CivilDate, of categories: Set<Category.ID>
    ) -> [Scorecard] {
        let byCategory = Dictionary(grouping: analysed(on: last)) { activity in
            activity.category.flatMap { categories.contains($0) ? $0 : nil }
        }
        return byCategory.map { category, activities in
            let rates = activities.map { completionRate(of: $0, days: days, endingOn: last) }
                .filter { $0.expected > 0 }
            let sum = rates.reduce(0) { $0 + $1.value }
            return Scorecard(
                category: category, score: rates.isEmpty ? nil : sum / Double(rates.count),
                activities: activities.count)
        }.sorted { left, right in
            guard let other = right.category else { return left.category != nil }
            return left.category.map { $0 < other } ?? false
        }
    }

    private func meanDayValue(
        of activity: Activity, endingOn last: CivilDate, asOf today: CivilDate
    ) -> Double? {
        let values = dayValues(
            of: activity, from: last.advanced(by: -6), through: last, asOf: today)
        guard !values.isEmpty else { return nil }
        return values.reduce(0) { $0 + $1.value } / Double(values.count)
    }
}
