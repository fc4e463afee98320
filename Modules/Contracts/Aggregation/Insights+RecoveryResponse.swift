package import CivilTime
import Memberwise
package import RPC

extension Insights {
    /// A row for every day of a range: its workouts, the night before it, and its vital signs.
    package static let recovery = Method<RecoveryRequest, RecoveryResponse>(
        service, "Recovery", repeatable: true)

    @Message
    package struct RecoveryRequest: Codable, Hashable, WireValue {
        /// Nil: 89 days before the last.
        package var from: CivilDate? = nil
        /// Nil: the day the question is asked on.
        package var to: CivilDate? = nil
        /// Nil: today in the profile's zone.
        package var on: CivilDate? = nil
        /// The days are those of this zone, for this answer only.
        package var zone: String? = nil
    }

    @Message
    package struct RecoveryResponse: Codable, Hashable, WireValue {
        /// Ascending, none left out.
        package var days: [RecoveryDay]
        /// The mean of each chart over the days that have a value, as its header says it; a dash
        /// where none has. The keys are those of the values of a day.
        package var headers: [String: String]
    }

    /// A measure without data is nil, never 0.
    @Message
    package struct RecoveryDay: Codable, Hashable, Sendable {
        package var date: CivilDate
        package var workoutCount: Int
        /// Mean over the day's workouts, in seconds without pauses.
        package var averageDuration: Double?
        /// Mean over the day's workouts that have any, in kilocalories.
        package var averageCalories: Double?
        /// Of the night that ended on the day.
        package var averageSleepHours: Double?
        /// Heart rate variability, in milliseconds.
        package var averageHRV: Double?
        /// Resting heart rate, in beats a minute.
        package var averageRHR: Double?
        /// In breaths a minute.
        package var averageRespiratoryRate: Double?
    }
}
