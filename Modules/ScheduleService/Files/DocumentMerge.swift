import CivilTime
import Contracts
import Milestones
import RPC
import Scheduling
import TrackerFormat
import Tracking

/// What of a document is new to a profile, with the books.
struct DocumentMerge {
    /// Documents to be written.
    private(set) var changes: [Tracker.Change] = []
    private(set) var books: [String: ImportReport.Books] = [:]
    /// Records that no row can hold.
    private(set) var unfit = RecordNames()
    /// The entries that are not written.
    private var known = (duplicate: 0, quarantined: 0)

    /// Lists of the document's own part, by the kind of their records.
    static let ownKinds: [RecordKind] = [
        .weight, .weightGoal, .milestone, .dismissedWeighing, .dismissedReading, .annotation,
    ]

    private let book: Book?
    private let stored: [Tracker.Record: String]

    /// Compares what a document says, but for its entries and for what its records say beyond the
    /// domain, with the book, which is nil when all of it is replaced, and with the documents that the
    /// book does not hold.
    init(
        _ imported: TrackerImport, into book: Book?, stored: [Tracker.Record: String]
    ) throws {
        self.book = book
        self.stored = stored
        for (list, tally) in imported.tallies { books[list] = ImportReport.Books(tally) }
        try take(imported.categories, "categories", .category) {
            // Default categories are not stored until one is.
            book?.revision(.category, $0.id.rawValue) == 0 ? nil : book?.categories[$0.id]
        }
        try take(imported.activities, "activities", .activity) { book?.roster.activities[$0.id] }
        for activity in imported.activities {
            let known = book?.roster.activities[activity.id]?.history.snapshots ?? []
            for snapshot in activity.history.snapshots where known.contains(snapshot) {
                move("configSnapshots", from: \.stored, to: \.duplicate)
            }
        }
        try take(imported.goals, "goals", .goal) { book?.roster.goals[$0.id] }
        let links = Dictionary((book?.roster.links ?? []).map { ($0.id, $0) }) { $1 }
        try take(imported.links, "goalActivities", .goalLink) { links[$0.id] }
        for day in imported.vacations.sorted() {
            if book?.diary.vacations.contains(day) ?? false {
                move("vacationDays", from: \.stored, to: \.duplicate)
            } else {
                changes.append(
                    Tracker.Change(
                        kind: RecordKind.vacation.rawValue, id: day.description,
                        body: try JSONBody.encode(VacationDay()).text))
            }
        }
        try takeOwn(imported.own)
        for change in try StoredDocument.documents(imported.workouts) {
            let list = String(change.id.prefix { $0 != "/" })
            if !fits(change) {
                move(list, from: \.stored, to: \.quarantined)
            } else if stored[record(change)] == change.body {
                move(list, from: \.stored, to: \.duplicate)
            } else {
                changes.append(change)
            }
        }
    }

    /// Those of the document's entries that are to be written.
    mutating func new(_ entries: [Entry]) -> [Entry] {
        entries.filter { isNew($0) }
    }

    /// Takes in what is known when all of the document was read.
    /// - Returns: Documents to be written beside ``changes``.
    mutating func finish(_ imported: TrackerImport) throws -> [Tracker.Change] {
        if let tally = imported.tallies["logs"] {
            var logs = ImportReport.Books(tally)
            logs.stored -= known.duplicate + known.quarantined
            logs.duplicate += known.duplicate
            logs.quarantined += known.quarantined
            books["logs"] = logs
        }
        return try StoredDocument.documents(imported.residue).filter {
            fits($0) && stored[record($0)] != $0.body
        }
    }

    private func record(_ change: Tracker.Change) -> Tracker.Record {
        Tracker.Record(kind: change.kind, id: change.id)
    }

    private mutating func take<Value: Identifiable & Codable & Equatable>(
        _ values: [Value], _ list: String, _ kind: RecordKind, known: (Value) -> Value?
    ) throws where Value.ID == Identifier<Value> {
        for value in values {
            let change = Tracker.Change(
                kind: kind.rawValue, id: value.id.rawValue,
                body: try JSONBody.encode(value).text)
            if !fits(change) {
                move(list, from: \.stored, to: \.quarantined)
            } else if known(value) == value {
                move(list, from: \.stored, to: \.duplicate)
            } else {
                changes.append(change)
            }
        }
    }

