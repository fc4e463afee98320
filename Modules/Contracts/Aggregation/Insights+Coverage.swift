package import CivilTime
import Memberwise
package import RPC

extension Insights {
    /// Returns the origin of the data of each day of a range: single measurements or totals.
    package static let coverage = Method<CoverageRequest, CoverageResponse>(
        service, "Coverage", repeatable: true)

    @Message
    package struct CoverageRequest: Codable, Hashable, WireValue {
        /// The key, alias or unique prefix of a metric; `metric:KEY` is exact.
        package var name: String
        /// The first day, inclusive, at most 3,659 days before the last; nil: 89 days before the
        /// last.
        package var from: CivilDate? = nil
        /// The last day, inclusive; nil: today in the profile's zone.
        package var to: CivilDate? = nil
    }

    @Message
    package struct CoverageResponse: Codable, Hashable, WireValue {
        /// The short HealthKit key of the metric, such as `stepCount`.
        package var metric: String
        /// The unit of all values; empty: no unit.
        package var unit: String
        /// Every day of the range, ascending.
        package var days: [CoveredDay]
        /// True if the profile has data of an app that pushes, which can send days again.
        package var isPushed: Bool
    }

    @Message
    package struct CoveredDay: Codable, Hashable, Sendable {
        /// The day.
        package var day: CivilDate
        /// The origin of the data: `raw`, single measurements; `aggregate`, totals of minutes,
        /// hours or the day; `partial`, measurements for a part of the day and totals for
        /// other parts; `none`.
        package var state: Coverage
        /// The names of the sources with samples that start on the day, or with a night that ends
        /// on the day, in alphabetical order.
        package var sources: [String]
        /// The value of the day from single measurements, in `unit`; nil: none.
        package var raw: Double?
        /// The value of the day from totals, in `unit`; nil: none.
        package var aggregate: Double?
        /// True if the totals are less than the measurements of the same day, so that a push had
        /// delivered too little; false if no app pushes.
        package var isShort: Bool
    }

    package enum Coverage: String, Codable, Sendable {
        case raw, aggregate, partial, none
    }
}
