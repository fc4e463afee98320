import CivilTime
import Contracts
import RPC
import Tracker
import TrackerRules

extension TrackerService {
    func registerEntries(on router: inout Router) {
        router.handle(Entries.list) { [self] request, context in
            let snapshot = try await snapshot(context)
            let activity = try snapshot.activity(request.activity)
            try checkOrder(from: request.from, to: request.to)
            guard request.limit ?? 0 >= 0 else {
                throw Status(
                    .invalidArgument,
                    "The limit \(request.limit ?? 0) is negative: a list has 0 entries or more.",
                    hint: "For example: dayline entries \(quoted(activity.name)) --limit 10")
            }
            let entries = snapshot.history.entries(
                of: activity.id, from: request.from ?? .distantPast,
                through: request.to ?? .distantFuture)
            return Entries.ListResponse(
                entries: entries.reversed().prefix(request.limit ?? .max).map(snapshot.item))
        }
        router.handle(Entries.show) { [self] request, context in
            let entry = try await storedEntry(request.id, context)
            return try await snapshot(context).item(entry)
        }
        router.handle(Entries.edit) { [self] in try await edit($0, $1) }
        router.handle(Entries.delete) { [self] in try await delete($0, $1) }
    }

    private func storedEntry(
        _ id: Entry.ID, _ context: CallContext
    ) async throws(Status) -> Entry {
        try await client.call(
            TrackerRecords.entry, TrackerRecords.EntryRequest(id: id), context.forwardedOptions
        ).entry
    }

    /// An entry that is to be changed; nil if it does not exist. Only the plan decides whether that
    /// is a failure: a repeated request may have removed the entry.
    private func storedEntryIfAny(
        _ id: Entry.ID, _ context: CallContext
    ) async throws(Status) -> Entry? {
        do throws(Status) {
            return try await storedEntry(id, context)
        } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
    }

    private func edit(
        _ request: Entries.EditRequest, _ context: CallContext
    ) async throws -> Journal.LogResponse {
        let now = now()
        let entry = try await storedEntryIfAny(request.id, context)
        return try await profileSession(context).change(Entries.edit.name, request, context) {
            snapshot, changeSet, _ in
            guard let entry else { throw Status(noEntry: request.id) }
            let old = try snapshot.storedEntry(entry)
            let activity = try snapshot.activity(old.activity.rawValue)
            var new = try old.edited(request, of: activity, in: snapshot)
            if new.day != old.day, request.future != true {
                try snapshot.checkNotFuture(new.day, for: activity, now: now)
            }
            try new.checkTexts()
            if (new.day, new.slot) != (old.day, old.slot) {
                try changeSet.removeConflicts(with: new, of: activity, in: snapshot)
            }
            if new != old {
                if old.source == .health {
                    new.source = .person
                    try changeSet.dismissReading(of: old, in: snapshot)
                }
                try changeSet.replace(old, with: new)
            }
            changeSet.summary = "edit the entry of \(activity.name) on \(old.day)"
            return (entry: new, today: try snapshot.today(nil, now: now))
        } response: { snapshot, planned in
            try snapshot.logged(planned.entry, asOf: planned.today)
        }
    }

    private func delete(
        _ request: Entries.EntryRequest, _ context: CallContext
    ) async throws -> LoggedEntry {
        let now = now()
        let entry = try await storedEntryIfAny(request.id, context)
        return try await profileSession(context).change(Entries.delete.name, request, context) {
            snapshot, changeSet, _ in
            guard let entry else { throw Status(noEntry: request.id) }
            let old = try snapshot.storedEntry(entry)
            changeSet.remove(old)
            if old.source == .health { try changeSet.dismissReading(of: old, in: snapshot) }
            try changeSet.store(
                .deletedEntry, old.id.rawValue,
                DeletedEntry(entry: old, deleted: try snapshot.writableDay(request.on, now: now)))
            changeSet.summary =
                "delete the entry of \(snapshot.name(of: old.activity) ?? "an activity") on \(old.day)"
            return old
        } response: { snapshot, deleted in
            snapshot.item(deleted)
        }
    }
}

extension Status {
    fileprivate init(noEntry id: Entry.ID) {
        self.init(
            .notFound, "There is no entry \(id).",
            hint: "List the entries of an activity with: dayline entries NAME")
    }
}

extension ProfileSnapshot {
    /// The entry in the snapshot.
    fileprivate func storedEntry(_ entry: Entry) throws(Status) -> Entry {
        let stored = history.entries(of: entry.activity, on: entry.day).first { $0.id == entry.id }
        guard let stored else { throw Status(noEntry: entry.id) }
        return stored
    }
}

extension Entry {
    fileprivate func edited(
        _ request: Entries.EditRequest, of activity: Activity, in snapshot: ProfileSnapshot
    ) throws -> Entry {
        var new = self
        if let day = request.day {
            try snapshot.checkWritable(day)
            try activity.checkAvailable(on: day)
            new.day = day
        }
        let sessions = activity.configuration(on: new.day).sessions
        if let slot = request.slot, !sessions.contains(slot) {
            throw snapshot.status(of: .unknownSlot(slot, sessions: sessions), for: activity)
        }
        if request.slot != nil || new.day != self.day {
            new.slot = sessions.count > 1 ? request.slot ?? slot : nil
            try snapshot.checkSession(of: new, of: activity)
        }
        if let note = request.note { new.note = note.isEmpty ? nil : note }
        if let mood = request.mood { new.mood = try checkedMood(mood == 0 ? nil : mood) }
        if let place = request.place { new.place = try checkedPlace(place) }
        switch request.status {
        case nil where request.reason != nil && outcome.isCompleted:
            throw Status(
                .invalidArgument, "A completed entry cannot have the reason of a skip.",
                hint: "Add: --status skipped")
        case nil:
            if let reason = request.reason { new.outcome = .skipped(reason: reason) }
        case "completed":
            if !outcome.isCompleted { new.outcome = .completed(value: nil) }
        case "skipped":
            new.outcome = .skipped(reason: request.reason ?? outcome.skipReason)
            (new.entered, new.answer) = (nil, nil)
        case let other?:
            throw Status(
                .invalidArgument, "\"\(other)\" is not a status of an entry.",
                hint: "Use completed or skipped.")
        }
        guard request.value == nil else {
            guard new.outcome.isCompleted else {
                throw Status(
                    .invalidArgument, "A skipped entry has no value.",
                    hint: "Add: --status completed")
            }
            try new.set(request.value, request.unit, of: activity, in: snapshot)
            return new
        }
        guard request.unit == nil else {
            throw Status(
                .invalidArgument,
                "The unit \"\(request.unit ?? "")\" for an entry of \"\(activity.name)\" needs a value.",
                hint: "Give both, such as: dayline entry edit \(id) --value 2 --unit "
                    + quoted(request.unit ?? ""))
        }
        if new.outcome.isCompleted, let number = try number(movedTo: new.day, of: activity) {
            try new.set(.number(number.amount), number.unit, of: activity, in: snapshot)
        }
        return new
    }

    /// Applies a value of the request on the entry's day.
    private mutating func set(
        _ value: InputValue?, _ unit: String?, of activity: Activity, in snapshot: ProfileSnapshot
    ) throws(Status) {
        let parsed = try ParsedValue(
            Journal.LogRequest(
                activity: activity.name, value: value, unit: unit, note: note, photos: photos),
            for: activity, on: day, history: snapshot.history)
        outcome = .completed(value: parsed.value)
        (answer, entered, note) = (parsed.answer, parsed.entered, parsed.note)
    }
}
