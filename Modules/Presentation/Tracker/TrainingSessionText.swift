import Contracts

extension Training.SessionResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        ([session.text(styler)] + records.map { $0.text(styler) }).joined(separator: "\n")
    }
}

extension Training.PlanResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String { plan.text(styler) }
}

extension Training.Session {
    /// The title, the sets as a table, and the matched workout.
    fileprivate func text(_ styler: some TextStyler) -> String {
        let names = [plan, label].compactMap(\.self).filter { !$0.isEmpty }
        let title = names.isEmpty ? "Training" : names.joined(separator: " – ")
        var facts = ["\(date)", status == "inProgress" ? "open" : status]
        if let seconds { facts.append(NumberText.seconds(seconds)) }
        if volume > 0 { facts.append("volume \(NumberText.short(volume))" + weightSuffix) }
        var lines = [
            "\(styler.styled(title.onOneLine, .bold)), \(facts.joined(separator: ", "))  (\(id))"
        ]
        if let logged, !logged.isEmpty { lines.append(Self.table(of: logged).text(styler)) }
        if let notes, !notes.isEmpty { lines.append(notes.onOneLine) }
        if let workout { lines.append(workout.text) }
        return lines.joined(separator: "\n")
    }

    private var weightSuffix: String { NumberText.suffix(weightUnit) }

    private static func table(of sets: [Training.LoggedSet]) -> TextTable {
        TextTable(
            of: sets, .right("#", \.number), .left("exercise", \.exercise),
            .left("set") { $0.amounts },
            .left("") { set in
                [set.warmup ? "warm-up" : nil, set.rpe.map { "RPE \(NumberText.entered($0))" }]
                    .compactMap(\.self).joined(separator: ", ")
            })
    }
}

extension Training.LoggedSet {
    /// Repetitions, weight, distance and time, as far as they are known.
    package var amounts: String {
        let weight = weight.map { NumberText.entered($0, weightUnit) }
        let lifted = [reps.map { "\($0)" }, weight].compactMap(\.self).joined(separator: " × ")
        return [
            lifted.isEmpty ? nil : lifted, distance.map { NumberText.entered($0, distanceUnit) },
            seconds.map { NumberText.seconds($0) },
        ].compactMap(\.self).joined(separator: ", ")
    }
}

extension Training.MatchedWorkout {
    /// The workout on one line, such as `Workout: Running, 31 min, 310 kcal (Watch)`.
    fileprivate var text: String {
        let facts = [
            type, NumberText.seconds(seconds), energy.map { "\(NumberText.short($0)) kcal" },
            heartRate.map { "\(NumberText.short($0)) bpm" },
        ].compactMap(\.self)
        return "Workout: \(facts.joined(separator: ", ")) (\(source.onOneLine))"
    }
}

extension Training.NewRecord {
    fileprivate func text(_ styler: some TextStyler) -> String {
        styler.styled("New record", .bold) + ", \(summary)"
    }

    /// The record and the one before, such as `Bench press, heaviest weight: 105 kg, before 100 kg`.
    package var summary: String {
        let name =
            switch kind {
            case "heaviestWeight": "heaviest weight"
            case "oneRepMaximum": "estimated maximum"
            case "setVolume": "volume of a set"
            case "reps": "repetitions"
            default: "time of a set"
            }
        return "\(exercise.onOneLine), \(name): \(amount(value)), before \(amount(previous))"
    }

    private func amount(_ value: Double) -> String {
        switch unit {
        case "s": NumberText.seconds(value)
        case nil: NumberText.short(value)
        case let unit?: NumberText.short(value) + NumberText.suffix(unit)
        }
    }
}
