import CivilTime
import Contracts
import HealthMetrics
import JSON
import NaturalInput
import RPC
import Tracker
import TrackerDocuments
import Workouts

extension TrainingEdit {
    /// Adds sets, or a cardio entry, to a training session.
    /// - Returns: The identifier of the training session, and the improved records.
    mutating func log(
        _ request: Training.LogRequest
    ) throws -> (session: String, records: [Training.NewRecord]) {
        let before = history
        let session = try loggedSession(request.session, before)
        let performed = try PerformedSet(request.set, weightUnit: units.weightUnit)
        let exercise = try exercise(request.exercise, performed, request.isNew == true, before)
        let isCardio = try performed.isCardio(of: exercise)
        let number = isCardio ? session.cardio.count : session.sets.count
        guard number + performed.count <= Training.setLimit else {
            throw Status(
                .resourceExhausted,
                "The training session of \(session.day) has \(number) sets; at most "
                    + "\(Training.setLimit) are allowed.",
                hint: "Finish it, and start another one with: dayline training start")
        }
        summary = "log \(exercise.name) \(performed.text)"
        let details = try SetDetails(request.warmup, request.rpe, isCardio: isCardio)
        if isCardio {
            for _ in 0..<performed.count {
                let id = RandomIdentifier.next()
                var record: JSONObject = [
                    "id": .string(id), "exerciseID": .string(exercise.id),
                    "sessionID": .string(session.id),
                ]
                try store(performed, details, of: exercise, in: &record)
                records[.cardio, id] = record
            }
            return (session.id, [])
        }
        let earlier = session.sets.filter { $0.exercise == exercise.id }
        let completed = completion(in: session).map { JSONValue.string(secondText($0)) }
        var added: Set<String> = []
        for offset in 0..<performed.count {
            let id = RandomIdentifier.next()
            var record: JSONObject = [
                "id": .string(id), "exerciseID": .string(exercise.id),
                "sessionID": .string(session.id),
                "setNumber": JSONValue(earlier.count + offset + 1),
            ]
            record["completedAt"] = completed
            store(performed, details, in: &record)
            records[.sets, id] = record
            added.insert(id)
        }
        return (session.id, history.improvements(by: added, of: exercise))
    }

    /// Replaces a set or a cardio entry.
    /// - Returns: The identifier of the training session, and the improved records.
    mutating func edit(
        _ request: Training.EditSetRequest
    ) throws -> (session: String, records: [Training.NewRecord]) {
        let before = history
        let session = try before.session(request.session, today: today)
        let (list, id, exerciseID) = try logged(request.number, of: session)
        guard let exercise = before.exercises[exerciseID] else {
            throw Status(
                .notFound, "The exercise of set \(request.number) is not in the profile.",
                hint: "Delete the set: dayline training delete \(session.id) "
                    + "--set \(request.number)")
        }
        var record = records[list, id] ?? [:]
        let details = try SetDetails(request.warmup, request.rpe, isCardio: list == .cardio)
        if let text = request.set {
            let performed = try PerformedSet(text, weightUnit: units.weightUnit)
            guard performed.count == 1, try performed.isCardio(of: exercise) == (list == .cardio)
            else {
                throw Status(
                    .invalidArgument, "\"\(text)\" cannot replace one set of \"\(exercise.name)\".",
                    hint: "Delete the set, and log it again: dayline training delete "
                        + "\(session.id) --set \(request.number)")
            }
            if list == .cardio {
                try store(performed, details, of: exercise, in: &record)
            } else {
                store(performed, details, in: &record)
            }
        } else {
            details.store(in: &record)
        }
        records[list, id] = record
        summary = "edit \(exercise.name) of \(session.day)"
        let changesRecords = list == .sets && (request.set != nil || request.warmup != nil)
        return (session.id, changesRecords ? history.improvements(by: [id], of: exercise) : [])
    }

    /// Removes a set or a cardio entry.
    mutating func removeSet(_ number: Int, of session: TrainingHistory.Session) throws {
        let (list, id, exercise) = try logged(number, of: session)
        records[list, id] = nil
        summary = "delete \(history.name(of: exercise)) of \(session.day)"
    }

    /// The training session that sets are added to.
    private func loggedSession(
        _ typed: String?, _ history: TrainingHistory
    ) throws(Status) -> TrainingHistory.Session {
        if let typed { return try history.session(typed, today: today) }
        guard let open = history.openSession else {
            throw Status(
                .failedPrecondition, "No training session is open.",
                hint: "Start one with: dayline training start. Add to an earlier one with: "
                    + "--session last")
        }
        return open
    }

    /// The record of a set by its number in the training session.
    private func logged(
        _ number: Int, of session: TrainingHistory.Session
    ) throws(Status) -> (list: TrainingRecords.List, id: String, exercise: String) {
        let sets = session.sets.map { (list: TrainingRecords.List.sets, $0.id, $0.exercise) }
        let cardio = session.cardio.map { (list: TrainingRecords.List.cardio, $0.id, $0.exercise) }
        let logged = sets + cardio
        guard number >= 1, number <= logged.count else {
            throw Status(
                .notFound, "The training session of \(session.day) has no set \(number).",
                hint: "List its sets with: dayline training show \(session.id)")
        }
        return logged[number - 1]
    }

