package import CivilTime
package import RPC

extension Insights {
    /// The days on which our total and Apple's own differ by more than a bound.
    package static let summaryDifferences = Method<AskSummaryDifferences, SummaryDifferences>(
        service, "SummaryDifferences", repeatable: true)

    package struct AskSummaryDifferences: Codable, Hashable, WireValue {
        /// How far apart two totals may be, as a part of the greater one, such as 0.05.
        package var bound: Double
        package var from: CivilDate?
        package var to: CivilDate?

        package init(bound: Double, from: CivilDate? = nil, to: CivilDate? = nil) {
            self.bound = bound
            self.from = from
            self.to = to
        }
    }

    package struct SummaryDifferences: Codable, Hashable, WireValue {
        /// Totals that both sides have.
        package var compared: Int
        /// By day, then by metric.
        package var differences: [SummaryDifference]

        package init(compared: Int, differences: [SummaryDifference]) {
            self.compared = compared
            self.differences = differences
        }
    }

    package struct SummaryDifference: Codable, Hashable, Sendable {
        package var day: CivilDate
        package var metric: String
        /// Of both totals.
        package var unit: String
        package var ours: Double
        package var apples: Double

        package init(
            day: CivilDate, metric: String, unit: String, ours: Double, apples: Double
        ) {
            self.day = day
            self.metric = metric
            self.unit = unit
            self.ours = ours
            self.apples = apples
        }
    }
}
