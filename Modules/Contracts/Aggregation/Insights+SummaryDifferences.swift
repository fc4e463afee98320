package import CivilTime
import Memberwise
package import RPC

extension Insights {
    /// Returns the days on which the total of Dayline and Apple's own differ by more than a bound,
    /// or one of them is missing.
    package static let summaryDifferences = Method<
        SummaryDifferencesRequest, SummaryDifferencesResponse
    >(
        service, "SummaryDifferences", repeatable: true)

    @Message
    package struct SummaryDifferencesRequest: Codable, Hashable, WireValue {
        /// The largest accepted difference of two totals as a share of the greater one, 0 or more,
        /// such as 0.05.
        package var bound: Double
        /// The first day, inclusive; nil: no lower bound.
        package var from: CivilDate? = nil
        /// The last day, inclusive; nil: no upper bound.
        package var to: CivilDate? = nil
        /// True to exclude the first and last day of a metric, which samples may cover partly; nil:
        /// false.
        package var isWholeDaysOnly: Bool? = nil
    }

    @Message
    package struct SummaryDifferencesResponse: Codable, Hashable, WireValue {
        /// The number of totals that both sides have.
        package var compared: Int
        /// The totals that differ by more than the bound, ascending by day, then by metric.
        package var differences: [SummaryDifference]
        /// The totals above 0 that Apple's summaries lack, within the days of the summaries,
        /// ascending by day, then by metric.
        package var onlyOurs: [SummaryTotal]
        /// The totals above 0 of Apple's summaries that Dayline lacks, ascending by day, then by
        /// metric.
        package var onlyApples: [SummaryTotal]
    }

    @Message
    package struct SummaryTotal: Codable, Hashable, Sendable {
        /// The day.
        package var day: CivilDate
        /// The short HealthKit key of the metric, such as `stepCount`.
        package var metric: String
        /// The canonical unit of the metric; `hr` for stand hours.
        package var unit: String
        /// The total of the day, in `unit`.
        package var value: Double
    }

    @Message
    package struct SummaryDifference: Codable, Hashable, Sendable {
        /// The day.
        package var day: CivilDate
        /// The short HealthKit key of the metric, such as `stepCount`.
        package var metric: String
        /// The canonical unit of both totals; `hr` for stand hours.
        package var unit: String
        /// The total that Dayline computed, in `unit`.
        package var ours: Double
        /// The total of Apple's summary, in `unit`.
        package var apples: Double
    }
}
