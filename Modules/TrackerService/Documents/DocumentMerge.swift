import CivilTime
import Contracts
import JSON
import Milestones
import RPC
import Tracker
import TrackerDocuments
import TrackerRules

/// The records of a document that are new to a profile, and the counts of all.
struct DocumentMerge {
    /// The documents to be written.
    private(set) var changes: [TrackerRecords.Change] = []
    private(set) var counts: [String: ImportReport.Counts] = [:]
    /// The records that storage cannot hold.
    private(set) var invalidNames = RecordNames()
    /// The number of entries that are not written.
    private var skippedEntries = (duplicate: 0, quarantined: 0)
    private var hasNewEntries = false

    /// The lists in the document's `dayline` part, by the kind of their records.
    static let extensionKinds: [RecordKind] = [
        .weight, .weightGoal, .milestone, .dismissedWeightEntry, .dismissedReading, .annotation,
        .template, .imported,
    ]

    private let profileSnapshot: ProfileSnapshot?
    private let stored: [TrackerRecords.RecordKey: String]

    /// Compares the document, except for its entries and residue, with a profile.
    /// `snapshot` is nil if everything is replaced; `stored` has the documents that are not in it.
    init(
        _ imported: TrackerImport, into snapshot: ProfileSnapshot?,
        stored: [TrackerRecords.RecordKey: String]
    ) throws {
        self.profileSnapshot = snapshot
        self.stored = stored
        for (list, tally) in imported.tallies { counts[list] = ImportReport.Counts(tally) }
        try merge(imported.categories, "categories", .category) {
            // Default categories are not stored until one is changed.
            snapshot?.revision(.category, $0.id.rawValue) == 0 ? nil : snapshot?.categories[$0.id]
        }
        try merge(imported.activities, "activities", .activity) {
            snapshot?.catalog.activities[$0.id]
        }
        for activity in imported.activities {
            let known = snapshot?.catalog.activities[activity.id]?.history.snapshots ?? []
            for snapshot in activity.history.snapshots where known.contains(snapshot) {
                recount("configSnapshots", from: \.stored, to: \.duplicate)
            }
        }
        try merge(imported.goals, "goals", .goal) { snapshot?.catalog.goals[$0.id] }
        let links = Dictionary((snapshot?.catalog.links ?? []).map { ($0.id, $0) }) { $1 }
        try merge(imported.links, "goalActivities", .goalLink) { links[$0.id] }
        for day in imported.vacations.sorted() {
            if snapshot?.history.vacations.contains(day) ?? false {
                recount("vacationDays", from: \.stored, to: \.duplicate)
            } else {
                changes.append(
                    TrackerRecords.Change(
                        kind: RecordKind.vacation.rawValue, id: day.description,
                        body: try JSONBody.encode(VacationDay()).text))
            }
        }
        try mergeExtensions(imported.extensions)
        for change in try StoredDocument.documents(imported.workouts) {
            let list = String(change.id.prefix { $0 != "/" })
            if !canStore(change) {
                recount(list, from: \.stored, to: \.quarantined)
            } else if stored[record(change)] == change.body {
                recount(list, from: \.stored, to: \.duplicate)
            } else {
                changes.append(change)
            }
        }
    }

    /// The entries that are to be written.
    mutating func newEntries(_ entries: [Entry]) -> [Entry] {
        let new = entries.filter { isNew($0) }
        if !new.isEmpty { hasNewEntries = true }
        return new
    }

    /// Completes the counts after the last entry.
    /// - Returns: The residue to be written.
    mutating func finish(_ imported: TrackerImport) throws -> [TrackerRecords.Change] {
        if let tally = imported.tallies["logs"] {
            var logs = ImportReport.Counts(tally)
            logs.stored -= skippedEntries.duplicate + skippedEntries.quarantined
            logs.duplicate += skippedEntries.duplicate
            logs.quarantined += skippedEntries.quarantined
            counts["logs"] = logs
        }
        let residue = try StoredDocument.documents(imported.residue).filter {
            canStore($0) && stored[record($0)] != $0.body
        }
        guard profileSnapshot != nil, changes.isEmpty, !hasNewEntries,
            residue.allSatisfy({ $0.id == StoredDocument.rootID }),
            try hasStoredRoot(imported.residue)
        else { return residue }
        return []
    }

    /// True if the top-level fields are those that are stored, except for the timestamp, which changes nothing in
    /// the profile.
    private func hasStoredRoot(_ residue: TrackerResidue) throws -> Bool {
        let key = TrackerRecords.RecordKey(
            kind: StoredDocument.kind(ofResidue: StoredDocument.rootID), id: StoredDocument.rootID)
        var fields = try stored[key].map { try StoredDocument.fields(Array($0.utf8)) } ?? [:]
        var imported = residue.root
        fields["timestamp"] = nil
        imported["timestamp"] = nil
        return fields == imported
    }

    private func record(_ change: TrackerRecords.Change) -> TrackerRecords.RecordKey {
        TrackerRecords.RecordKey(kind: change.kind, id: change.id)
    }

