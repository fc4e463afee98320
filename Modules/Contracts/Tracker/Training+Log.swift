package import CivilTime
import Memberwise
package import RPC

/// Logging of training sessions. A request names a training session by its identifier, a unique prefix
/// of the identifier, the word `last`, or a day with one training session, such as `yesterday`.
extension Training {
    /// One training session with its sets. NOT_FOUND if the profile has no such training session.
    package static let session = Method<SessionRequest, SessionResponse>(
        service, "Session", repeatable: true)
    /// Starts a training session. FAILED_PRECONDITION while another one is open.
    package static let start = Method<StartRequest, SessionResponse>(service, "Start")
    /// Adds sets, or a cardio entry, to a training session.
    package static let log = Method<LogRequest, SessionResponse>(service, "Log")
    /// Ends the open training session. FAILED_PRECONDITION if none, or not that of the request, is open.
    package static let finish = Method<FinishRequest, SessionResponse>(service, "Finish")
    /// Changes a training session.
    package static let edit = Method<EditRequest, SessionResponse>(service, "Edit")
    /// Replaces a set of a training session.
    package static let editSet = Method<EditSetRequest, SessionResponse>(service, "EditSet")
    /// Deletes a training session with its sets, or one set.
    package static let delete = Method<DeleteRequest, SessionResponse>(service, "Delete")

    /// The maximum number of sets of a training session.
    package static let setLimit = 500

    @Message
    package struct SessionRequest: Codable, Hashable, WireValue {
        /// The training session; nil: the open one, else the newest.
        package var session: String? = nil
    }

    @Message
    package struct StartRequest: Codable, Hashable, WireValue {
        /// The day of the plan: its label, a unique prefix of the label, or a weekday such as
        /// `mon`; nil: the weekday of the training session, without a plan if no plan has it.
        package var day: String? = nil
        /// The name of the plan; nil: the active plans.
        package var plan: String? = nil
        /// The type of a training session without a plan: `strength` or `cardio`; nil: `strength`.
        package var type: String? = nil
        /// The day of the training session, not after today; nil: today in the profile's zone.
        package var on: CivilDate? = nil
        /// The time of the start in the profile's zone, such as `18:30`; nil: now, and not recorded
        /// for a past day.
        package var at: String? = nil
        /// Notes; nil: none.
        package var notes: String? = nil
    }

    @Message
    package struct LogRequest: Codable, Hashable, WireValue {
        /// The name of an exercise, a unique prefix of the name, or the identifier.
        package var exercise: String
        /// The set: repetitions with a weight (`5x100kg`), equal sets (`3x5x100kg`), repetitions
        /// (`12`, or `3x12x` for equal sets), a time (`90s`), or distance and time of cardio
        /// (`5km 25min`). A weight without a unit has the unit of the setting `units`.
        package var set: String
        /// True for a warm-up; nil: false.
        package var warmup: Bool? = nil
        /// The rate of perceived exertion, 1 to 10; nil: none.
        package var rpe: Double? = nil
        /// The training session; nil: the open one.
        package var session: String? = nil
        /// True to add an exercise of this name if the profile has none; nil: false.
        package var isNew: Bool? = nil
    }

    @Message
    package struct FinishRequest: Codable, Hashable, WireValue {
        /// The training session; nil: the open one.
        package var session: String? = nil
        /// True to end the training session as abandoned; nil: false.
        package var abandon: Bool? = nil
        /// The duration without pauses, such as `55min` or `1h10`; nil: until now, or until the last
        /// set of a training session that was started more than 12 hours ago.
        package var duration: String? = nil
        /// The notes; nil: unchanged.
        package var notes: String? = nil
    }

    /// Fields that are nil are unchanged.
    @Message
    package struct EditRequest: Codable, Hashable, WireValue {
        /// The training session.
        package var session: String
        /// The new day, not after today; nil: unchanged.
        package var day: CivilDate? = nil
        /// The time of the start in the profile's zone, such as `18:30`; nil: unchanged.
        package var at: String? = nil
        /// The duration without pauses, such as `55min` or `1h10`; nil: unchanged.
        package var duration: String? = nil
        /// The label; empty: none, nil: unchanged.
        package var label: String? = nil
        /// The notes; empty: none, nil: unchanged.
        package var notes: String? = nil
        /// The status: `completed` or `abandoned`; nil: unchanged.
        package var status: String? = nil
    }

    @Message
    package struct EditSetRequest: Codable, Hashable, WireValue {
        /// The training session.
        package var session: String
        /// The number of the set in the training session, from 1.
        package var number: Int
        /// The new set, in the form of `set` of `Log`; nil: unchanged.
        package var set: String? = nil
        /// True for a warm-up; nil: unchanged.
        package var warmup: Bool? = nil
        /// The rate of perceived exertion, 1 to 10; nil: unchanged.
        package var rpe: Double? = nil
    }

    @Message
    package struct DeleteRequest: Codable, Hashable, WireValue {
        /// The training session.
        package var session: String
        /// The number of the set to delete, from 1; nil: delete the training session.
        package var number: Int? = nil
    }

    @Message
    package struct SessionResponse: Codable, Hashable, WireValue {
        /// The training session with its sets; as it was if it is deleted.
        package var session: Session
        /// The personal records that the request improved; empty: none.
        package var records: [NewRecord] = []
    }

    /// A set, or a cardio entry, of a training session.
    @Message
    package struct LoggedSet: Codable, Hashable, Sendable {
        /// The number in the training session, from 1.
        package var number: Int
        /// The name of the exercise.
        package var exercise: String
        /// The repetitions; nil: a timed set or cardio.
        package var reps: Int? = nil
        /// The weight as entered, in `weightUnit`; nil: no weight.
        package var weight: Double? = nil
        /// The unit of `weight`: `kg` or `lb`; nil: no weight.
        package var weightUnit: String? = nil
        /// The time in seconds; nil: not recorded.
        package var seconds: Double? = nil
        /// The distance, in `distanceUnit`; nil: no cardio, or not recorded.
        package var distance: Double? = nil
        /// The unit of `distance`, such as `km`; nil: no distance, or not known.
        package var distanceUnit: String? = nil
        /// True for a warm-up.
        package var warmup: Bool
        /// The rate of perceived exertion, 1 to 10; nil: not recorded.
        package var rpe: Double? = nil
    }

    /// An improved personal record.
    @Message
    package struct NewRecord: Codable, Hashable, Sendable {
        /// The name of the exercise.
        package var exercise: String
        /// The kind: `heaviestWeight`, `oneRepMaximum`, `setVolume`, `reps` or `seconds`.
        package var kind: String
        /// The new record, in `unit`.
        package var value: Double
        /// The record before, in `unit`.
        package var previous: Double
        /// The unit of weights and volumes, `kg` or `lb`, or `s`; nil: repetitions.
        package var unit: String?
    }

    /// An imported workout that shares at least half of the shorter time with a training session.
    @Message
    package struct MatchedWorkout: Codable, Hashable, Sendable {
        /// The identifier of the workout, for `Insights/Workout`.
        package var id: String
        /// The type of the workout: HealthKit's name without its prefix.
        package var type: String
        /// The duration without pauses, in seconds.
        package var seconds: Double
        /// The name of the source.
        package var source: String
        /// The active energy in kilocalories; nil: not measured.
        package var energy: Double? = nil
        /// The average heart rate in beats per minute; nil: not measured.
        package var heartRate: Double? = nil
    }
}
