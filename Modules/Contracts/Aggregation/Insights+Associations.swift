package import CivilTime
import Memberwise
package import RPC

extension Insights {
    /// Returns the pairs of metrics and activities that move together, over the last ten years.
    package static let associations = Method<AssociationsRequest, AssociationsResponse>(
        service, "Associations", repeatable: true)

    @Message
    package struct AssociationsRequest: Codable, Hashable, WireValue {
        /// The name of an activity or metric that each pair contains: key, alias or unique prefix;
        /// `metric:KEY` and `activity:NAME` are exact. Nil: all pairs.
        package var name: String? = nil
        /// The day to answer as of; days before it count. Nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct AssociationsResponse: Codable, Hashable, WireValue {
        /// The pairs, the most certain first, at most 100.
        package var associations: [Association]
        /// The number of metrics and activities that were compared, at most 40: those with values
        /// on at least 60 days, and of more than 40 those with the most days.
        package var compared: Int
        /// The sentence that an association is not a cause.
        package var notice: String
        /// True if newer samples are not folded yet, so that the response can be out of date.
        package var stale: Bool
    }

    /// Two series that move together by more than chance explains. Trend, seasons and weekdays are
    /// removed.
    @Message
    package struct Association: Codable, Hashable, Sendable {
        /// The key of the metric, or the name of the activity, that divides the days or comes
        /// first.
        package var a: String
        /// The key of the metric, or the name of the activity, that `a` is compared with.
        package var b: String
        /// The distance in time: `sameDay`; `nextDay`, with `b` on the day after `a`; or
        /// `weekOverWeek`, for changes from week to week.
        package var lag: String
        /// The meaning of `effect`: `difference` of the means of `b`, or `correlation` of ranks (of
        /// values for an activity that is done or not).
        package var kind: String
        /// The mean of `b` for the first days of `days` minus that for the others, in `unit`; or
        /// the correlation, -1 to 1.
        package var effect: Double
        /// The unit of a difference: that of `b`; `%` if `b` is an activity that is done or not, in
        /// percentage points. Empty: a correlation, or no unit.
        package var unit: String
        /// The lower bound of the 95 % interval of `effect`, in the same unit.
        package var low: Double
        /// The upper bound of the 95 % interval of `effect`, in the same unit.
        package var high: Double
        /// The days with `a` above `threshold` (done, above its median) and the other days, each 30
        /// or more; for `weekOverWeek`, the weeks in which `a` rose and the others.
        package var days: [Int]
        /// The false discovery rate at which the pair is found, 0 to 0.05.
        package var q: Double
        /// The value that divides the days of a difference, in `thresholdUnit`; nil: a correlation,
        /// or an activity that is done or not.
        package var threshold: Double?
        /// The unit of `threshold`; nil: no threshold, or no unit.
        package var thresholdUnit: String?
    }
}
