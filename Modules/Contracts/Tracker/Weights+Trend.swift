package import CivilTime
import Memberwise
package import Milestones
import RPC

extension Weights {
    @Message
    package struct TrendRequest: Codable, Hashable, WireValue {
        /// The first day, inclusive; nil: no lower bound.
        package var from: CivilDate? = nil
        /// The last day, inclusive; nil: no upper bound.
        package var to: CivilDate? = nil
        /// The unit of the response, `kg` or `lb`; nil: the unit of the goal, else that of the
        /// newest weight entry.
        package var unit: WeightUnit? = nil
        /// The number of days to forecast, 0 to 730; nil: 14.
        package var ahead: Int? = nil
        /// The day to answer as of; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    /// The trend of the weight, in `unit`.
    @Message
    package struct TrendResponse: Codable, Hashable, WireValue {
        /// The unit of all weights and rates: `kg` or `lb`.
        package var unit: WeightUnit
        /// The weight entries with their exponential moving average (lambda 0.1), oldest first.
        package var entries: [SmoothedEntry]
        /// The days with weight entries and their daily moving average (span 7), oldest first.
        package var days: [Day]
        /// The level of Holt's method on the last day with a weight, in `unit`; nil: fewer than two
        /// days.
        package var level: Double?
        /// The trend of Holt's method per day, in `unit`; nil: fewer than two days.
        package var perDay: Double?
        /// The days after the last day with a weight, ascending; empty: fewer than three days with
        /// a weight.
        package var forecast: [ForecastDay]
        /// The change to the newest weight per seven days, in `unit`; nil: no entry is at least
        /// seven days older.
        package var weeklyRate: Double?
        /// The direction of `weeklyRate`: `up`, `down`, or `stable` below 0.1 a week and without a
        /// rate.
        package var direction: WeightDirection
        /// The goal weight, in `unit`; nil: no goal.
        package var goal: Double?
        /// The prediction of the day on which the goal is reached; nil: no goal.
        package var prediction: Prediction?
    }

    @Message
    package struct SmoothedEntry: Codable, Hashable, Sendable {
        /// The day of the weight entry.
        package var date: CivilDate
        /// The weight, in `unit` of the response.
        package var weight: Double
        /// The exponential moving average up to the entry, in `unit` of the response.
        package var average: Double
    }

    @Message
    package struct Day: Codable, Hashable, Sendable {
        /// The day.
        package var date: CivilDate
        /// The mean of the day's weight entries, in `unit` of the response.
        package var weight: Double
        /// The daily moving average up to the day, in `unit` of the response.
        package var average: Double
        /// The change of the average per day since the day before in the list, in `unit` of the
        /// response; nil: the first day.
        package var ratePerDay: Double?
    }

    /// A predicted day after the last day with a weight, by Holt's linear method.
    @Message
    package struct ForecastDay: Codable, Hashable, Sendable {
        /// The day.
        package var date: CivilDate
        /// The expected weight, in `unit` of the response, within 1 to 1500 lb.
        package var weight: Double
        /// The lower bound of the 80 % prediction interval, in `unit` of the response.
        package var low: Double
        /// The upper bound of the 80 % prediction interval, in `unit` of the response.
        package var high: Double
    }

    /// The prediction of the day on which the goal is reached.
    @Message
    package struct Prediction: Codable, Hashable, Sendable {
        /// The result: `noData`, `insufficientData` below seven days, `atGoal`, `wrongDirection`,
        /// `tooSlow` above 730 days, or `onTrack`.
        package var status: String
        /// The day on which the goal is reached; nil: not `onTrack`.
        package var date: CivilDate? = nil
        /// The days from the last day with a weight to `date`; nil: not `onTrack`.
        package var days: Int? = nil
        /// The distance of the level to the goal, in `unit` of the response, 0 or more; nil: not
        /// `onTrack`.
        package var weightToGoal: Double? = nil
        /// The trend per seven days, in `unit` of the response, negative for a decrease; nil: not
        /// `onTrack`.
        package var weeklyVelocity: Double? = nil
    }
}
