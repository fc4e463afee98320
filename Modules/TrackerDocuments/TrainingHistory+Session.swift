import CivilTime
import HealthMetrics
import JSON
import Workouts

extension TrainingHistory.Session {
    /// Nil for a record without an identifier or a date.
    init?(
        _ record: JSONObject, _ kind: Adherence.Kind, _ weightUnit: String,
        sets: [String: [JSONObject]], cardio: [String: [JSONObject]], in zone: some LocalTimeline
    ) {
        guard let id = record.text("id"),
            let date = record.instant("date") ?? record.instant("startedAt")
        else { return nil }
        let ended = record.instant("endedAt")
        let started = record.instant("startedAt")
        let paused = record.number("totalPausedSeconds") ?? 0
        self.init(
            id: id, kind: kind, day: zone.civilDate(at: date), plan: record.text("planName"),
            label: record.text("dayLabel"), planDay: record.text("planDayID"),
            status: record.text("statusRaw") ?? "completed",
            seconds: started.flatMap { started in
                ended.map { max(0, (Double($0) - Double(started)) / 1000 - paused) }
            },
            sets: Self.ordered(sets[id] ?? []).map { TrainingHistory.LoggedSet($0, weightUnit) },
            cardio: Self.ordered(cardio[id] ?? []).map { record in
                TrainingHistory.CardioEntry(
                    id: record.text("id") ?? "", exercise: record.text("exerciseID") ?? "",
                    distance: record.number("distance"), seconds: record.number("durationSeconds"),
                    exertion: record.number("rpe"))
            }, notes: record.text("notes"), start: started, end: ended)
    }

    /// By time of completion; records without one last, by exercise and number.
    private static func ordered(_ records: [JSONObject]) -> [JSONObject] {
        var positions: [String: Int] = [:]
        let keys = records.enumerated().map { index, record in
            let exercise = record.text("exerciseID") ?? ""
            positions[exercise] = positions[exercise] ?? index
            return (
                record.instant("completedAt") ?? .max, positions[exercise] ?? index,
                record.number("setNumber") ?? 0
            )
        }
        return records.indices.sorted { first, second in
            keys[first] == keys[second] ? first < second : keys[first] < keys[second]
        }.map { records[$0] }
    }
}

extension TrainingHistory.LoggedSet {
    fileprivate init(_ record: JSONObject, _ weightUnit: String) {
        let weight = record.number("weight") ?? 0
        let unit = record.text("weightUnit")
        // A unit that is unknown is taken as that of the other weights.
        let conversion = unit.flatMap { try? UnitConversion(from: $0, to: weightUnit) }
        self.init(
            id: record.text("id") ?? "", exercise: record.text("exerciseID") ?? "",
            set: StrengthSet(
                reps: Int(record.number("reps") ?? 0),
                weight: conversion?.converted(weight) ?? weight,
                isWarmup: record["isWarmup"]?.bool ?? false,
                seconds: record.number("durationSeconds")),
            weight: weight, unit: unit, exertion: record.number("rpe"))
    }
}
