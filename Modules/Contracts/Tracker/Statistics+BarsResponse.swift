package import CivilTime
import Memberwise
package import RPC

extension Statistics {
    /// Returns the values of an activity by day or week, with its streaks.
    package static let bars = Method<BarsRequest, BarsResponse>(service, "Bars", repeatable: true)

    @Message
    package struct BarsRequest: Codable, Hashable, WireValue {
        /// The name of an activity, a unique prefix of the name, or the identifier.
        package var activity: String
        /// The number and width of the bars: `week` 7 days, `month` 30 days, `quarter` 90 days,
        /// `sixMonths` 26 weeks, `year` 52 weeks, `threeYears` 156 weeks; nil: `week`.
        package var range: String? = nil
        /// The last day; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct BarsResponse: Codable, Hashable, WireValue {
        /// The name of the activity.
        package var name: String
        /// The unit of the values, `%` for a container; nil: no unit, or completed sessions are
        /// counted.
        package var unit: String?
        /// The range of the request: `week`, `month`, `quarter`, `sixMonths`, `year` or
        /// `threeYears`.
        package var range: String
        /// The bars, oldest first.
        package var bars: [Bar]
        /// The mean of the bars that have a value, in `unit`; nil: no bar has a value.
        package var average: Double?
        /// The least value of a bar, in `unit`; nil: no bar has a value.
        package var low: Double?
        /// The greatest value of a bar, in `unit`; nil: no bar has a value.
        package var high: Double?
        /// The streaks of the activity as of the last day.
        package var streak: Journal.Streak
    }

    /// A day or a week, both ends included; `value` is nil without data.
    @Message
    package struct Bar: Codable, Hashable, Sendable {
        /// The first day, inclusive.
        package var from: CivilDate
        /// The last day, inclusive.
        package var to: CivilDate
        /// The number of the day or week, in the unit of the response; nil: no data.
        package var value: Double?
        /// The target of the bar by the configuration of its days, in the unit of the response; nil:
        /// no target.
        package var target: Double? = nil
    }
}
