import CivilTime
import NaturalInput
import RPC
import Tracker
import TrackerDocuments

extension TrainingHistory {
    /// The exercise with an identifier, a name or a unique prefix of a name.
    /// - Throws: NOT_FOUND with the closest name, or INVALID_ARGUMENT if several names match.
    func exercise(_ typed: String) throws(Status) -> Exercise {
        if let exercise = exercises[typed] { return exercise }
        let candidates = exercises.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        return try ProfileSnapshot.candidate(
            named: typed, in: candidates, \.name, kind: "exercise",
            hint: "Add it with: dayline training exercise add \(quoted(typed))")
    }

    /// The plan with an identifier, a name or a unique prefix of a name.
    /// - Throws: NOT_FOUND with the closest name, or INVALID_ARGUMENT if several names match.
    func plan(_ typed: String) throws(Status) -> Plan {
        if let plan = plans.first(where: { $0.id == typed }) { return plan }
        return try ProfileSnapshot.candidate(
            named: typed, in: plans, \.name, kind: "training plan",
            hint: "Create it with: dayline training plan create \(quoted(typed))")
    }

    /// The open training session; nil if none is open.
    var openSession: Session? { sessions.last(where: \.isOpen) }

    /// The training session of an identifier, its unique prefix, the word `last`, or a day.
    /// - Throws: NOT_FOUND without such a session, INVALID_ARGUMENT if several match.
    func session(_ typed: String, today: CivilDate) throws(Status) -> Session {
        if let session = sessions.first(where: { $0.id == typed }) { return session }
        var matches: [Session] = []
        if NameMatch.normalized(typed) == "last" {
            matches = Array(sessions.suffix(1))
        } else if let day = try? DayExpression(typed).date(today: today, .past) {
            matches = sessions.filter { $0.day == day }
        } else if typed.count >= Self.prefixLimit {
            matches = sessions.filter { $0.id.hasPrefix(typed) }
        }
        guard let match = matches.first else {
            throw Status(
                .notFound, "There is no training session \"\(typed)\".",
                hint: "List the identifiers with: dayline training list")
        }
        guard matches.count == 1 else {
            let identifiers = matches.prefix(5).map(\.id).joined(separator: ", ")
            throw Status(
                .invalidArgument, "\"\(typed)\" may be any of \(matches.count) training sessions.",
                hint: "Use an identifier: \(identifiers).")
        }
        return match
    }

    /// The fewest characters of an abbreviated identifier.
    private static let prefixLimit = 4
}

extension TrainingHistory.Plan {
    /// The day with the full name of a weekday, a label, a unique prefix of a label, or a weekday.
    /// - Throws: NOT_FOUND without such a day, INVALID_ARGUMENT if several labels match.
    func day(_ typed: String, today: CivilDate) throws(Status) -> TrainingHistory.Day {
        // Before labels, so that programs can name each day, such as one without a label.
        let word = NameMatch.normalized(typed)
        if let index = weekdayNames.firstIndex(where: { $0.lowercased() == word }),
            let day = days.first(where: { $0.weekday == index + 1 })
        {
            return day
        }
        let labelled = days.filter { !$0.label.isEmpty }
        switch NameMatch(typed, among: labelled.map(\.label)) {
        case .found(let index): return labelled[index]
        case .ambiguous(let several):
            throw Status(
                .invalidArgument, "\"\(typed)\" may be any of \(several.joined(separator: ", ")).",
                hint: "Write more of the label.")
        case .unknown: break
        }
        if let date = try? DayExpression(typed).date(today: today, .planned),
            let day = days.first(where: { $0.weekday == date.weekday })
        {
            return day
        }
        let names = days.map { day in
            let weekday = (1...7).contains(day.weekday) ? weekdayAbbreviation(day.weekday) : ""
            return [weekday, day.label].filter { !$0.isEmpty }.joined(separator: " ")
        }
        throw Status(
            .notFound, "The training plan \"\(name)\" has no day \"\(typed)\".",
            hint: names.isEmpty
                ? "Add one with: dayline training plan day \(quoted(name)) mon Push"
                : "The days are: \(names.joined(separator: ", ")).")
    }
}
