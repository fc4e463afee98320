import CivilTime
import Contracts
import HealthMetrics
import Tracker
import TrackerDocuments
import TrackerRules

/// Rows of the tables of entries.
extension TableImport {
    /// Adds the entries. An activity that the profile lacks is added with the type that its entries imply.
    mutating func addEntries(_ text: [UInt8]) throws {
        try addMissingActivities(text)
        try TrackerTable.read(text) { row in
            try count(row) { try $0.addEntry(row) }
        }
    }

    /// An activity of the table that the profile lacks, as far as its entries describe it.
    private struct Missing {
        var name: String
        var first: CivilDate
        var hasNumbers = false
        var hasAnswers = false
        /// True if a day has several numbers.
        var isCumulative = false
        var unit: String?
        var numberDays: Set<CivilDate> = []

        mutating func add(_ row: TrackerTable.Row, on day: CivilDate) {
            first = min(first, day)
            if row.text("answer") != nil { hasAnswers = true }
            guard row.text("value") != nil else { return }
            hasNumbers = true
            unit = row.text("unit") ?? unit
            if !numberDays.insert(day).inserted { isCumulative = true }
        }

        var kind: ActivityKind {
            let quantity = Quantity(unit: unit)
            if hasNumbers {
                return isCumulative ? .cumulative(quantity, by: .sum) : .value(quantity)
            }
            return hasAnswers ? .answer(.text) : .checkbox
        }
    }

    private mutating func addMissingActivities(_ text: [UInt8]) throws {
        var missing: [Activity.ID: Missing] = [:]
        var order: [Activity.ID] = []
        try TrackerTable.read(text) { row in
            // Rows with faults are counted when their entries are added.
            guard row.damage == nil, let name = row.text("activity").flatMap(RecordName.cleaned),
                let day = try? row.day("day", "date"), let id = activityID(row),
                snapshot.catalog.activities[id] == nil
            else { return }
            if missing[id] == nil {
                missing[id] = Missing(name: name, first: day)
                order.append(id)
            }
            missing[id]?.add(row, on: day)
        }
        for id in order {
            guard let found = missing[id], measurableDays.contains(found.first) else { continue }
            let activity = Activity(
                id: id, name: found.name, created: found.first,
                configuration: Configuration(kind: found.kind),
                appearance: AppearanceSuggestion(name: found.name)?.appearance ?? .activity)
            if try records.insert(activity) { activities[id] = activity }
        }
    }

    /// The identifier of the activity of an entry: that of the row, else that of the activity of the profile
    /// with the name, else one derived from the name. Nil without a name.
    private func activityID(_ row: TrackerTable.Row) -> Activity.ID? {
        if let id = try? identifier(row, "activityID") { return Activity.ID(id) }
        guard let name = row.text("activity") else { return nil }
        return snapshot.names.uniqueActivity(named: name)
            ?? Activity.ID(StableIdentifier.text(for: "table activity \(name)"))
    }

    private func addEntry(_ row: TrackerTable.Row) throws -> Bool {
        guard let id = activityID(row),
            let activity = activities[id] ?? snapshot.catalog.activities[id]
        else { throw TrackerTable.Fault("it has no activity") }
        guard let day = try row.day("day", "date") else {
            throw TrackerTable.Fault("it has no day")
        }
        guard measurableDays.contains(day) else {
            throw TrackerTable.Fault("its day \(day) is out of range")
        }
        var entry = Entry(
            id: Entry.ID(try identifier(row, "id") ?? Self.derivedID(row, id, day)), activity: id,
            day: day, outcome: try outcome(row, activity, on: day))
        entry.slot = try row.value("slot", as: Slot.self)
        entry.note = row.text("note")
        entry.answer = row.text("answer").map { Answer($0, of: activity.configuration(on: day)) }
        entry.mood = try row.number("mood").flatMap { Int(exactly: $0) }
        entry.place = row.text("place")
        entry.source =
            try row.value("origin", as: EntrySource.self)
            ?? row.value("source", as: EntrySource.self) ?? .person
        if let amount = try row.number("enteredAmount"), let unit = row.text("enteredUnit") {
            entry.entered = EnteredValue(amount: amount, unit: unit)
        }
        if let text = row.text("loggedAt") {
            guard let time = DocumentInstant.milliseconds(text) else {
                throw TrackerTable.Fault("its loggedAt \"\(text.prefix(40))\" is not a time")
            }
            entry.loggedAt = time
        }
        guard entry.isWithinTextLimit, entry.mood.map(moods.contains) ?? true else {
            throw TrackerTable.Fault("its texts or its mood are out of range")
        }
        return records.insert(entry)
    }

    /// The identifier of an entry without one, derived from what distinguishes it.
    private static func derivedID(
        _ row: TrackerTable.Row, _ activity: Activity.ID, _ day: CivilDate
    ) -> String {
        let parts = [
            activity.rawValue, day.description, row.text("slot") ?? "", row.text("loggedAt") ?? "",
            row.text("value") ?? "",
        ]
        return StableIdentifier.text(for: "table entry \(parts.joined(separator: " "))")
    }

    private func outcome(
        _ row: TrackerTable.Row, _ activity: Activity, on day: CivilDate
    ) throws -> Outcome {
        switch row.text("status") {
        case "skipped": return .skipped(reason: row.text("skipReason"))
        case "completed": break
        default: throw TrackerTable.Fault("its status is neither completed nor skipped")
        }
        guard let value = try row.number("value") else { return .completed(value: nil) }
        let (own, unit) = (row.text("unit"), activity.unit(on: day))
        guard let converted = UnitConversion(reading: own, in: unit)?.converted(value) else {
            throw TrackerTable.Fault(
                "its unit \(own ?? "") cannot be converted to \(unit ?? "") of \"\(activity.name)\""
            )
        }
        guard converted.isMeasurable else {
            throw TrackerTable.Fault("its value is too large")
        }
        return .completed(value: converted)
    }
}

extension Answer {
    /// Reads the text of an answer. A text in another form than that of the activity is a text.
    fileprivate init(_ text: String, of configuration: Configuration) {
        guard case .answer(let form) = configuration.kind else {
            self = .text(text)
            return
        }
        switch form {
        case .text: self = .text(text)
        case .choice: self = .choices(text.split(separator: ", ").map(String.init))
        case .time: self = minuteOfDay(text).map(Answer.time) ?? .text(text)
        }
    }
}
