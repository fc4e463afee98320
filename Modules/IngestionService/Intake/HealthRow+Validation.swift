import CivilTime
import Contracts
import HealthMetrics

extension HealthRow {
    /// True if the row is valid: it does not end before it starts, its times are in the range of
    /// samples, and its numbers are measurable.
    var isValid: Bool {
        switch self {
        case .workout(let workout):
            Self.isSpan(workout.start, workout.end) && Self.isDuration(workout.seconds)
                && workout.statistics.values.allSatisfy(\.isValid)
                && workout.events.allSatisfy(\.isValid)
                && workout.activities.allSatisfy(\.isValid)
                && workout.routes.allSatisfy(\.isValid)
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
    var isValid: Bool {
        [metric, unit, source, sourceKey, device].allSatisfy { !$0.utf8.contains(0) }
    }
}

extension Workout.Statistic {
    fileprivate var isValid: Bool {
        [sum, average, min, max].allSatisfy { $0?.isMeasurable ?? true }
    }
}

extension Workout.Event {
    fileprivate var isValid: Bool {
        measurableInstants.contains(start) && HealthRow.isDuration(seconds)
    }
}

extension Workout.Part {
    fileprivate var isValid: Bool {
        HealthRow.isSpan(start, end ?? start) && HealthRow.isDuration(seconds)
            && (statistics?.values.allSatisfy(\.isValid) ?? true)
            && (events?.allSatisfy(\.isValid) ?? true)
    }
}

extension Workout.Route {
    fileprivate var isValid: Bool {
        let corners = box.map { [$0.south, $0.west, $0.north, $0.east] } ?? []
        let numbers = (lines ?? []).reduce(0) { $0 + $1.count }
        return HealthRow.isDuration(distanceMeters) && corners.allSatisfy(\.isMeasurable)
            && numbers <= Self.lineLimit
    }
}
