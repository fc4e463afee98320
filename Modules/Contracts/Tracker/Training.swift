package import CivilTime
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
    /// How much of what was planned was done.
    package static let adherence = Method<DayRangeRequest, AdherenceResponse>(
        service, "Adherence", repeatable: true)

    package struct DayRangeRequest: Codable, Hashable, WireValue {
        package var from: CivilDate?
        package var to: CivilDate?
        /// Nil: today in the profile's zone.
        package var on: CivilDate?

        package init(from: CivilDate? = nil, to: CivilDate? = nil, on: CivilDate? = nil) {
            self.from = from
            self.to = to
            self.on = on
        }
    }

    package struct VolumeRequest: Codable, Hashable, WireValue {
        package var on: CivilDate?

        package init(on: CivilDate? = nil) {
            self.on = on
        }
    }

    package struct ExercisesResponse: Codable, Hashable, WireValue {
        /// By name.
        package var exercises: [Exercise]

        package init(exercises: [Exercise]) {
            self.exercises = exercises
        }
    }

    package struct Exercise: Codable, Hashable, Sendable {
        package var id: String
        package var name: String
        /// `strength`, `cardio` or `timed`.
        package var type: String
        package var equipment: String?
        package var muscles: [Involvement]
        /// Sessions in which it was done.
        package var sessions: Int

        package init(
            id: String, name: String, type: String, equipment: String?, muscles: [Involvement],
            sessions: Int
        ) {
            self.id = id
            self.name = name
            self.type = type
            self.equipment = equipment
            self.muscles = muscles
            self.sessions = sessions
        }
    }

    package struct Involvement: Codable, Hashable, Sendable {
        package var muscle: String
        /// 0 to 1.
        package var share: Double

        package init(muscle: String, share: Double) {
            self.muscle = muscle
            self.share = share
        }
    }

    package struct PlansResponse: Codable, Hashable, WireValue {
        package var plans: [Plan]

        package init(plans: [Plan]) {
            self.plans = plans
        }
    }

    package struct Plan: Codable, Hashable, Sendable {
        package var id: String
        package var name: String
        package var type: String
        package var status: String
        package var days: [PlanDay]

        package init(id: String, name: String, type: String, status: String, days: [PlanDay]) {
            self.id = id
            self.name = name
            self.type = type
            self.status = status
            self.days = days
        }
    }

    package struct PlanDay: Codable, Hashable, Sendable {
        /// ISO weekday.
        package var weekday: Int
        package var label: String
        package var rest: Bool
        package var exercises: [PlannedExercise]

        package init(weekday: Int, label: String, rest: Bool, exercises: [PlannedExercise]) {
            self.weekday = weekday
            self.label = label
            self.rest = rest
            self.exercises = exercises
        }
    }

    package struct PlannedExercise: Codable, Hashable, Sendable {
        package var exercise: String
        /// Nil for cardio.
        package var sets: Int?

        package init(exercise: String, sets: Int?) {
            self.exercise = exercise
            self.sets = sets
        }
    }

    package struct SessionsResponse: Codable, Hashable, WireValue {
        /// Newest first.
        package var sessions: [Session]

        package init(sessions: [Session]) {
            self.sessions = sessions
        }
    }

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

        package init(
            id: String, date: CivilDate, type: String, plan: String?, label: String?,
            status: String, seconds: Double?, exercises: [String], sets: Int, volume: Double,
            distance: Double?, notes: String?
        ) {
            self.id = id
            self.date = date
            self.type = type
            self.plan = plan
            self.label = label
            self.status = status
            self.seconds = seconds
            self.exercises = exercises
            self.sets = sets
            self.volume = volume
            self.distance = distance
            self.notes = notes
        }
    }

    package struct RecordsResponse: Codable, Hashable, WireValue {
        /// By exercise.
        package var records: [Record]

        package init(records: [Record]) {
            self.records = records
        }
    }

    /// The best at an exercise.
    package struct Record: Codable, Hashable, Sendable {
        package var exercise: String
        package var heaviestWeight: Double?
        /// By Brzycki's formula.
        package var oneRepMaximum: Double?
        package var setVolume: Double?
        package var reps: Int?

        package init(
            exercise: String, heaviestWeight: Double?, oneRepMaximum: Double?, setVolume: Double?,
            reps: Int?
        ) {
            self.exercise = exercise
            self.heaviestWeight = heaviestWeight
            self.oneRepMaximum = oneRepMaximum
            self.setVolume = setVolume
            self.reps = reps
        }
    }

    package struct VolumeResponse: Codable, Hashable, WireValue {
        package var from: CivilDate
        package var to: CivilDate
        /// By muscle.
        package var muscles: [Muscle]

        package init(from: CivilDate, to: CivilDate, muscles: [Muscle]) {
            self.from = from
            self.to = to
            self.muscles = muscles
        }
    }

    package struct Muscle: Codable, Hashable, Sendable {
        package var muscle: String
        /// Working sets, each counted by the share that the muscle has in it.
        package var sets: Double
        /// `belowMEV`, `nearMEV`, `inMAV` or `aboveMRV`; nil without landmarks.
        package var state: String?
        package var mev: Double?
        package var mav: Double?
        package var mrv: Double?

        package init(
            muscle: String, sets: Double, state: String?, mev: Double?, mav: Double?, mrv: Double?
        ) {
            self.muscle = muscle
            self.sets = sets
            self.state = state
            self.mev = mev
            self.mav = mav
            self.mrv = mrv
        }
    }

    package struct AdherenceResponse: Codable, Hashable, WireValue {
        /// Completed workouts of all that had a plan; nil without any.
        package var rate: Double?
        /// Newest first.
        package var sessions: [SessionAdherence]

        package init(rate: Double?, sessions: [SessionAdherence]) {
            self.rate = rate
            self.sessions = sessions
        }
    }

    package struct SessionAdherence: Codable, Hashable, Sendable {
        package var id: String
        package var date: CivilDate
        package var label: String?
        package var planned: Int
        package var done: Int
        package var completed: Bool
        package var reason: String?

        package init(
            id: String, date: CivilDate, label: String?, planned: Int, done: Int, completed: Bool,
            reason: String?
        ) {
            self.id = id
            self.date = date
            self.label = label
            self.planned = planned
            self.done = done
            self.completed = completed
            self.reason = reason
        }
    }
}
