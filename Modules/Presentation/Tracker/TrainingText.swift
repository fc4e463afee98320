import CivilTime
package import Contracts

private let noSessions =
    "There are no training sessions here. Import some with: dayline import FILE --as dayline-json"

extension Training.ExercisesResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        TextTable(
            of: exercises, .left("exercise", \.name), .left("type", \.type),
            .right("sessions", \.sessions),
            .left("muscles") { exercise in
                exercise.muscles.map { "\($0.muscle) \(NumberText.short($0.share))" }
                    .joined(separator: ", ")
            }
        ).text(styler, orIfEmpty: noSessions)
    }
}

extension Training.PlansResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        plans.isEmpty ? noSessions : plans.map { $0.text(styler) }.joined(separator: "\n")
    }
}

extension Training.Plan {
    fileprivate func text(_ styler: some TextStyler) -> String {
        let days = days.map { day in
            let name =
                (1...7).contains(day.weekday)
                ? weekdayAbbreviation(day.weekday) : "\(day.weekday)"
            let exercises = day.exercises.map { exercise in
                exercise.exercise + (exercise.sets.map { " × \($0)" } ?? "")
            }
            let label = day.rest ? "rest" : day.label
            return "  \(name)  \(label)"
                + (exercises.isEmpty ? "" : ": \(exercises.joined(separator: ", "))")
        }
        return (["\(styler.styled(name, .bold)), \(type), \(status)"] + days)
            .joined(separator: "\n")
    }
}

extension Training.SessionsResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        TextTable(
            of: sessions, .left("date", \.date), .left("type", \.type),
            .left("workout") { [$0.plan, $0.label].compactMap(\.self).joined(separator: " – ") },
            .left("status", \.status), .right("time") { $0.seconds.map(NumberText.seconds) ?? "-" },
            .right("sets", \.sets), .right("volume", \.volume),
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
            .right("reps") { $0.reps.map { NumberText.count($0) } ?? "-" }
        ).text(styler, orIfEmpty: noSessions)
    }
}

extension Training.VolumeResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        guard !muscles.isEmpty else { return noSessions }
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
