package import CivilTime
import Memberwise
package import RPC

extension Statistics {
    /// Values of an activity by day or week, with its streaks.
    package static let bars = Method<BarsRequest, BarsResponse>(service, "Bars", repeatable: true)

    @Message
    package struct BarsRequest: Codable, Hashable, WireValue {
        package var activity: String
        /// `week`, `month`, `quarter`, `sixMonths`, `year` or `threeYears`; nil: `week`.
        package var range: String? = nil
        /// The last day; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct BarsResponse: Codable, Hashable, WireValue {
        package var name: String
        /// Of the values; `%` for a container.
        package var unit: String?
        package var range: String
        /// Oldest first.
        package var bars: [Bar]
        /// Over the bars that have a value.
        package var average: Double?
        package var low: Double?
        package var high: Double?
        package var streak: Journal.Streak
    }

    /// A day or a week, both ends included; `value` is nil without data.
    @Message
    package struct Bar: Codable, Hashable, Sendable {
        package var from: CivilDate
        package var to: CivilDate
        package var value: Double?
    }
}
