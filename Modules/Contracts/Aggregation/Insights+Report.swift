package import CivilTime
import Memberwise
package import RPC

extension Insights {
    /// Returns the report of a week, month or year: the tracker and the health data, beside the
    /// period before.
    package static let report = Method<ReportRequest, ReportResponse>(
        service, "Report", repeatable: true)

    @Message
    package struct ReportRequest: Codable, Hashable, WireValue {
        /// The length of the period: `week`, `month` or `year`.
        package var period: String
        /// The day to answer as of, which the period contains; nil: today in the profile's zone.
        package var on: CivilDate? = nil
        /// The keys of the metrics whose days are part of the response; nil: none.
        package var daily: [String]? = nil
    }

    @Message
    package struct ReportResponse: Codable, Hashable, WireValue {
        /// The period as text, such as `Jan 5-Jan 11`, `Jan 2026` or `2026`.
        package var label: String
        /// The first day of the period.
        package var from: CivilDate
        /// The last day of the period, which can be after the day of the request.
        package var to: CivilDate
        /// The day of the request: the last day that counts.
        package var through: CivilDate
        /// The period before, which is compared.
        package var previous: Journal.DayRange
        /// The days from `from` to `through`, oldest first.
        package var days: [Statistics.HeatDay]
        /// The activities that were due or done in the period or the period before, by name.
        package var activities: [Statistics.PeriodActivity]
        /// The goals outside of the trash that exist on the day of the request, in list order.
        package var goals: [Statistics.PeriodGoal]
        /// The metrics that have data in the period or the period before, ascending by key.
        package var metrics: [ReportMetric]
        /// The weight milestones that were reached in the period, oldest first.
        package var milestones: [Statistics.PeriodMilestone]
        /// True if newer samples are not folded yet, so that the response can be out of date.
        package var stale: Bool
    }

    /// A metric in a period and in the period before.
    @Message
    package struct ReportMetric: Codable, Hashable, Sendable {
        /// The short HealthKit key of the metric, such as `stepCount`.
        package var metric: String
        /// The unit of all values; empty: no unit.
        package var unit: String
        /// The kind of the metric: `cumulative`, `discrete` or `duration`.
        package var kind: String
        /// The number of days with data in the period, 0 or more.
        package var days: Int
        /// The mean of the day values, in `unit`; nil: no day has data.
        package var average: Double?
        /// The least day value, in `unit`; nil: no day has data.
        package var minValue: Double?
        /// The greatest day value, in `unit`; nil: no day has data.
        package var maxValue: Double?
        /// The number of days with data in the period before, 0 or more.
        package var previousDays: Int
        /// The mean of the day values of the period before, in `unit`; nil: no day has data.
        package var previousAverage: Double?
        /// The change from the mean of the period before; nil: a period has no data.
        package var change: Change?
        /// The days with data of the period, ascending; nil: not requested.
        package var daily: [Day]?
    }
}
