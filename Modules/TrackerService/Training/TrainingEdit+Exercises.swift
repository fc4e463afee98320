import Contracts
import HealthMetrics
import JSON
import NaturalInput
import RPC
import Tracker
import TrackerDocuments

extension TrainingEdit {
    private static let types = ["strength", "cardio", "timed"]
    private static let muscleLimit = 20

    /// Adds an exercise, and the muscle groups that the profile does not have.
    @discardableResult
    mutating func addExercise(
        _ request: Training.AddExerciseRequest
    ) throws -> TrainingHistory.Exercise {
        let name = try checkedName(request.name, of: "an exercise")
        let type = request.type ?? "strength"
        guard Self.types.contains(type) else {
            throw Status(
                .invalidArgument, "\"\(type)\" is not a type of an exercise.",
                hint: "Use strength, cardio or timed.")
        }
        let known = history.exercises.values.map(\.name)
        if let index = NameMatch.indices(named: name, among: known).first {
            throw Status(
                .alreadyExists, "There is an exercise called \"\(known[index])\" already.",
                hint: "List the exercises with: dayline training exercises")
        }
        let muscles = request.muscles ?? []
        guard muscles.count <= Self.muscleLimit else {
            throw Status(
                .invalidArgument,
                "The exercise has \(muscles.count) muscles; at most \(Self.muscleLimit) are allowed.",
                hint: "Name the muscles that the exercise trains most.")
        }
        let id = RandomIdentifier.next()
        var record: JSONObject = [
            "id": .string(id), "name": .string(name), "exerciseTypeRaw": .string(type),
            "isPreSeeded": .bool(false), "createdAt": .string(DocumentInstant.text(now)),
        ]
        if let equipment = request.equipment, !equipment.isEmpty {
            record["equipment"] = .string(try checkedName(equipment, of: "an equipment"))
        }
        if type == "cardio" {
            record["distanceUnit"] = .string(try distanceUnit(request.distanceUnit))
        }
        records[.exercises, id] = record
        for involvement in muscles { try add(involvement, to: id) }
        summary = "add exercise \(name)"
        return try history.exercise(id)
    }

    private func distanceUnit(_ typed: String?) throws(Status) -> String {
        guard let typed else { return units.distanceUnit }
        for unit in ["km", "mi", "m", "yd"] {
            let conversion = try? UnitConversion(spokenUnit: typed, to: unit)
            if conversion?.isIdentity == true { return unit }
        }
        throw Status(
            .invalidArgument, "\"\(typed)\" is not a unit of distances.",
            hint: "Use km, mi, m or yd.")
    }

    private mutating func add(_ involvement: Training.Involvement, to exercise: String) throws {
        let muscle = try checkedName(involvement.muscle, of: "a muscle")
        guard involvement.share > 0, involvement.share <= 1 else {
            throw Status(
                .invalidArgument,
                "The share \(plainText(involvement.share)) of \(muscle) is out of range: up to 1.",
                hint: "Write shares as Chest:1,Triceps:0.5")
        }
        let groups = records.records(.muscleGroups)
        let names = groups.map { $0.text("name") ?? "" }
        let group: String
        if let index = NameMatch.indices(named: muscle, among: names).first,
            let id = groups[index].text("id")
        {
            group = id
        } else {
            group = RandomIdentifier.next()
            records[.muscleGroups, group] = [
                "id": .string(group), "name": .string(muscle), "isPreSeeded": .bool(false),
                "sortOrder": JSONValue(groups.count),
            ]
        }
        let id = RandomIdentifier.next()
        records[.exerciseMuscles, id] = [
            "id": .string(id), "exerciseID": .string(exercise), "muscleGroupID": .string(group),
            "involvementScore": JSONValue(involvement.share),
        ]
    }
}
