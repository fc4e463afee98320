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
    /// Entries to be written, in the order of the document.
    private(set) var entries: [Entry] = []
    private(set) var books: [String: ImportReport.Books] = [:]
    /// Records that no row can hold.
    private(set) var unfit = 0

    /// Lists of the document's own part, by the kind of their records.
    static let ownKinds: [RecordKind] = [.weight, .weightGoal, .milestone, .annotation]

    /// Compares what a document says with the book, which is nil when all of it is replaced, and
    /// with the documents that the book does not hold.
    init(
        _ imported: TrackerImport, into book: Book?, stored: [Tracker.Record: String]
    ) throws {
        for (list, tally) in imported.tallies {
            books[list] = ImportReport.Books(
                read: tally.taken + tally.repeated + tally.refused, stored: tally.taken,
                duplicate: tally.repeated, quarantined: tally.refused)
        }
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
        for entry in imported.entries { take(entry, book) }
        try takeOwn(imported.own, stored: stored, book)
        for change in try StoredDocument.documents(imported.residue)
        where fits(change.id) && stored[record(change)] != change.body {
            changes.append(change)
        }
        for change in try StoredDocument.documents(imported.workouts) {
            let list = String(change.id.prefix { $0 != "/" })
            if !fits(change.id) {
                move(list, from: \.stored, to: \.quarantined)
            } else if stored[record(change)] == change.body {
                move(list, from: \.stored, to: \.duplicate)
            } else {
                changes.append(change)
            }
        }
    }

    private func record(_ change: Tracker.Change) -> Tracker.Record {
        Tracker.Record(kind: change.kind, id: change.id)
    }

    private mutating func take<Value: Identifiable & Codable & Equatable>(
        _ values: [Value], _ list: String, _ kind: RecordKind, known: (Value) -> Value?
    ) throws where Value.ID == Identifier<Value> {
        for value in values {
            let id = value.id.rawValue
            if !fits(id) {
                move(list, from: \.stored, to: \.quarantined)
            } else if known(value) == value {
                move(list, from: \.stored, to: \.duplicate)
            } else {
                changes.append(
                    Tracker.Change(
                        kind: kind.rawValue, id: id, body: try JSONBody.encode(value).text))
            }
        }
    }

    private mutating func take(_ entry: Entry, _ book: Book?) {
        if !fits(entry.id.rawValue) || !fits(entry.activity.rawValue) {
            move("logs", from: \.stored, to: \.quarantined)
        } else if book?.diary.entries(of: entry.activity, on: entry.day).contains(entry) ?? false {
            move("logs", from: \.stored, to: \.duplicate)
        } else {
            entries.append(entry)
        }
    }

    /// What the document says beyond its format: by kind, by identifier.
    private mutating func takeOwn(
        _ own: [String: JSONValue], stored: [Tracker.Record: String], _ book: Book?
    ) throws {
        for kind in Self.ownKinds {
            let list = "\(ownKey).\(kind.rawValue)"
            for (id, value) in (own[kind.rawValue]?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
                var text: [UInt8] = []
                value.write(into: &text)
                let body = String(decoding: text, as: UTF8.self)
                books[list, default: ImportReport.Books()].read += 1
                if !fits(id) || !kind.canHold(body) {
                    books[list]?.quarantined += 1
                } else if book != nil,
                    stored[Tracker.Record(kind: kind.rawValue, id: id)] == body
                {
                    books[list]?.duplicate += 1
                } else {
                    books[list]?.stored += 1
                    changes.append(Tracker.Change(kind: kind.rawValue, id: id, body: body))
                }
            }
        }
    }

    /// Whether an identifier of the document can name a row.
    private mutating func fits(_ id: String) -> Bool {
        let isFine = !id.isEmpty && id.utf8.count <= 100 && id.utf8.allSatisfy { $0 >= 0x20 }
        if !isFine { unfit += 1 }
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

extension RecordKind {
    /// Whether a text is a document of this kind.
    fileprivate func canHold(_ body: String) -> Bool {
        func reads(_ type: (some Decodable).Type) -> Bool {
            (try? JSONBody.decode(type, from: Bytes(body))) != nil
        }
        return switch self {
        case .weight: reads(StoredWeighing.self)
        case .weightGoal: reads(WeightGoal.self)
        case .milestone: reads(MilestoneRecord.self)
        case .annotation: reads(Annotation.self)
        case .activity, .category, .goal, .goalLink, .vacation, .deletedEntry: false
        }
    }
}
