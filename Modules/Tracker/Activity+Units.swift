package import CivilTime
import HealthMetrics

extension Activity {
    package func unit(on day: CivilDate) -> String? { configuration(on: day).kind.quantity?.unit }

    /// A value of `day` converted to the unit of `today`; nil if the units cannot be converted.
    package func convertedValue(
        _ value: Double, from day: CivilDate, to today: CivilDate
    ) -> Double? {
        UnitConversion(reading: unit(on: day), in: unit(on: today))?.converted(value)
    }
}

extension MetricTarget {
    /// The target with baseline and target value converted to the unit `other`; nil if the units cannot
    /// be converted. A target without a unit has that of `activity`.
    package func converted(to other: String?, of activity: Activity) -> MetricTarget? {
        let own = unit ?? activity.configuration.kind.quantity?.unit
        guard let conversion = UnitConversion(reading: own, in: other) else { return nil }
        return MetricTarget(
            baseline: baseline.map(conversion.converted),
            target: target.map(conversion.converted), direction: direction)
    }
}