    /// The exercise of a name, added if the request allows it.
    private mutating func exercise(
        _ typed: String, _ performed: PerformedSet, _ isNew: Bool, _ history: TrainingHistory
    ) throws -> TrainingHistory.Exercise {
        do throws(Status) {
            return try history.exercise(typed)
        } catch {
            guard error.code == .notFound else { throw error }
            guard isNew else {
                var status = error
                if status.hint?.hasPrefix("Did you mean") != true {
                    status.hint = "Add it and log the set with: --new"
                }
                throw status
            }
            return try addExercise(
                Training.AddExerciseRequest(
                    name: typed, type: performed.exerciseType,
                    distanceUnit: performed.distance?.unit))
        }
    }

    private func store(
        _ performed: PerformedSet, _ details: SetDetails, in record: inout JSONObject
    ) {
        record["reps"] = JSONValue(performed.reps ?? 0)
        record["weight"] = JSONValue(performed.weight ?? 0)
        record["weightUnit"] = performed.weight == nil ? nil : .string(performed.weightUnit)
        record["durationSeconds"] = performed.seconds.map { JSONValue($0) }
        if record["isWarmup"] == nil { record["isWarmup"] = .bool(false) }
        details.store(in: &record)
    }

    /// Stores a cardio entry with its distance in the unit of the exercise.
    private mutating func store(
        _ performed: PerformedSet, _ details: SetDetails, of exercise: TrainingHistory.Exercise,
        in record: inout JSONObject
    ) throws {
        if let distance = performed.distance {
            let unit = try distanceUnit(of: exercise, for: distance)
            guard let spoken = distance.unit,
                let conversion = try? UnitConversion(spokenUnit: spoken, to: unit)
            else {
                throw Status(
                    .invalidArgument,
                    "\(plainText(distance.number)) \(distance.unit ?? "") cannot be converted to "
                        + "\(unit), the unit of \"\(exercise.name)\".",
                    hint: "Log the time only, such as: 25min")
            }
            record["distance"] = JSONValue(conversion.converted(distance.number))
        } else {
            record["distance"] = nil
        }
        record["durationSeconds"] = performed.seconds.map { JSONValue($0) }
        details.store(in: &record)
    }

    /// The unit of the distances of an exercise. An exercise without one gets that of the profile.
    private mutating func distanceUnit(
        of exercise: TrainingHistory.Exercise, for distance: Amount
    ) throws -> String {
        if let unit = exercise.distanceUnit { return unit }
        records[.exercises, exercise.id]?["distanceUnit"] = .string(units.distanceUnit)
        return units.distanceUnit
    }
}

/// The details of a set besides its numbers. Nil is unchanged.
private struct SetDetails {
    private let isWarmup: Bool?
    private let exertion: Double?

    /// - Throws: INVALID_ARGUMENT for an exertion out of range, or a warm-up of cardio.
    init(_ isWarmup: Bool?, _ exertion: Double?, isCardio: Bool) throws(Status) {
        guard !isCardio || isWarmup != true else {
            throw Status(
                .invalidArgument, "A cardio entry cannot be a warm-up.",
                hint: "Leave --warmup out.")
        }
        if let exertion, !(1...10).contains(exertion) {
            throw Status(
                .invalidArgument, "The exertion \(plainText(exertion)) is out of range: 1 to 10.",
                hint: "For example: --rpe 8")
        }
        self.isWarmup = isCardio ? nil : isWarmup
        self.exertion = exertion
    }

    func store(in record: inout JSONObject) {
        if let isWarmup { record["isWarmup"] = .bool(isWarmup) }
        if let exertion { record["rpe"] = JSONValue(exertion) }
    }
}

extension PerformedSet {
    /// The type of an exercise that is added for the set.
    fileprivate var exerciseType: String {
        if distance != nil { return "cardio" }
        return reps == nil ? "timed" : "strength"
    }

    /// True if the set is a cardio entry of the exercise.
    /// - Throws: INVALID_ARGUMENT if the exercise does not have such sets.
    fileprivate func isCardio(of exercise: TrainingHistory.Exercise) throws(Status) -> Bool {
        let isCardio = exercise.kind == "cardio"
        guard !isCardio || (reps == nil && weight == nil) else {
            throw Status(
                .invalidArgument, "\"\(exercise.name)\" is cardio: it takes a distance or a time.",
                hint: "For example: dayline training set \(quoted(exercise.name)) 5km 25min")
        }
        guard isCardio || distance == nil else {
            throw Status(
                .invalidArgument, "\"\(exercise.name)\" takes no distance: it is not cardio.",
                hint: "For example: dayline training set \(quoted(exercise.name)) 5x100kg")
        }
        return isCardio
    }
}

extension TrainingHistory {
    /// The records that sets improve over all other sets of the exercise.
    fileprivate func improvements(
        by added: Set<String>, of exercise: Exercise
    ) -> [Training.NewRecord] {
        let sets = sessions.flatMap(\.sets).filter { $0.exercise == exercise.id }
        let earlier = PersonalRecords(sets.filter { !added.contains($0.id) }.map(\.set))
        let new = PersonalRecords(sets.filter { added.contains($0.id) }.map(\.set))
        return new.improvements(over: earlier).map { improvement in
            let unit: String? =
                switch improvement.kind {
                case .heaviestWeight, .oneRepMaximum, .setVolume: weightUnit
                case .seconds: "s"
                case .reps: nil
                }
            return Training.NewRecord(
                exercise: exercise.name, kind: improvement.kind.rawValue, value: improvement.value,
                previous: improvement.previous, unit: unit)
        }
    }
}
