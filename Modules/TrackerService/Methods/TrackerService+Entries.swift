import CivilTime
import Contracts
import RPC
import Tracker
import TrackerRules

extension TrackerService {
    func registerEntries(on router: inout Router) {
        router.handle(Entries.list) { [self] request, context in
            let book = try await snapshot(context).book
            let activity = try book.activity(request.activity)
            try checkOrder(from: request.from, to: request.to)
            guard request.limit ?? 0 >= 0 else {
                throw Status(
                    .invalidArgument,
                    "A list has 0 entries or more, and the limit is \(request.limit ?? 0).",
                    hint: "Such as: dayline entries \(quoted(activity.name)) --limit 10")
            }
            let entries = book.history.entries(
                of: activity.id, from: request.from ?? .distantPast,
                through: request.to ?? .distantFuture)
            return Entries.ListResponse(
                entries: entries.reversed().prefix(request.limit ?? .max).map(book.item))
        }
        router.handle(Entries.show) { [self] request, context in
            let entry = try await storedEntry(request.id, context)
            return try await snapshot(context).book.item(entry)
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

    /// An entry that is to be changed; nil when there is none, which only a plan can say: a request that
    /// comes again may have removed it.
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
            book, draft, _ in
            guard let entry else { throw Status(noEntry: request.id) }
            let old = try book.storedEntry(entry)
            let activity = try book.activity(old.activity.rawValue)
            var new = try old.edited(request, of: activity, in: book)
            if new.day != old.day, request.future != true {
                try book.checkNotFuture(new.day, for: activity, now: now)
            }
            try new.checkTexts()
            if (new.day, new.slot) != (old.day, old.slot) {
                try draft.removeConflicts(with: new, of: activity, in: book)
            }
            if new != old {
                if old.source == .health {
                    new.source = .person
                    try draft.dismissReading(of: old, in: book)
                }
                try draft.replace(old, with: new)
            }
            draft.summary = "edit the entry of \(activity.name) on \(old.day)"
            return (entry: new, today: try book.today(nil, now: now))
        } reply: { book, planned in
            try book.logged(planned.entry, today: planned.today)
        }
    }

    private func delete(
        _ request: Entries.EntryRequest, _ context: CallContext
    ) async throws -> LoggedEntry {
        let now = now()
        let entry = try await storedEntryIfAny(request.id, context)
        return try await profileSession(context).change(Entries.delete.name, request, context) {
            book, draft, _ in
            guard let entry else { throw Status(noEntry: request.id) }
            let old = try book.storedEntry(entry)
            try draft.replace(old, with: nil)
            if old.source == .health { try draft.dismissReading(of: old, in: book) }
            try draft.store(
                .deletedEntry, old.id.rawValue,
                DeletedEntry(entry: old, deleted: try book.writableDay(request.on, now: now)))
            draft.summary =
                "delete the entry of \(book.name(of: old.activity) ?? "an activity") on \(old.day)"
            return old
        } reply: { book, deleted in
            book.item(deleted)
        }
    }
}

extension Status {
    fileprivate init(noEntry id: Entry.ID) {
        self.init(
            .notFound, "There is no entry \(id).",
            hint: "See an activity's entries with: dayline entries NAME")
    }
}

extension ProfileSnapshot {
    /// The entry as the book has it.
    fileprivate func storedEntry(_ entry: Entry) throws(Status) -> Entry {
        let held = history.entries(of: entry.activity, on: entry.day).first { $0.id == entry.id }
        guard let held else { throw Status(noEntry: entry.id) }
        return held
    }
}

extension Entry {
    fileprivate func edited(
        _ request: Entries.EditRequest, of activity: Activity, in book: ProfileSnapshot
    ) throws -> Entry {
        var new = self
        if let day = request.day {
            try book.checkWritable(day)
            try activity.checkAvailable(on: day)
            new.day = day
        }
        let sessions = activity.configuration(on: new.day).sessions
        if let slot = request.slot, !sessions.contains(slot) {
            throw book.status(of: .unknownSlot(slot, sessions: sessions), for: activity)
        }
        if request.slot != nil || new.day != self.day {
            new.slot = sessions.count > 1 ? request.slot ?? slot : nil
            try book.checkSession(of: new, of: activity)
        }
        if let note = request.note { new.note = note.isEmpty ? nil : note }
        if let mood = request.mood { new.mood = try checkedMood(mood == 0 ? nil : mood) }
        if let place = request.place { new.place = try checkedPlace(place) }
        switch request.status {
        case nil where request.reason != nil && outcome.isCompleted:
            throw Status(
                .invalidArgument, "A completed entry has no reason for a skip.",
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
                .invalidArgument, "An entry cannot be \"\(other)\".",
                hint: "Use completed or skipped.")
        }
        guard request.value == nil else {
            guard new.outcome.isCompleted else {
                throw Status(
                    .invalidArgument, "A skipped entry has no value.",
                    hint: "Add: --status completed")
            }
            try new.set(request.value, request.unit, of: activity, in: book)
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
            try new.set(.number(number.amount), number.unit, of: activity, in: book)
        }
        return new
    }

    /// Takes over a value as it is given on the entry's day.
    private mutating func set(
        _ value: InputValue?, _ unit: String?, of activity: Activity, in book: ProfileSnapshot
    ) throws(Status) {
        let given = try ParsedValue(
            Journal.LogRequest(
                activity: activity.name, value: value, unit: unit, note: note, photos: photos),
            for: activity, on: day, history: book.history)
        outcome = .completed(value: given.value)
        (answer, entered, note) = (given.answer, given.entered, given.note)
    }
}
