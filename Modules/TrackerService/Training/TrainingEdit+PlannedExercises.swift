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
    private static let exerciseLimit = 50
    private static let defaultSets = 3

    /// An exercise of a day of a plan, as stored.
    private struct Planned {
        var list: TrainingRecords.List
        var id: String
        var exercise: String
        var order: Double
    }

    /// Adds, changes or removes an exercise of a day of a plan.
    mutating func setExercise(_ request: Training.PlanExerciseRequest) throws -> String {
        let history = history
        let plan = try history.plan(request.plan)
        let day = try plan.day(request.day, today: today)
        let exercise = try history.exercise(request.exercise)
        let list: TrainingRecords.List =
            exercise.kind == "cardio" ? .cardioPlanExercises : .strengthPlanExercises
        var planned = planned(on: day)
        let index = planned.firstIndex { $0.exercise == exercise.id && $0.list == list }
        if request.remove == true {
            guard let index else {
                throw Status(
                    .notFound,
                    "\"\(exercise.name)\" is not planned on that day of \"\(plan.name)\".",
                    hint: "See the plan with: dayline training plan list")
            }
            records[list, planned[index].id] = nil
            planned.remove(at: index)
        } else {
            guard !day.isRest else {
                throw Status(
                    .failedPrecondition, "The day \"\(request.day)\" is a rest day.",
                    hint: "Give it a label first with: dayline training plan day "
                        + "\(quoted(plan.name)) \(quoted(request.day)) LABEL")
            }
            guard index != nil || planned.count < Self.exerciseLimit else {
                throw Status(
                    .resourceExhausted, "The day has \(planned.count) exercises already.",
                    hint: "Remove one with --remove.")
            }
            var item =
                index.map { planned[$0] }
                ?? Planned(list: list, id: RandomIdentifier.next(), exercise: exercise.id, order: 0)
            var record =
                records[list, item.id] ?? [
                    "id": .string(item.id), "exerciseID": .string(exercise.id),
                    "planDayID": .string(day.id),
                ]
            try setTargets(request, of: exercise, in: &record)
            records[list, item.id] = record
            item.order = 0
            if let index { planned.remove(at: index) }
            let position = request.position ?? (index.map { $0 + 1 } ?? planned.count + 1)
            planned.insert(item, at: min(max(position, 1), planned.count + 1) - 1)
        }
        for (position, item) in planned.enumerated() {
            records[item.list, item.id]?["sortOrder"] = JSONValue(position)
        }
        updateLabel(of: day)
        summary = "edit training plan \(plan.name)"
        return plan.id
    }

    private func planned(on day: TrainingHistory.Day) -> [Planned] {
        [TrainingRecords.List.strengthPlanExercises, .cardioPlanExercises].flatMap { list in
            records.records(list).compactMap { record in
                guard record.text("planDayID") == day.id, let id = record.text("id") else {
                    return nil
                }
                return Planned(
                    list: list, id: id, exercise: record.text("exerciseID") ?? "",
                    order: record.number("sortOrder") ?? 0)
            }
        }.sorted { ($0.order, $0.id) < ($1.order, $1.id) }
    }

    private func setTargets(
        _ request: Training.PlanExerciseRequest, of exercise: TrainingHistory.Exercise,
        in record: inout JSONObject
    ) throws(Status) {
        if exercise.kind == "cardio" {
            guard request.sets == nil, request.rir == nil else {
                throw Status(
                    .invalidArgument, "\"\(exercise.name)\" is cardio: it has no sets.",
                    hint: "Use --distance 5km or --duration 30min.")
            }
            if record["sessionTypeRaw"] == nil { record["sessionTypeRaw"] = .string("free") }
            if let distance = request.distance {
                record["targetDistance"] = JSONValue(try self.distance(distance, of: exercise))
            }
            if let duration = request.duration {
                record["targetDurationMin"] = JSONValue(try Amount.seconds(of: duration) / 60)
            }
            return
        }
        guard request.distance == nil, request.duration == nil else {
            throw Status(
                .invalidArgument, "\"\(exercise.name)\" is not cardio: it has no distance.",
                hint: "Use --sets 4.")
        }
        let sets = request.sets ?? record.number("targetSets").map { Int($0) } ?? Self.defaultSets
        guard (1...100).contains(sets) else {
            throw Status(
                .invalidArgument, "\(sets) sets are out of range: 1 to 100.",
                hint: "For example: --sets 4")
        }
        record["targetSets"] = JSONValue(sets)
        if let rir = request.rir {
            guard (0...10).contains(rir) else {
                throw Status(
                    .invalidArgument, "\(rir) repetitions in reserve are out of range: 0 to 10.",
                    hint: "For example: --rir 2")
            }
            record["rir"] = JSONValue(rir)
        }
    }

    /// A target distance in the unit of the exercise.
    private func distance(
        _ text: String, of exercise: TrainingHistory.Exercise
    ) throws(Status) -> Double {
        let unit = exercise.distanceUnit ?? units.distanceUnit
        if let amount = try? Amount(text),
            let conversion = try? UnitConversion(spokenUnit: amount.unit ?? unit, to: unit)
        {
            let distance = conversion.converted(amount.number)
            if distance > 0, distance.isMeasurable { return distance }
        }
        throw Status(
            .invalidArgument, "\"\(text)\" is not a distance in \(unit).",
            hint: "Write a distance as 5\(unit).")
    }

    /// Names a day after the muscles of its exercises, unless a person named the day.
    mutating func updateLabel(of day: TrainingHistory.Day) {
        guard var record = records[.planDays, day.id],
            record["isLabelOverridden"]?.bool == false
        else { return }
        let history = history
        let current = history.plans.lazy.flatMap(\.days).first { $0.id == day.id }
        let volumes = effectiveSets(
            (current?.exercises ?? []).map { planned in
                (sets: planned.sets ?? 0, muscles: history.exercises[planned.id]?.muscles ?? [])
            })
        record["dayLabel"] = .string(
            volumes.values.reduce(0, +) > 0 ? TrainingDayLabel(volumes: volumes).rawValue : "")
        records[.planDays, day.id] = record
    }
}
