package import CivilTime
import Memberwise
package import RPC

extension Insights {
    /// The days on which our total and Apple's own differ by more than a bound, or only one is there.
    package static let summaryDifferences = Method<
        SummaryDifferencesRequest, SummaryDifferencesResponse
    >(
        service, "SummaryDifferences", repeatable: true)

    @Message
    package struct SummaryDifferencesRequest: Codable, Hashable, WireValue {
        /// Largest accepted difference of two totals, as a part of the greater one, such as 0.05.
        package var bound: Double
        package var from: CivilDate? = nil
        package var to: CivilDate? = nil
        /// True to leave out the first and last day of a metric, which samples may cover partly; nil: false.
        package var isWholeDaysOnly: Bool? = nil
    }

    @Message
    package struct SummaryDifferencesResponse: Codable, Hashable, WireValue {
        /// Totals that both sides have.
        package var compared: Int
        /// By day, then by metric.
        package var differences: [SummaryDifference]
        /// Totals that only we have, of days from the first to the last of Apple's; by day, then by
        /// metric.
        package var onlyOurs: [SummaryTotal]
        /// Totals that only Apple has; likewise.
        package var onlyApples: [SummaryTotal]
    }

    @Message
    package struct SummaryTotal: Codable, Hashable, Sendable {
        package var day: CivilDate
        package var metric: String
        package var unit: String
        package var value: Double
    }

    @Message
    package struct SummaryDifference: Codable, Hashable, Sendable {
        package var day: CivilDate
        package var metric: String
        /// Of both totals.
        package var unit: String
        package var ours: Double
        package var apples: Double
    }
}
