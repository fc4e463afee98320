package import CivilTime
import Memberwise
package import RPC

/// Training: exercises, plans, training sessions and sets, and their statistics. Served by the tracker
/// worker.
package enum Training {
    package static let service = "dayline.tracker.Training"

    package static let exercises = Method<Empty, ExercisesResponse>(
        service, "Exercises", repeatable: true)
    package static let plans = Method<Empty, PlansResponse>(service, "Plans", repeatable: true)
    package static let sessions = Method<DayRangeRequest, SessionsResponse>(
        service, "Sessions", repeatable: true)
    package static let records = Method<DayRangeRequest, RecordsResponse>(
        service, "Records", repeatable: true)
    /// Returns the effective sets of each muscle in the week of a day.
    package static let volume = Method<VolumeRequest, VolumeResponse>(
        service, "Volume", repeatable: true)
    /// Returns the share of planned training that was done.
    package static let adherence = Method<DayRangeRequest, AdherenceResponse>(
        service, "Adherence", repeatable: true)

    @Message
    package struct DayRangeRequest: Codable, Hashable, WireValue {
        /// The first day, inclusive; nil: no lower bound.
        package var from: CivilDate? = nil
        /// The last day, inclusive; nil: the day of `on`.
        package var to: CivilDate? = nil
        /// The last day if `to` is nil; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct VolumeRequest: Codable, Hashable, WireValue {
        /// A day of the week to answer for; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct ExercisesResponse: Codable, Hashable, WireValue {
        /// The exercises, ascending by name.
        package var exercises: [Exercise]
    }

    @Message
    package struct Exercise: Codable, Hashable, Sendable {
        /// The identifier of the exercise.
        package var id: String
        /// The name of the exercise; the identifier if the exercise has no name.
        package var name: String
        /// The type of the exercise: `strength`, `cardio` or `timed`.
        package var type: String
        /// The equipment as text; nil: unknown.
        package var equipment: String?
        /// The trained muscles with their shares; may be empty.
        package var muscles: [Involvement]
        /// The number of training sessions with the exercise.
        package var sessions: Int
    }

    @Message
    package struct Involvement: Codable, Hashable, Sendable {
        /// The name of the muscle group.
        package var muscle: String
        /// The share of a set that counts for the muscle, 0 to 1.
        package var share: Double
    }

    @Message
    package struct PlansResponse: Codable, Hashable, WireValue {
        /// The training plans, in the order of the document.
        package var plans: [Plan]
    }

    @Message
    package struct Plan: Codable, Hashable, Sendable {
        /// The identifier of the plan.
        package var id: String
        /// The name of the plan; the identifier if the plan has no name.
        package var name: String
        /// The type of the plan: `strength` or `cardio`.
        package var type: String
        /// The status of the plan: `draft`, `active`, `inactive`, or another one of a document.
        package var status: String
        /// The days of the plan, ascending by weekday.
        package var days: [PlanDay]
    }

    @Message
    package struct PlanDay: Codable, Hashable, Sendable {
        /// The ISO weekday, 1 Monday to 7 Sunday.
        package var weekday: Int
        /// The label of the day, such as `Push`; may be empty.
        package var label: String
        /// True if the day is a rest day.
        package var rest: Bool
        /// The planned exercises in order.
        package var exercises: [PlannedExercise]
    }

    @Message
    package struct PlannedExercise: Codable, Hashable, Sendable {
        /// The name of the exercise.
        package var exercise: String
        /// The number of planned sets; nil: cardio.
        package var sets: Int?
        /// The planned repetitions in reserve; nil: none.
        package var rir: Int? = nil
        /// The target distance of cardio, in `distanceUnit`; nil: none.
        package var distance: Double? = nil
        /// The unit of the distances of the exercise, such as `km`; nil: not known.
        package var distanceUnit: String? = nil
        /// The target time of cardio in seconds; nil: none.
        package var seconds: Double? = nil
    }

    @Message
    package struct SessionsResponse: Codable, Hashable, WireValue {
        /// The training sessions, newest first.
        package var sessions: [Session]
    }

    @Message
    package struct Session: Codable, Hashable, Sendable {
        /// The identifier of the training session.
        package var id: String
        /// The day of the training session in the profile's zone.
        package var date: CivilDate
        /// The type of the training session: `strength` or `cardio`.
        package var type: String
        /// The name of the plan; nil: none.
        package var plan: String?
        /// The label of the plan day; nil: none.
        package var label: String?
        /// The status: `inProgress`, `paused`, `completed` or `abandoned`.
        package var status: String
        /// The duration without pauses in seconds; nil: a training session without start or end.
        package var seconds: Double?
        /// The names of the exercises, each once, in order.
        package var exercises: [String]
        /// The number of sets without warm-ups.
        package var sets: Int
        /// The sum of weight times repetitions of the sets without warm-ups, in `weightUnit`.
        package var volume: Double
        /// The sum of the cardio distances, in `distanceUnit`; nil: no distance, or distances in
        /// units that cannot be converted into each other.
        package var distance: Double?
        /// The unit of the first exercise with a distance; nil: no `distance`, or no unit in the
        /// document.
        package var distanceUnit: String? = nil
        /// The notes; nil: none.
        package var notes: String?
        /// The unit of `volume`: `kg` or `lb`, by the setting `units`. Weights of a document have no
        /// unit and are taken as weights in this unit. Nil: a response of an earlier version.
        package var weightUnit: String? = nil
        /// The start as RFC 3339 in UTC; nil: not recorded.
        @Field(.instant) package var start: String? = nil
        /// The end as RFC 3339 in UTC; nil: open, or not recorded.
        @Field(.instant) package var end: String? = nil
        /// The sets and cardio entries in order; nil: not asked for, as in a list.
        package var logged: [LoggedSet]? = nil
        /// The imported workout of the same time; nil: none, or not asked for.
        package var workout: MatchedWorkout? = nil
    }

    @Message
    package struct RecordsResponse: Codable, Hashable, WireValue {
        /// The best sets of each exercise, ascending by name.
        package var records: [Record]
    }

    /// A personal record of an exercise.
    @Message
    package struct Record: Codable, Hashable, Sendable {
        /// The name of the exercise.
        package var exercise: String
        /// The greatest weight of a set, in `weightUnit`; nil: no weight.
        package var heaviestWeight: Double?
        /// The estimated maximum weight of one repetition by Brzycki's formula, from sets of 1 to
        /// 36 repetitions, in `weightUnit`; nil: no such set with a weight.
        package var oneRepMaximum: Double?
        /// The greatest weight times repetitions of one set, in `weightUnit`; nil: no weight.
        package var setVolume: Double?
        /// The greatest number of repetitions of one set; nil: no repetitions.
        package var reps: Int?
        /// The longest time of a set without repetitions, in seconds; nil: no timed set.
        package var seconds: Double? = nil
        /// The unit of the weights: `kg` or `lb`, by the setting `units`; nil: a response of an earlier
        /// version.
        package var weightUnit: String? = nil
    }

    @Message
    package struct VolumeResponse: Codable, Hashable, WireValue {
        /// The first day of the week, inclusive.
        package var from: CivilDate
        /// The last day of the week, inclusive.
        package var to: CivilDate
        /// The muscles with sets or landmarks, ascending by name.
        package var muscles: [Muscle]
    }

    @Message
    package struct Muscle: Codable, Hashable, Sendable {
        /// The name of the muscle group.
        package var muscle: String
        /// The number of sets of the week without warm-ups, each counted by the share of the
        /// muscle.
        package var sets: Double
        /// The volume relative to the landmarks: `belowMEV`, `nearMEV`, `inMAV` or `aboveMRV`; nil:
        /// no landmarks.
        package var state: String?
        /// The minimum effective volume in sets per week; nil: unknown.
        package var mev: Double?
        /// The maximum adaptive volume in sets per week; nil: unknown.
        package var mav: Double?
        /// The maximum recoverable volume in sets per week; nil: unknown.
        package var mrv: Double?
    }

    @Message
    package struct AdherenceResponse: Codable, Hashable, WireValue {
        /// The share of the listed training sessions that fulfilled their plan, 0 to 1; nil: none
        /// listed.
        package var rate: Double?
        /// The completed or abandoned training sessions with a plan day, newest first.
        package var sessions: [SessionAdherence]
    }

    @Message
    package struct SessionAdherence: Codable, Hashable, Sendable {
        /// The identifier of the training session.
        package var id: String
        /// The day of the training session in the profile's zone.
        package var date: CivilDate
        /// The label of the plan day; nil: none.
        package var label: String?
        /// The number of planned sets, or of planned exercises of cardio.
        package var planned: Int
        /// The number of sets without warm-ups, or of different exercises of cardio.
        package var done: Int
        /// True if at least 80 % of the plan was done.
        package var completed: Bool
        /// The part of the plan that was done, such as `Incomplete: 3/8 sets`; nil: completed.
        package var reason: String?
    }
}
