package import CivilTime
package import JSON
package import Workouts

/// The workout records of a document, as far as statistics use them.
package struct TrainingHistory: Sendable {
    package struct Exercise: Hashable, Sendable {
        package var id: String
        package var name: String
        /// `strength`, `cardio` or `timed`.
        package var kind: String
        package var equipment: String?
        /// The unit of the distances; nil: none in the document.
        package var distanceUnit: String?
        package var muscles: [MuscleInvolvement]
    }

    package struct Plan: Hashable, Sendable {
        package var id: String
        package var name: String
        /// `strength` or `cardio`.
        package var kind: String
        package var status: String
        package var days: [Day]
    }

    package struct Day: Hashable, Sendable {
        package var id: String
        /// ISO weekday.
        package var weekday: Int
        package var label: String
        package var isRest: Bool
        /// Exercises in order.
        package var exercises: [PlannedExercise]
    }

    package struct PlannedExercise: Hashable, Sendable {
        package var id: String
        package var name: String
        /// Nil for cardio.
        package var sets: Int?
        /// The planned repetitions in reserve; nil without them.
        package var rir: Int?
        /// The target distance in the unit of the exercise; nil without one.
        package var distance: Double?
        /// The target time; nil without one.
        package var seconds: Double?
    }

    package struct Session: Hashable, Sendable {
        package var id: String
        package var kind: Adherence.Kind
        package var day: CivilDate
        package var plan: String?
        package var label: String?
        package var planDay: String?
        /// `inProgress`, `paused`, `completed` or `abandoned`.
        package var status: String
        /// The duration without pauses; nil for an open session.
        package var seconds: Double?
        package var sets: [LoggedSet]
        package var cardio: [CardioEntry]
        package var notes: String?
        /// The start in milliseconds since 1970 UTC; nil: not recorded.
        package var start: Int64?
        /// The end in milliseconds since 1970 UTC; nil for an open session, or not recorded.
        package var end: Int64?

        /// True if sets are added without naming the session.
        package var isOpen: Bool { status == "inProgress" || status == "paused" }
    }

    package struct LoggedSet: Hashable, Sendable {
        package var id: String
        package var exercise: String
        /// The set, with its weight in ``TrainingHistory/weightUnit``.
        package var set: StrengthSet
        /// The weight as entered, in `unit`.
        package var weight: Double
        /// The unit of `weight`; nil: not in the document, which is ``TrainingHistory/weightUnit``.
        package var unit: String?
        /// The rate of perceived exertion, 1 to 10; nil: not recorded.
        package var exertion: Double?
    }

    package struct CardioEntry: Hashable, Sendable {
        package var id: String
        package var exercise: String
        package var distance: Double?
        package var seconds: Double?
        /// The rate of perceived exertion, 1 to 10; nil: not recorded.
        package var exertion: Double?
    }

    /// Exercises by identifier.
    package private(set) var exercises: [String: Exercise] = [:]
    package private(set) var landmarks: [String: VolumeLandmarks] = [:]
    package private(set) var plans: [Plan] = []
    /// Oldest first.
    package private(set) var sessions: [Session] = []
    /// The unit of computed weights, `kg` or `lb`.
    package let weightUnit: String

    /// - Parameters:
    ///   - lists: The records of a document by list.
    ///   - zone: The zone that decides the day of a session.
    ///   - weightUnit: The unit of computed weights, and of weights without a unit.
    package init(
        _ lists: [String: [JSONValue]], in zone: some LocalTimeline, weightUnit: String
    ) {
        self.weightUnit = weightUnit
        let records = lists.mapValues { $0.compactMap(\.object) }
        func list(_ name: String) -> [JSONObject] { records[name] ?? [] }
        readExercises(list("exercises"), list("exerciseMuscles"), list("muscleGroups"))
        readPlans(
            list("workoutPlans"), list("workoutPlanDays"),
            strength: list("strengthPlanExercises"), cardio: list("cardioPlanExercises"))
        let sets = Dictionary(grouping: list("workoutSetLogs")) { $0.text("sessionID") ?? "" }
        let cardio = Dictionary(grouping: list("cardioSessionLogs")) { $0.text("sessionID") ?? "" }
        sessions =
            (list("strengthSessions").compactMap {
                Session($0, .strength, weightUnit, sets: sets, cardio: cardio, in: zone)
            }
            + list("cardioSessions").compactMap {
                Session($0, .cardio, weightUnit, sets: sets, cardio: cardio, in: zone)
            })
            .sorted { ($0.day, $0.start ?? .min, $0.id) < ($1.day, $1.start ?? .min, $1.id) }
    }

    package func name(of exercise: String) -> String { exercises[exercise]?.name ?? exercise }

    /// The number of planned sets, or of cardio exercises, of a plan day; nil if the day is unknown.
    package func plannedExerciseCount(_ day: String, _ kind: Adherence.Kind) -> Int? {
        guard let planDay = self.day(day) else { return nil }
        return switch kind {
        case .strength: planDay.exercises.reduce(0) { $0 + ($1.sets ?? 0) }
        case .cardio: planDay.exercises.count { $0.sets == nil }
        }
    }

    private func day(_ id: String) -> Day? {
        plans.lazy.flatMap(\.days).first { $0.id == id }
    }

    private mutating func readExercises(
        _ records: [JSONObject], _ involvements: [JSONObject], _ groups: [JSONObject]
    ) {
        var muscles: [String: String] = [:]
        for group in groups {
            guard let id = group.text("id"), let name = group.text("name") else { continue }
            muscles[id] = name
            if let least = group.number("mevSets"), let best = group.number("mavSets"),
                let most = group.number("mrvSets")
            {
                landmarks[name] = VolumeLandmarks(
                    minimumEffective: least, maximumAdaptive: best, maximumRecoverable: most)
            }
        }
        let involvementsByExercise = Dictionary(grouping: involvements) {
            $0.text("exerciseID") ?? ""
        }
        for record in records {
            guard let id = record.text("id") else { continue }
            exercises[id] = Exercise(
                id: id, name: record.text("name") ?? id,
                kind: record.text("exerciseTypeRaw") ?? "strength",
                equipment: record.text("equipment"), distanceUnit: record.text("distanceUnit"),
                muscles: (involvementsByExercise[id] ?? []).compactMap { record in
                    guard let muscle = record.text("muscleGroupID").flatMap({ muscles[$0] }) else {
                        return nil
                    }
                    return MuscleInvolvement(
                        muscle: muscle, share: record.number("involvementScore") ?? 1)
                })
        }
    }

    private mutating func readPlans(
        _ records: [JSONObject], _ days: [JSONObject], strength: [JSONObject],
        cardio: [JSONObject]
    ) {
        let daysOfPlans = Dictionary(grouping: days) { $0.text("planID") ?? "" }
        let exercises = Dictionary(grouping: strength + cardio) { $0.text("planDayID") ?? "" }
        plans = records.compactMap { record in
            guard let id = record.text("id") else { return nil }
            let days = (daysOfPlans[id] ?? []).compactMap { day -> Day? in
                guard let dayID = day.text("id") else { return nil }
                let planned = (exercises[dayID] ?? [])
                    .sorted { ($0.number("sortOrder") ?? 0) < ($1.number("sortOrder") ?? 0) }
                    .map { record in
                        PlannedExercise(
                            id: record.text("exerciseID") ?? "",
                            name: name(of: record.text("exerciseID") ?? ""),
                            sets: record.number("targetSets").map { Int($0) },
                            rir: record.number("rir").flatMap { Int(exactly: $0) },
                            distance: record.number("targetDistance"),
                            seconds: record.number("targetDurationMin").map { $0 * 60 })
                    }
                return Day(
                    id: dayID, weekday: Int(day.number("weekday") ?? 1),
                    label: day.text("dayLabel") ?? "", isRest: day["isRest"]?.bool ?? false,
                    exercises: planned)
            }
            return Plan(
                id: id, name: record.text("name") ?? id,
                kind: record.text("planTypeRaw") ?? "strength",
                status: record.text("statusRaw") ?? "draft",
                days: days.sorted { $0.weekday < $1.weekday })
        }
    }
}
