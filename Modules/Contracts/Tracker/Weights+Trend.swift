package import CivilTime
import Memberwise
package import Milestones
import RPC

extension Weights {
    @Message
    package struct TrendRequest: Codable, Hashable, WireValue {
        package var from: CivilDate? = nil
        package var to: CivilDate? = nil
        /// Nil: the goal's unit, else that of the newest weighing.
        package var unit: WeightUnit? = nil
        /// Days to look ahead, within ``WeightForecast/daysAhead``; nil: 14.
        package var ahead: Int? = nil
        package var on: CivilDate? = nil
    }

    /// The trend of the weight, in `unit`.
    @Message
    package struct TrendResponse: Codable, Hashable, WireValue {
        package var unit: WeightUnit
        /// Each weighing with the entry-wise average (lambda 0.1), oldest first.
        package var entries: [SmoothedEntry]
        /// Each weighed day with the daily average of the logbook (span 7), oldest first.
        package var days: [Day]
        /// Holt's level and its change per day; nil before two weighed days.
        package var level: Double?
        package var perDay: Double?
        package var forecast: [ForecastDay]
        /// Change in seven days; nil without weighings that far apart.
        package var weeklyRate: Double?
        package var direction: WeightDirection
        package var goal: Double?
        package var prediction: Prediction?
    }

    @Message
    package struct SmoothedEntry: Codable, Hashable, Sendable {
        package var date: CivilDate
        package var weight: Double
        package var average: Double
    }

    @Message
    package struct Day: Codable, Hashable, Sendable {
        package var date: CivilDate
        /// The mean of the day's weighings.
        package var weight: Double
        package var average: Double
        /// Of the average; nil on the first day.
        package var ratePerDay: Double?
    }

    /// A day to come, if the trend goes on.
    @Message
    package struct ForecastDay: Codable, Hashable, Sendable {
        package var date: CivilDate
        package var weight: Double
        /// Four of five weights of that day would lie between these, if the days ahead scatter as
        /// those behind.
        package var low: Double
        package var high: Double
    }

    /// When the goal will be reached.
    @Message
    package struct Prediction: Codable, Hashable, Sendable {
        /// `noData`, `insufficientData`, `atGoal`, `wrongDirection`, `tooSlow` or `onTrack`.
        package var status: String
        package var date: CivilDate? = nil
        package var days: Int? = nil
        package var weightToGoal: Double? = nil
        package var weeklyVelocity: Double? = nil
    }
}
