package import CivilTime
package import HealthMetrics
import Memberwise
package import RPC

extension Insights {
    package static let days = Method<DaysRequest, DaysResponse>(
        service, "Days", repeatable: true, hasLargeReply: true)

    @Message
    package struct DaysRequest: Codable, Hashable, WireValue {
        /// The name of an activity or metric: key, alias or unique prefix; `metric:KEY` and
        /// `activity:NAME` are exact.
        package var name: String
        /// The first day, inclusive; nil: no lower bound.
        package var from: CivilDate? = nil
        /// The last day, inclusive; nil: no upper bound.
        package var to: CivilDate? = nil
        /// The IANA name of the zone whose days are used, for this response only; nil: the
        /// profile's zones.
        package var zone: String? = nil
        /// True to include the sum of each source before merging; nil: false.
        package var bySource: Bool? = nil
        /// The name of a source whose samples are excluded, for this response only; nil: none.
        package var withoutSource: String? = nil
        /// The unit system of the response, `metric` or `us`; nil: the setting of the profile.
        package var units: UnitSystem? = nil
    }

    @Message
    package struct DaysResponse: Codable, Hashable, WireValue {
        /// The key of the metric, or the name of the activity.
        package var metric: String
        /// The unit of all values; empty: no unit.
        package var unit: String
        /// The kind of the metric: `cumulative`, `discrete`, `duration` or `category`.
        package var kind: String
        /// The days with data, ascending.
        package var days: [Total]
        /// The data version that the response was computed from.
        package var version: Int64
        /// True if newer samples are not folded yet, so that the response can be out of date.
        package var stale: Bool

        @Message
        package struct Total: Codable, Hashable, Sendable {
            /// The day.
            package var day: CivilDate
            /// The total of the day, with sources merged for cumulative metrics, in `unit`.
            package var sum: Double
            /// The mean of the samples that start on the day, in `unit`; nil: no sample starts on
            /// the day.
            package var average: Double?
            /// The least sample that starts on the day, in `unit`; nil: no sample starts on the
            /// day.
            package var min: Double?
            /// The greatest sample that starts on the day, in `unit`; nil: no sample starts on the
            /// day.
            package var max: Double?
            /// The sample with the greatest start, then end, then source priority, in `unit`; nil:
            /// no sample starts on the day.
            package var last: Double?
            /// The number of samples of all sources that start on the day, 0 or more.
            package var samples: Int
            /// The sum of the samples by name of the source, before merging, in `unit`; nil: not
            /// requested.
            package var bySource: [String: Double]? = nil
        }
    }
}
