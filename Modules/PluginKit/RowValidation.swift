import CivilTime
import Contracts
import HealthMetrics

/// Finds the reason to quarantine a row, with the texts of samples. The first check that fails counts.
struct RowValidation {
    private(set) var reason: String?

    mutating func checkSpan(_ start: Int64, _ end: Int64) {
        guard reason == nil else { return }
        if end < start {
            reason = "it ends before it starts"
        } else if !measurableInstants.contains(start) || !measurableInstants.contains(end) {
            reason = "its time is out of range"
        }
    }

    mutating func check(_ number: Double?, canBeNegative: Bool = true) {
        guard reason == nil, let number else { return }
        if number.isNaN {
            reason = "its value is not a number"
        } else if !number.isMeasurable {
            reason = "its value is too large"
        } else if number < 0, !canBeNegative {
            reason = "its value is negative"
        }
    }

    mutating func check(_ day: String) {
        if reason == nil, CivilDate(day) == nil { reason = "its day is not a valid date" }
    }

    private mutating func check(_ statistics: [String: Workout.Statistic]?) {
        for (_, statistic) in (statistics ?? [:]).sorted(by: { $0.key < $1.key }) {
            for number in [statistic.sum, statistic.average, statistic.min, statistic.max] {
                check(number)
            }
        }
    }

    private mutating func check(_ events: [Workout.Event]?) {
        for event in events ?? [] {
            checkSpan(event.start, event.start)
            check(event.seconds, canBeNegative: false)
        }
    }

    /// The reason to quarantine a row; nil if the row is valid.
    static func rejectionReason(_ row: HealthRow) -> String? {
        var validation = RowValidation()
        switch row {
        case .workout(let workout): validation.check(workout)
        case .correlation(let correlation):
            validation.checkSpan(correlation.start, correlation.end)
            for member in correlation.members {
                validation.checkSpan(member.start, member.end)
                validation.check(member.value)
            }
        case .activitySummary(let summary):
            validation.check(summary.day)
            for values in [summary.values, summary.goals] {
                for (_, value) in values.sorted(by: { $0.key < $1.key }) {
                    validation.check(value)
                }
            }
        }
        return validation.reason
    }

    private mutating func check(_ workout: Workout) {
        checkSpan(workout.start, workout.end)
        check(workout.seconds, canBeNegative: false)
        check(workout.statistics)
        check(workout.events)
        for activity in workout.activities {
            checkSpan(activity.start, activity.end ?? activity.start)
            check(activity.seconds, canBeNegative: false)
            check(activity.statistics)
            check(activity.events)
        }
        for route in workout.routes {
            check(route.distanceMeters, canBeNegative: false)
            for corner in [route.box?.south, route.box?.west, route.box?.north, route.box?.east] {
                check(corner)
            }
        }
    }
}
