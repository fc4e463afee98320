package import CivilTime
package import Milestones
import RPC

extension Weights {
    package struct TrendRequest: Codable, Hashable, WireValue {
        package var from: CivilDate?
        package var to: CivilDate?
        /// Nil: the goal's unit, else that of the newest weighing.
        package var unit: WeightUnit?
        /// Days to look ahead, within ``WeightForecast/daysAhead``; nil: 14.
        package var ahead: Int?
        package var on: CivilDate?

        package init(
            from: CivilDate? = nil, to: CivilDate? = nil, unit: WeightUnit? = nil,
            ahead: Int? = nil, on: CivilDate? = nil
        ) {
            self.from = from
            self.to = to
            self.unit = unit
            self.ahead = ahead
            self.on = on
        }
    }

    /// How the weight goes, in `unit`.
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

        package init(
            unit: WeightUnit, entries: [SmoothedEntry], days: [Day], level: Double?,
            perDay: Double?,
            forecast: [ForecastDay], weeklyRate: Double?, direction: WeightDirection, goal: Double?,
            prediction: Prediction?
        ) {
            self.unit = unit
            self.entries = entries
            self.days = days
            self.level = level
            self.perDay = perDay
            self.forecast = forecast
            self.weeklyRate = weeklyRate
            self.direction = direction
            self.goal = goal
            self.prediction = prediction
        }
    }

    package struct SmoothedEntry: Codable, Hashable, Sendable {
        package var date: CivilDate
        package var weight: Double
        package var average: Double

        package init(date: CivilDate, weight: Double, average: Double) {
            self.date = date
            self.weight = weight
            self.average = average
        }
    }

    package struct Day: Codable, Hashable, Sendable {
        package var date: CivilDate
        /// The mean of the day's weighings.
        package var weight: Double
        package var average: Double
        /// Of the average; nil on the first day.
        package var ratePerDay: Double?

        package init(date: CivilDate, weight: Double, average: Double, ratePerDay: Double?) {
            self.date = date
            self.weight = weight
            self.average = average
            self.ratePerDay = ratePerDay
        }
    }

    /// A day to come, if the trend goes on.
    package struct ForecastDay: Codable, Hashable, Sendable {
        package var date: CivilDate
        package var weight: Double
        /// Four of five weights of that day would lie between these, if the days ahead scatter as
        /// those behind.
        package var low: Double
        package var high: Double

        package init(date: CivilDate, weight: Double, low: Double, high: Double) {
            self.date = date
            self.weight = weight
            self.low = low
            self.high = high
        }
    }

    /// When the goal will be reached.
    package struct Prediction: Codable, Hashable, Sendable {
        /// `noData`, `insufficientData`, `atGoal`, `wrongDirection`, `tooSlow` or `onTrack`.
        package var status: String
        package var date: CivilDate?
        package var days: Int?
        package var weightToGoal: Double?
        package var weeklyVelocity: Double?

        package init(
            status: String, date: CivilDate? = nil, days: Int? = nil, weightToGoal: Double? = nil,
            weeklyVelocity: Double? = nil
        ) {
            self.status = status
            self.date = date
            self.days = days
            self.weightToGoal = weightToGoal
            self.weeklyVelocity = weeklyVelocity
        }
    }
}
