package import CivilTime
import Memberwise
package import RPC

extension Statistics {
    /// Returns the streaks of an activity over time, and its completion rate.
    package static let streakHistory = Method<StreakHistoryRequest, StreakHistoryResponse>(
        service, "StreakHistory", repeatable: true)

    @Message
    package struct StreakHistoryRequest: Codable, Hashable, WireValue {
        /// The name of an activity, a unique prefix of the name, or the identifier.
        package var activity: String
        /// The day to answer as of; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct StreakHistoryResponse: Codable, Hashable, WireValue {
        /// The name of the activity.
        package var name: String
        /// The completion rate of the last 30 days, 0 to 1, without the day of the request unless
        /// it is complete; nil: nothing was expected.
        package var rate: Double?
        /// The current and the longest streak.
        package var streak: Journal.Streak
        /// The newest runs of completed days, at most 50, newest first.
        package var runs: [Run]
    }

    /// Completed days without a missed day between them.
    @Message
    package struct Run: Codable, Hashable, Sendable {
        /// The first completed day.
        package var from: CivilDate
        /// The last completed day.
        package var to: CivilDate
        /// The number of completed days, weeks or months, in the unit of the streak.
        package var days: Int
        /// The missed day that ended the run; nil: the run is the current streak.
        package var missed: CivilDate?
    }
}
