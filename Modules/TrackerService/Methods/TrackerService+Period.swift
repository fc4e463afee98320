import CivilTime
import Contracts
import Milestones
import RPC
import Tracker
import TrackerRules

extension TrackerService {
    func registerPeriod(on router: inout Router) {
        router.handle(Statistics.period) { [self] request, context in
            let (snapshot, today) = try await snapshot(context, on: request.on)
            let intervals: [Interval] = [.week, .month, .year]
            guard let interval = intervals.first(where: { $0.rawValue == request.period }) else {
                throw Status(
                    .invalidArgument, "\"\(request.period)\" is not the period of a report.",
                    hint: "Use \(intervals.map(\.rawValue).joined(separator: ", ")).")
            }
            return try snapshot.period(
                interval, asOf: today, catalog: snapshot.catalog(asOf: request.on))
        }
    }
}

extension ProfileSnapshot {
    /// The period that contains a day, up to that day. `catalog` has the goals of that day.
    /// - Throws: INVALID_ARGUMENT if the period or the one before is outside the calendar.
    fileprivate func period(
        _ interval: Interval, asOf today: CivilDate, catalog: Catalog
    ) throws(Status) -> Statistics.PeriodResponse {
        let bucket = interval.bucket(containing: today, weekStart: weekStart)
        let before = interval.bucket(before: bucket, weekStart: weekStart)
        let calendar = CivilDate.distantPast...CivilDate.distantFuture
        guard calendar.contains(before.start), calendar.contains(bucket.end) else {
            throw Status(
                .invalidArgument,
                "The \(interval.rawValue) of \(today) or the one before is outside the calendar.",
                hint: "Check the year. A day is written as in --on 2026-01-31")
        }
        let count = bucket.start.distance(to: today) + 1
        return Statistics.PeriodResponse(
            label: bucket.label, from: bucket.start, to: bucket.end, through: today,
            previous: Journal.DayRange(from: before.start, to: before.end),
            days: (0..<count).compactMap { offset in
                let day = bucket.start.advanced(by: offset)
                return heatDay(day, history.status(on: day, asOf: today))
            },
            activities: activities.compactMap {
                self.activity($0, count: count, before, asOf: today)
            }
            // The list order has no history.
            .sorted { ($0.name, $0.id.rawValue) < ($1.name, $1.id.rawValue) },
            goals: periodGoals(in: catalog, count: count, before, asOf: today),
            milestones: weightLog.asOf(today).records.values
                .filter { bucket.start <= $0.day && $0.day <= today }
                .sorted { ($0.day, $0.target) < ($1.day, $1.target) }
                .map {
                    Statistics.PeriodMilestone(date: $0.day, target: $0.target, unit: $0.unit)
                })
    }

    /// An activity over the `count` days through `today`. Nil for a reminder and a passive activity,
    /// and if nothing was expected or logged in both periods.
    private func activity(
        _ present: Activity, count: Int, _ before: Bucket, asOf today: CivilDate
    ) -> Statistics.PeriodActivity? {
        guard let activity = present.asOf(today), !activity.configuration.isPassive,
            !activity.configuration.schedule.isReminder
        else { return nil }
        let rate = history.settledRate(of: activity, days: count - 1, before: today)
        let previousRate = history.completionRate(
            of: activity, days: before.start.distance(to: before.end) + 1, endingOn: before.end,
            asOf: today)
        let marks = history.marks(of: activity, days: count, endingOn: today)
        func average(from first: CivilDate, through last: CivilDate) -> Double? {
            let values = history.dayValues(of: activity, from: first, through: last, asOf: today)
            return values.isEmpty
                ? nil : values.reduce(0) { $0 + $1.value } / Double(values.count)
        }
        let now = average(from: today.advanced(by: 1 - count), through: today)
        let earlier = average(from: before.start, through: before.end)
        guard
            rate.expected > 0 || previousRate.expected > 0 || now != nil || earlier != nil
                || marks.contains(where: { $0 != .none })
        else { return nil }
        let kind = activity.configuration(on: today).kind
        return Statistics.PeriodActivity(
            id: activity.id, name: activity.name, type: kind.type,
            rate: rate.expected > 0 ? rate.value : nil,
            previousRate: previousRate.expected > 0 ? previousRate.value : nil,
            completed: marks.count { $0 == .completed }, missed: marks.count { $0 == .missed },
            skipped: marks.count { $0 == .skipped }, average: now, previousAverage: earlier,
            unit: kind.quantity?.unit,
            streak: Journal.Streak(history.streaks(of: activity, asOf: today)))
    }
}