    private mutating func isNew(_ entry: Entry) -> Bool {
        guard fits(entry.id.rawValue, of: Tracker.entryKind),
            fits(entry.activity.rawValue, of: RecordKind.activity.rawValue)
        else {
            known.quarantined += 1
            return false
        }
        let held = book?.diary.entries(of: entry.activity, on: entry.day) ?? []
        guard held.contains(where: { $0.says(whatIsSaidBy: entry) }) else { return true }
        known.duplicate += 1
        return false
    }

    /// What the document says beyond its format: by kind, by identifier.
    private mutating func takeOwn(_ own: [String: JSONValue]) throws {
        // Where there are none yet, milestones keep the names that they have in the document.
        var scale = book.flatMap { $0.scale.records.isEmpty ? nil : $0.scale }
        for kind in Self.ownKinds {
            let list = "\(ownKey).\(kind.rawValue)"
            for (id, value) in (own[kind.rawValue]?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
                var text: [UInt8] = []
                value.write(into: &text)
                let body = String(decoding: text, as: UTF8.self)
                books[list, default: ImportReport.Books()].read += 1
                var change = Tracker.Change(kind: kind.rawValue, id: id, body: body)
                guard fits(change) else {
                    books[list]?.quarantined += 1
                    continue
                }
                guard kind.canHold(body) else {
                    books[list]?.quarantined += 1
                    unfit.add(Self.name(kind.rawValue, id))
                    continue
                }
                var isKnown = book != nil && stored[record(change)] == body
                if kind == .milestone, scale != nil {
                    let record = try JSONBody.decode(MilestoneRecord.self, from: Bytes(body))
                    let name = scale?.adopt(record)
                    isKnown = name == nil
                    change.id = name ?? id
                }
                if isKnown {
                    books[list]?.duplicate += 1
                } else {
                    books[list]?.stored += 1
                    changes.append(change)
                }
            }
        }
    }

    /// Whether a row can hold a record of the document.
    private mutating func fits(_ change: Tracker.Change) -> Bool {
        guard (change.body ?? "").utf8.count <= Tracker.bodyLimit else {
            unfit.add(Self.name(change.kind, change.id))
            return false
        }
        return fits(change.id, of: change.kind)
    }

    /// A record by its kind and identifier, which may be of any length.
    private static func name(_ kind: String, _ id: String) -> String {
        "\(kind) \"\(RecordName.cleaned(id) ?? "")\""
    }

    /// Whether an identifier of the document can name a row.
    private mutating func fits(_ id: String, of kind: String) -> Bool {
        let isFine = !id.isEmpty && id.utf8.count <= 100 && id.utf8.allSatisfy { $0 >= 0x20 }
        if !isFine { unfit.add(Self.name(kind, id)) }
        return isFine
    }

    private mutating func move(
        _ list: String, from source: WritableKeyPath<ImportReport.Books, Int>,
        to target: WritableKeyPath<ImportReport.Books, Int>
    ) {
        books[list]?[keyPath: source] -= 1
        books[list]?[keyPath: target] += 1
    }
}

extension ImportReport.Books {
    fileprivate init(_ tally: TrackerImport.Tally) {
        self.init(
            read: tally.taken + tally.repeated + tally.refused, stored: tally.taken,
            duplicate: tally.repeated, quarantined: tally.refused)
    }
}

extension Entry {
    /// Whether both are the same but for how documents write them.
    fileprivate func says(whatIsSaidBy other: Entry) -> Bool {
        var other = other
        other.style = style
        return self == other
    }
}

extension RecordKind {
    /// Whether a text is a document of this kind.
    fileprivate func canHold(_ body: String) -> Bool {
        func value<Value: Decodable>(_ type: Value.Type) -> Value? {
            try? JSONBody.decode(type, from: Bytes(body))
        }
        return switch self {
        case .weight:
            value(StoredWeighing.self).map {
                $0.entry.isValid && measurableDays.contains($0.entry.day)
            } ?? false
        case .weightGoal: value(WeightGoal.self)?.isValid ?? false
        case .milestone: value(MilestoneRecord.self)?.isValid ?? false
        case .dismissedWeighing: value(DismissedWeighing.self) != nil
        case .dismissedReading: value(DismissedReading.self) != nil
        case .annotation: value(Annotation.self) != nil
        case .healthReader, .activity, .category, .goal, .goalLink, .vacation, .deletedEntry: false
        }
    }
}
