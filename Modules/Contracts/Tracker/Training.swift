package import CivilTime
import Memberwise
package import RPC

/// Workouts as the tracker keeps them: exercises, plans, sessions and sets, and what comes of them.
/// Served by the tracker worker.
package enum Training {
    package static let service = "dayline.tracker.Training"

    package static let exercises = Method<Empty, ExercisesResponse>(
        service, "Exercises", repeatable: true)
    package static let plans = Method<Empty, PlansResponse>(service, "Plans", repeatable: true)
    package static let sessions = Method<DayRangeRequest, SessionsResponse>(
        service, "Sessions", repeatable: true)
    package static let records = Method<DayRangeRequest, RecordsResponse>(
        service, "Records", repeatable: true)
    /// The effective sets of each muscle in the week of a day.
    package static let volume = Method<VolumeRequest, VolumeResponse>(
        service, "Volume", repeatable: true)
    /// The share of planned training that was done.
    package static let adherence = Method<DayRangeRequest, AdherenceResponse>(
        service, "Adherence", repeatable: true)

    @Message
    package struct DayRangeRequest: Codable, Hashable, WireValue {
        package var from: CivilDate? = nil
        package var to: CivilDate? = nil
        /// Nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct VolumeRequest: Codable, Hashable, WireValue {
        package var on: CivilDate? = nil
    }

    @Message
    package struct ExercisesResponse: Codable, Hashable, WireValue {
        /// By name.
        package var exercises: [Exercise]
    }

    @Message
    package struct Exercise: Codable, Hashable, Sendable {
        package var id: String
        package var name: String
        /// `strength`, `cardio` or `timed`.
        package var type: String
        package var equipment: String?
        package var muscles: [Involvement]
        /// Sessions in which it was done.
        package var sessions: Int
    }

    @Message
    package struct Involvement: Codable, Hashable, Sendable {
        package var muscle: String
        /// 0 to 1.
        package var share: Double
    }

    @Message
    package struct PlansResponse: Codable, Hashable, WireValue {
        package var plans: [Plan]
    }

    @Message
    package struct Plan: Codable, Hashable, Sendable {
        package var id: String
        package var name: String
        package var type: String
        package var status: String
        package var days: [PlanDay]
    }

    @Message
    package struct PlanDay: Codable, Hashable, Sendable {
        /// ISO weekday.
        package var weekday: Int
        package var label: String
        package var rest: Bool
        package var exercises: [PlannedExercise]
    }

    @Message
    package struct PlannedExercise: Codable, Hashable, Sendable {
        package var exercise: String
        /// Nil for cardio.
        package var sets: Int?
    }

    @Message
    package struct SessionsResponse: Codable, Hashable, WireValue {
        /// Newest first.
        package var sessions: [Session]
    }

    @Message
    package struct Session: Codable, Hashable, Sendable {
        package var id: String
        package var date: CivilDate
        /// `strength` or `cardio`.
        package var type: String
        package var plan: String?
        package var label: String?
        package var status: String
        /// Without pauses.
        package var seconds: Double?
        package var exercises: [String]
        /// Working sets.
        package var sets: Int
        /// Weight times repetitions of the working sets.
        package var volume: Double
        /// Of cardio.
        package var distance: Double?
        package var notes: String?
    }

    @Message
    package struct RecordsResponse: Codable, Hashable, WireValue {
        /// By exercise.
        package var records: [Record]
    }

    /// The best at an exercise.
    @Message
    package struct Record: Codable, Hashable, Sendable {
        package var exercise: String
        package var heaviestWeight: Double?
        /// By Brzycki's formula.
        package var oneRepMaximum: Double?
        package var setVolume: Double?
        package var reps: Int?
    }

    @Message
    package struct VolumeResponse: Codable, Hashable, WireValue {
        package var from: CivilDate
        package var to: CivilDate
        /// By muscle.
        package var muscles: [Muscle]
    }

    @Message
    package struct Muscle: Codable, Hashable, Sendable {
        package var muscle: String
        /// Working sets, each counted by the share that the muscle has in it.
        package var sets: Double
        /// `belowMEV`, `nearMEV`, `inMAV` or `aboveMRV`; nil without landmarks.
        package var state: String?
        package var mev: Double?
        package var mav: Double?
        package var mrv: Double?
    }

    @Message
    package struct AdherenceResponse: Codable, Hashable, WireValue {
        /// Completed workouts of all that had a plan; nil without any.
        package var rate: Double?
        /// Newest first.
        package var sessions: [SessionAdherence]
    }

    @Message
    package struct SessionAdherence: Codable, Hashable, Sendable {
        package var id: String
        package var date: CivilDate
        package var label: String?
        package var planned: Int
        package var done: Int
        package var completed: Bool
        package var reason: String?
    }
}
