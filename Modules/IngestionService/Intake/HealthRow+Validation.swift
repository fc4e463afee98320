import CivilTime
import Contracts
import HealthMetrics

extension HealthRow {
    /// True if the row is valid: it does not end before it starts, its times are in the range of
    /// samples, and its numbers are measurable.
    var isSound: Bool {
        switch self {
        case .workout(let workout):
            Self.isSpan(workout.start, workout.end) && Self.isDuration(workout.seconds)
                && workout.statistics.values.allSatisfy(\.isSound)
                && workout.events.allSatisfy(\.isSound)
                && workout.activities.allSatisfy(\.isSound)
                && workout.routes.allSatisfy(\.isSound)
        case .correlation(let correlation):
            Self.isSpan(correlation.start, correlation.end)
                && correlation.members.allSatisfy {
                    Self.isSpan($0.start, $0.end) && $0.value.isMeasurable
                }
        case .activitySummary(let summary):
            CivilDate(summary.day) != nil
                && summary.values.values.allSatisfy(\.isMeasurable)
                && summary.goals.values.allSatisfy(\.isMeasurable)
        }
    }

    fileprivate static func isSpan(_ start: Int64, _ end: Int64) -> Bool {
        measurableInstants.contains(start) && measurableInstants.contains(end) && start <= end
    }

    /// True for a valid or an absent duration.
    fileprivate static func isDuration(_ seconds: Double?) -> Bool {
        seconds.map { $0.isMeasurable && $0 >= 0 } ?? true
    }
}

extension SeriesKey {
    /// True if storage can store its names unchanged.
    var isSound: Bool {
        [metric, unit, source, sourceKey, device].allSatisfy { !$0.utf8.contains(0) }
    }
}

extension Workout.Statistic {
    fileprivate var isSound: Bool {
        [sum, average, min, max].allSatisfy { $0?.isMeasurable ?? true }
    }
}

extension Workout.Event {
    fileprivate var isSound: Bool {
        measurableInstants.contains(start) && HealthRow.isDuration(seconds)
    }
}

extension Workout.Part {
    fileprivate var isSound: Bool {
        HealthRow.isSpan(start, end ?? start) && HealthRow.isDuration(seconds)
            && (statistics?.values.allSatisfy(\.isSound) ?? true)
            && (events?.allSatisfy(\.isSound) ?? true)
    }
}

extension Workout.Route {
    fileprivate var isSound: Bool {
        let corners = box.map { [$0.south, $0.west, $0.north, $0.east] } ?? []
        let numbers = (lines ?? []).reduce(0) { $0 + $1.count }
        return HealthRow.isDuration(distanceMeters) && corners.allSatisfy(\.isMeasurable)
            && numbers <= Self.lineLimit
    }
}
