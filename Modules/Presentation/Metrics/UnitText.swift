/// Units for people. The unit "count" is never shown.
package enum UnitText {
    /// A heading of a metric's name and its unit in texts, if there is one.
    static func heading(_ metric: String, in unit: String) -> String {
        NumberText.name(metric, in: short(unit, of: metric))
    }

    /// The unit of a metric in texts and pictures; empty: none.
    package static func short(_ unit: String, of metric: String) -> String {
        switch (unit, metric) {
        case ("count", "stepCount"): "steps"
        case ("count", "flightsClimbed"): "floors"
        case ("count", "pushCount"): "pushes"
        case ("count", "swimmingStrokeCount"): "strokes"
        case ("count", "workoutCount"): "workouts"
        case ("count", _): ""
        case ("count/min", "respiratoryRate"): "br/min"
        case ("count/min", _) where metric.lowercased().contains("heartrate"): "bpm"
        case ("count/min", _): "/min"
        case ("hr", _): "h"
        case ("degC", _): "°C"
        case ("degF", _): "°F"
        case ("fl_oz_us", _): "fl oz"
        default: unit
        }
    }
}
