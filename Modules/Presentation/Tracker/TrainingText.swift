import CivilTime
package import Contracts

private let noSessions =
    "There are no training sessions here. Start one with: dayline training start"
private let noMuscles =
    "No set in this week is of an exercise with muscles. Add one with: "
    + "dayline training exercise add Squat --muscles Quads,Glutes:0.5"
private let noExercises =
    "There are no exercises yet. Add one with: dayline training exercise add Squat"
private let noPlans =
    "There are no training plans yet. Create one with: dayline training plan create Strength"

extension Training.ExercisesResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        TextTable(
            of: exercises, .left("exercise", \.name), .left("type", \.type),
            .right("sessions", \.sessions),
            .left("muscles") { exercise in
                exercise.muscles.map { "\($0.muscle) \(NumberText.short($0.share))" }
                    .joined(separator: ", ")
            }
        ).text(styler, orIfEmpty: noExercises)
    }
}

extension Training.PlansResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        plans.isEmpty ? noPlans : plans.map { $0.text(styler) }.joined(separator: "\n")
    }
}

extension Training.Plan {
    func text(_ styler: some TextStyler) -> String {
        let days = days.map { day in
            let name =
                (1...7).contains(day.weekday)
                ? weekdayAbbreviation(day.weekday) : "\(day.weekday)"
            let exercises = day.exercises.map(\.text)
            let label = day.rest ? "rest" : day.label
            return "  \(name)  \(label)"
                + (exercises.isEmpty ? "" : ": \(exercises.joined(separator: ", "))")
        }
        return (["\(styler.styled(name, .bold)), \(type), \(status)"] + days)
            .joined(separator: "\n")
    }
}

extension Training.PlannedExercise {
    /// The name with the planned sets, or the targets of cardio.
    package var text: String {
        let targets = [
            distance.map { NumberText.entered($0, distanceUnit) },
            seconds.map { NumberText.seconds($0) },
        ].compactMap(\.self)
        if let sets { return "\(exercise) × \(sets)" }
        return ([exercise] + targets).joined(separator: " ")
    }
}

extension Training.SessionsResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        TextTable(
            of: sessions, .left("id", \.id), .left("date", \.date), .left("type", \.type),
            .left("workout") { [$0.plan, $0.label].compactMap(\.self).joined(separator: " – ") },
            .left("status", \.status), .right("time") { $0.seconds.map(NumberText.seconds) ?? "-" },
            .right("sets", \.sets),
            .right("volume") { NumberText.short($0.volume) + NumberText.suffix($0.weightUnit) },
            .right("distance") { session in
                session.distance.map {
                    NumberText.short($0) + NumberText.suffix(session.distanceUnit)
                }
                    ?? "-"
            }
        ).text(styler, orIfEmpty: noSessions)
    }
}

extension Training.RecordsResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        TextTable(
            of: records, .left("exercise", \.exercise), .right("heaviest", \.heaviestWeight),
            .right("once (Brzycki)", \.oneRepMaximum), .right("set", \.setVolume),
            .right("reps") { $0.reps.map { NumberText.count($0) } ?? "-" },
            .right("time") { $0.seconds.map(NumberText.seconds) ?? "-" },
            .left("unit", \.weightUnit)
        ).text(styler, orIfEmpty: noSessions)
    }
}

extension Training.VolumeResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        guard !muscles.isEmpty else { return noMuscles }
        let table = TextTable(
            of: muscles, .left("muscle", \.muscle), .right("sets", \.sets), .left("", \.state),
            .right("MEV", \.mev), .right("MAV", \.mav), .right("MRV", \.mrv)
        )
        return "\(from) to \(to)\n\(table.text(styler))"
    }
}

extension Training.AdherenceResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        guard let rate else { return noSessions }
        let table = TextTable(
            of: sessions, .left("date", \.date), .left("workout", \.label),
            .right("planned", \.planned), .right("done", \.done),
            .left("") { $0.reason ?? "completed" }
        )
        return "\(NumberText.share(rate)) of the planned workouts\n\(table.text(styler))"
    }
}