    private mutating func merge<Value: Identifiable & Codable & Equatable>(
        _ values: [Value], _ list: String, _ kind: RecordKind, stored: (Value) -> Value?
    ) throws where Value.ID == Identifier<Value> {
        for value in values {
            let change = TrackerRecords.Change(
                kind: kind.rawValue, id: value.id.rawValue,
                body: try JSONBody.encode(value).text)
            if !canStore(change) {
                recount(list, from: \.stored, to: \.quarantined)
            } else if stored(value) == value {
                recount(list, from: \.stored, to: \.duplicate)
            } else {
                changes.append(change)
            }
        }
    }

    private mutating func isNew(_ entry: Entry) -> Bool {
        guard canStore(entry.id.rawValue, of: TrackerRecords.entryKind),
            canStore(entry.activity.rawValue, of: RecordKind.activity.rawValue)
        else {
            skippedEntries.quarantined += 1
            return false
        }
        let existing = profileSnapshot?.history.entries(of: entry.activity, on: entry.day) ?? []
        guard existing.contains(where: { $0.hasSameContent(as: entry) }) else { return true }
        skippedEntries.duplicate += 1
        return false
    }

    /// Merges the `dayline` part of the document: records by kind and identifier.
    private mutating func mergeExtensions(_ own: [String: JSONValue]) throws {
        // In a log without milestones, those of the document keep their identifiers.
        var weightLog = profileSnapshot.flatMap {
            $0.weightLog.records.isEmpty ? nil : $0.weightLog
        }
        for kind in Self.extensionKinds {
            let list = "\(extensionKey).\(kind.rawValue)"
            for (id, value) in (own[kind.rawValue]?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
                let body = String(decoding: value.text, as: UTF8.self)
                counts[list, default: ImportReport.Counts()].read += 1
                var change = TrackerRecords.Change(kind: kind.rawValue, id: id, body: body)
                guard canStore(change) else {
                    counts[list]?.quarantined += 1
                    continue
                }
                guard kind.canDecode(body) else {
                    counts[list]?.quarantined += 1
                    invalidNames.add(Self.name(kind.rawValue, id))
                    continue
                }
                var isKnown = profileSnapshot != nil && stored[record(change)] == body
                if kind == .milestone, weightLog != nil {
                    let record = try JSONBody.decode(MilestoneRecord.self, from: Bytes(body))
                    let name = weightLog?.insertIfAbsent(record)
                    isKnown = name == nil
                    change.id = name ?? id
                }
                if isKnown {
                    counts[list]?.duplicate += 1
                } else {
                    counts[list]?.stored += 1
                    changes.append(change)
                }
            }
        }
    }

    /// True if storage can hold a record of the document.
    private mutating func canStore(_ change: TrackerRecords.Change) -> Bool {
        guard (change.body ?? "").utf8.count <= TrackerRecords.bodyLimit else {
            invalidNames.add(Self.name(change.kind, change.id))
            return false
        }
        return canStore(change.id, of: change.kind)
    }

    /// The kind and identifier of a record for messages.
    private static func name(_ kind: String, _ id: String) -> String {
        "\(kind) \"\(RecordName.cleaned(id) ?? "")\""
    }

    /// True if an identifier of the document is valid in storage.
    private mutating func canStore(_ id: String, of kind: String) -> Bool {
        let isFine = !id.isEmpty && id.utf8.count <= 100 && id.utf8.allSatisfy { $0 >= 0x20 }
        if !isFine { invalidNames.add(Self.name(kind, id)) }
        return isFine
    }

    private mutating func recount(
        _ list: String, from source: WritableKeyPath<ImportReport.Counts, Int>,
        to target: WritableKeyPath<ImportReport.Counts, Int>
    ) {
        counts[list]?[keyPath: source] -= 1
        counts[list]?[keyPath: target] += 1
    }
}

extension ImportReport.Counts {
    fileprivate init(_ tally: TrackerImport.Counts) {
        self.init(
            read: tally.accepted + tally.repeated + tally.rejected, stored: tally.accepted,
            duplicate: tally.repeated, quarantined: tally.rejected)
    }
}

extension Entry {
    /// True if both entries are equal except for their style.
    fileprivate func hasSameContent(as other: Entry) -> Bool {
        var other = other
        other.style = style
        return self == other
    }
}

extension RecordKind {
    /// True if a text decodes as a document of this kind.
    fileprivate func canDecode(_ body: String) -> Bool {
        func value<Value: Decodable>(_ type: Value.Type) -> Value? {
            try? JSONBody.decode(type, from: Bytes(body))
        }
        return switch self {
        case .weight:
            value(StoredWeightEntry.self).map {
                $0.entry.isValid && measurableDays.contains($0.entry.day)
            } ?? false
        case .weightGoal: value(WeightGoal.self)?.isValid ?? false
        case .milestone: value(MilestoneRecord.self)?.isValid ?? false
        case .dismissedWeightEntry: value(DismissedWeightEntry.self) != nil
        case .dismissedReading: value(DismissedReading.self) != nil
        case .annotation: value(Annotation.self) != nil
        case .template: value(ActivityTemplate.self)?.isValid ?? false
        case .imported: value(ImportedRecord.self) != nil
        case .weightSyncSource, .activity, .category, .goal, .goalLink, .vacation, .deletedEntry:
            false
        }
    }
}
