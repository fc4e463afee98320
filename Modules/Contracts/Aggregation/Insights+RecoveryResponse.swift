package import CivilTime
import Memberwise
package import RPC

extension Insights {
    /// Returns a row for every day of a range: its workouts, the night before it, and its vital
    /// signs.
    package static let recovery = Method<RecoveryRequest, RecoveryResponse>(
        service, "Recovery", repeatable: true)

    @Message
    package struct RecoveryRequest: Codable, Hashable, WireValue {
        /// The first day, inclusive, at most 3,659 days before the last; nil: 89 days before the
        /// last.
        package var from: CivilDate? = nil
        /// The last day, inclusive; nil: the day of `on`.
        package var to: CivilDate? = nil
        /// The last day if `to` is nil; nil: today in the profile's zone.
        package var on: CivilDate? = nil
        /// The IANA name of the zone whose days are used, for this response only; nil: the
        /// profile's zones.
        package var zone: String? = nil
    }

    @Message
    package struct RecoveryResponse: Codable, Hashable, WireValue {
        /// Every day of the range, ascending.
        package var days: [RecoveryDay]
        /// The mean of each value over the days that have a value, as text for the header of a
        /// chart, by key of the value; a dash without data.
        package var headers: [String: String]
    }

    /// The workouts, the night and the vital signs of a day. A value without data is nil, never 0.
    @Message
    package struct RecoveryDay: Codable, Hashable, Sendable {
        /// The day.
        package var date: CivilDate
        /// The number of workouts that start on the day; 0: none.
        package var workoutCount: Int
        /// The mean duration of the day's workouts without pauses, in seconds; nil: no workout.
        package var averageDuration: Double?
        /// The mean active energy of the day's workouts that have energy, in kilocalories; nil:
        /// none has.
        package var averageCalories: Double?
        /// The sleep of the night that ended on the day, in hours; nil: no data.
        package var averageSleepHours: Double?
        /// The mean heart rate variability (SDNN) of the day, in milliseconds; nil: no data.
        package var averageHRV: Double?
        /// The mean resting heart rate of the day, in beats per minute; nil: no data.
        package var averageRHR: Double?
        /// The mean respiratory rate of the day, in breaths per minute; nil: no data.
        package var averageRespiratoryRate: Double?
    }
}
