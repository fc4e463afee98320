import CivilTime
import Contracts
import RPC
import Tracker
import TrackerRules

extension TrackerService {
    func registerTrash(on router: inout Router) {
        router.handle(Trash.list) { [self] request, context in
            await purgeExpired(
                in: try await snapshot(context, on: request.on).book, on: request.on, context)
            return Trash.ListResponse(
                items: try await snapshot(context).book.trash.filter {
                    $0.isRetained(on: request.on)
                })
        }
        router.handle(Trash.restore) { [self] request, context in
            try await profileSession(context).change(Trash.restore.name, request, context) {
                book, draft, _ in
                let item = try book.trashed(request.name)
                guard item.isRetained(on: request.on) else {
                    throw Status(
                        .notFound,
                        "\(item.name) has been in the trash for more than \(trashRetentionInDays) days.",
                        hint: "See what can be restored with: dayline trash list")
                }
                try restore(item, book, &draft)
                draft.summary = "take \(item.name) out of the trash"
                return item
            } reply: { _, item in
                item
            }
        }
        router.handle(Trash.purge) { [self] request, context in
            try await purge(request, context)
        }
    }

    private func purge(
        _ request: Trash.PurgeRequest, _ context: CallContext
    ) async throws -> Trash.ListResponse {
        let now = now()
        return try await purge(request, context) { book in
            if let name = request.name { return [try book.trashed(name)] }
            let today = try book.today(request.on, now: now)
            return book.trash.filter { !$0.isRetained(on: today) }
        }
    }

    /// How many records are removed together; what is left over is removed with the next question.
    private static let purgeLimit = TrackerRecords.changeLimit / 2

    /// Removes for good what `chosen` names.
    private func purge(
        _ request: Trash.PurgeRequest, _ context: CallContext,
        _ chosen: (ProfileSnapshot) throws -> [Trash.Item]
    ) async throws -> Trash.ListResponse {
        try await profileSession(context).change(Trash.purge.name, request, context) {
            book, draft, _ in
            var removed: [Trash.Item] = []
            for item in try chosen(book) where draft.changes.count < Self.purgeLimit {
                try purge(item, book, &draft)
                removed.append(item)
            }
            draft.isFinal = true
            draft.summary = "empty the trash"
            return Trash.ListResponse(items: removed)
        } reply: { _, purged in
            purged
        }
    }

    /// Removes for good what has been in the trash for too long on the day that is asked about.
    ///
    /// A day to come removes nothing: nobody who looks ahead means to lose something.
    func purgeExpired(in book: ProfileSnapshot, on asked: CivilDate?, _ context: CallContext) async
    {
        let present = book.zones.civilDate(at: now())
        let day = min(asked ?? present, present)
        let items = book.trash.filter { !$0.isRetained(on: day) }
            .sorted { book.lastChange(of: $0) < book.lastChange(of: $1) }
        // What cannot be removed now is removed with the next question, which is soon enough.
        guard !items.isEmpty,
            let count = try? await expiredCount(items, in: book, on: present, context), count > 0
        else { return }
        let old = Set(items.prefix(count).map(\.id))
        _ = try? await purge(Trash.PurgeRequest(name: nil, on: day), context.withoutKey) { book in
            book.trash.filter { old.contains($0.id) && !$0.isRetained(on: day) }
        }
    }

    /// How many of some things were really put into the trash long enough ago, whichever day they were
    /// put there for. They are in the order of their last changes, so a few of them tell of all.
    private func expiredCount(
        _ items: [Trash.Item], in book: ProfileSnapshot, on present: CivilDate,
        _ context: CallContext
    ) async throws -> Int {
        var counts = 0...items.count
        // Mostly all of them are.
        var probe = items.count - 1
        while counts.count > 1 {
            let moved = try await dayOfChange(book.lastChange(of: items[probe]), context)
            let isOld = moved.advanced(by: trashRetentionInDays) < present
            counts = isOld ? probe + 1...counts.upperBound : counts.lowerBound...probe
            probe = (counts.lowerBound + counts.upperBound) / 2
        }
        return counts.lowerBound
    }

    /// The day of a change: the distant past when the change log does not reach as far back.
    private func dayOfChange(
        _ number: Int64, _ context: CallContext
    ) async throws -> CivilDate {
        do {
            let page = try await client.call(
                Changes.since, Changes.SinceRequest(number: number - 1, limit: 1),
                context.forwardedOptions)
            let change = page.changes.first { $0.number == number }
            return change.flatMap { CivilDate(String($0.at.prefix(10))) } ?? .distantPast
        } catch {
            guard error.code == .outOfRange else { throw error }
            return .distantPast
        }
    }

    private func restore(_ item: Trash.Item, _ book: ProfileSnapshot, _ draft: inout ChangeSet)
        throws
    {
        switch TrashKind(rawValue: item.kind) {
        case .activity:
            try book.checkUnique(name: item.name)
            var roster = book.catalog
            do {
                try roster.restore(Activity.ID(item.id))
            } catch {
                throw book.status(of: error, in: roster)
            }
            try draft.store(roster, categories: book.categories)
        case .category:
            try book.checkUnique(category: item.name)
            var category = book.categories[Category.ID(item.id)]
            category?.deleted = nil
            if let category { try draft.store(.category, item.id, category) }
        case .goal:
            try book.checkUnique(title: item.name)
            var roster = book.catalog
            do {
                try roster.edit(Goal.ID(item.id)) { $0.deleted = nil }
            } catch {
                throw book.status(of: error, in: roster)
            }
            try draft.store(roster, categories: book.categories)
        case .entry:
            guard let deleted = book.deletedEntries[Entry.ID(item.id)] else { break }
            guard let activity = book.catalog.activities[deleted.entry.activity] else {
                throw Status(
                    .failedPrecondition,
                    "The activity of the entry on \(deleted.entry.day) is gone for good.",
                    hint: "See what can be restored with: dayline trash list")
            }
            guard activity.deleted == nil else {
                throw Status(
                    .failedPrecondition,
                    "\"\(activity.name)\", which the entry is of, is in the trash too.",
                    hint: "Take it out first with: dayline trash restore "
                        + quoted(activity.id.rawValue))
            }
            try book.checkSession(of: deleted.entry, of: activity)
            try draft.removeConflicts(with: deleted.entry, of: activity, in: book)
            try draft.replace(nil, with: deleted.entry)
            if deleted.entry.source == .health {
                draft.removeDismissal(on: deleted.entry.day, of: activity.id, in: book)
            }
            draft.remove(.deletedEntry, item.id)
        case nil:
            break
        }
    }

    private func purge(_ item: Trash.Item, _ book: ProfileSnapshot, _ draft: inout ChangeSet) throws
    {
        switch TrashKind(rawValue: item.kind) {
        case .activity:
            let id = Activity.ID(item.id)
            draft.removeEntries(of: id)
            for deleted in book.deletedEntries.values where deleted.entry.activity == id {
                draft.remove(.deletedEntry, deleted.entry.id.rawValue)
            }
            for (name, dismissed) in book.dismissedReadings where dismissed.activity == id {
                draft.remove(.dismissedReading, name)
            }
            for link in book.catalog.links where link.activity == id {
                draft.remove(.goalLink, link.id.rawValue)
            }
            draft.remove(.activity, item.id)
        case .category:
            draft.remove(.category, item.id)
        case .goal:
            for link in book.catalog.links where link.goal.rawValue == item.id {
                draft.remove(.goalLink, link.id.rawValue)
            }
            draft.remove(.goal, item.id)
        case .entry:
            draft.remove(.deletedEntry, item.id)
        case nil:
            break
        }
    }
}
