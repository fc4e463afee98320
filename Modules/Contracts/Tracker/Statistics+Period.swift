package import CivilTime
import Memberwise
package import Milestones
package import RPC
package import Tracker

extension Statistics {
    /// Returns the tracker in a week, month or year, up to the day of the request, beside the
    /// period before.
    package static let period = Method<PeriodRequest, PeriodResponse>(
        service, "Period", repeatable: true)

    @Message
    package struct PeriodRequest: Codable, Hashable, WireValue {
        /// The length of the period: `week`, `month` or `year`.
        package var period: String
        /// The day to answer as of, which the period contains; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct PeriodResponse: Codable, Hashable, WireValue {
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
        package var days: [HeatDay]
        /// The activities that were due or done in the period or the period before, by name.
        package var activities: [PeriodActivity]
        /// The goals outside of the trash that exist on the day of the request, in list order.
        package var goals: [PeriodGoal]
        /// The weight milestones that were reached in the period, oldest first.
        package var milestones: [PeriodMilestone]
    }

    /// An activity in a period and in the period before.
    @Message
    package struct PeriodActivity: Codable, Hashable, Sendable {
        /// The identifier of the activity.
        package var id: Activity.ID
        /// The name of the activity.
        package var name: String
        /// The type of the activity: `checkbox`, `value`, `cumulative`, `container`, `metric` or
        /// `answer`.
        package var type: ActivityType
        /// The completed share of the expected sessions, 0 to 1; nil: nothing was expected. An open
        /// session of the day of the request is not expected.
        package var rate: Double?
        /// The completed share in the period before, 0 to 1; nil: nothing was expected.
        package var previousRate: Double?
        /// The number of completed days.
        package var completed: Int
        /// The number of days that were missed, without the day of the request.
        package var missed: Int
        /// The number of days that were skipped.
        package var skipped: Int
        /// The mean of the day values, in `unit`; nil: no day has a number.
        package var average: Double?
        /// The mean of the day values of the period before, in `unit`; nil: no day has a number.
        package var previousAverage: Double?
        /// The unit of the averages; nil: no unit.
        package var unit: String?
        /// The streaks as of the day of the request.
        package var streak: Journal.Streak
    }

    /// A goal in a period and in the period before.
    @Message
    package struct PeriodGoal: Codable, Hashable, Sendable {
        /// The identifier of the goal.
        package var id: String
        /// The title of the goal.
        package var title: String
        /// The last day to reach the goal; nil: no deadline.
        package var deadline: CivilDate?
        /// The days from the day of the request until the deadline, negative after the deadline;
        /// nil: no deadline.
        package var daysLeft: Int?
        /// True if the goal is paused by hand, or all linked activities are paused.
        package var paused: Bool
        /// The weighted mean of the rates of the linked activities in the period, 0 to 1; nil: no
        /// activity counts.
        package var consistency: Double?
        /// The weighted mean in the period before, 0 to 1; nil: no activity counts, or the goal did
        /// not exist.
        package var previousConsistency: Double?
        /// The linked activities with the role `metric`.
        package var metrics: [PeriodGoalMetric]
    }

    /// A metric of a goal on the last counted day of a period.
    @Message
    package struct PeriodGoalMetric: Codable, Hashable, Sendable {
        /// The name of the activity.
        package var activity: String
        /// The unit of the values; nil: no unit.
        package var unit: String?
        /// The value at the start, in `unit`; nil: unknown.
        package var baseline: Double?
        /// The value to reach, in `unit`; nil: unknown.
        package var target: Double?
        /// The newest value, in `unit`; nil: none.
        package var latest: Double?
        /// The share of the distance from baseline to target, 0 to 1; nil: a value is missing, or
        /// baseline equals target.
        package var progress: Double?
        /// The share at the end of the period before, 0 to 1; nil: a value was missing, or the
        /// activity was not linked.
        package var previousProgress: Double?
    }

    /// A weight milestone that was reached.
    @Message
    package struct PeriodMilestone: Codable, Hashable, Sendable {
        /// The day on which the milestone was reached.
        package var date: CivilDate
        /// The reached weight, in `unit`.
        package var target: Double
        /// The unit at the time of reaching: `kg` or `lb`.
        package var unit: WeightUnit
    }
}
