package import CivilTime
import Metrics

extension Activity {
    package func unit(on day: CivilDate) -> String? { configuration(on: day).kind.quantity?.unit }

    /// A number of a day in the unit of another; nil where it means nothing in that.
    package func convertedValue(
        _ value: Double, from day: CivilDate, to today: CivilDate
    ) -> Double? {
        UnitConversion(reading: unit(on: day), in: unit(on: today))?.converted(value)
    }
}

extension MetricTarget {
    /// With baseline and target in another unit of the activity that measures it; nil where they mean
    /// nothing in that.
    package func converted(to other: String?, of activity: Activity) -> MetricTarget? {
        let own = unit ?? activity.configuration.kind.quantity?.unit
        guard let conversion = UnitConversion(reading: own, in: other) else { return nil }
        return MetricTarget(
            baseline: baseline.map(conversion.converted),
            target: target.map(conversion.converted), direction: direction)
    }
}
