import CivilTime
import Contracts
import RPC
import Tracker
import TrackerRules

extension TrackerService {
    func registerTrash(on router: inout Router) {
        router.handle(Trash.list) { [self] request, context in
            await purgeExpired(
                in: try await snapshot(context, on: request.on).snapshot, on: request.on, context)
            return Trash.ListResponse(
                items: try await snapshot(context).trash.filter {
                    $0.isRetained(on: request.on)
                })
        }
        router.handle(Trash.restore) { [self] request, context in
            try await profileSession(context).change(Trash.restore.name, request, context) {
                snapshot, changeSet, _ in
                let item = try snapshot.trashed(request.name)
                guard item.isRetained(on: request.on) else {
                    throw Status(
                        .notFound,
                        "\(item.name) has been in the trash for more than \(trashRetentionInDays) days.",
                        hint: "See what can be restored with: dayline trash list")
                }
                try restore(item, snapshot, &changeSet)
                changeSet.summary = "restore \(item.name) from the trash"
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
        return try await purge(request, context) { snapshot in
            if let name = request.name { return [try snapshot.trashed(name)] }
            let today = try snapshot.today(request.on, now: now)
            return snapshot.trash.filter { !$0.isRetained(on: today) }
        }
    }

    /// The maximum number of changes in one purge. Further items are removed by the next one.
    private static let purgeLimit = TrackerRecords.changeLimit / 2

    /// Removes the items that `chosen` returns permanently.
    private func purge(
        _ request: Trash.PurgeRequest, _ context: CallContext,
        _ chosen: (ProfileSnapshot) throws -> [Trash.Item]
    ) async throws -> Trash.ListResponse {
        try await profileSession(context).change(Trash.purge.name, request, context) {
            snapshot, changeSet, _ in
            var removed: [Trash.Item] = []
            for item in try chosen(snapshot) where changeSet.changes.count < Self.purgeLimit {
                try purge(item, snapshot, &changeSet)
                removed.append(item)
            }
            changeSet.isFinal = true
            changeSet.summary = "empty the trash"
            return Trash.ListResponse(items: removed)
        } reply: { _, purged in
            purged
        }
    }

    /// Removes items permanently that were in the trash for more than ``trashRetentionInDays``
    /// days.
    ///
    /// A day in the future is treated as today, so that a query about the future removes nothing.
    func purgeExpired(
        in snapshot: ProfileSnapshot, on requested: CivilDate?, _ context: CallContext
    ) async {
        let present = snapshot.zones.civilDate(at: now())
        let day = min(requested ?? present, present)
        let items = snapshot.trash.filter { !$0.isRetained(on: day) }
            .sorted { snapshot.lastChange(of: $0) < snapshot.lastChange(of: $1) }
        // Items that cannot be removed now are removed by the next query.
        guard !items.isEmpty,
            let count = try? await expiredCount(items, in: snapshot, on: present, context),
            count > 0
        else { return }
        let old = Set(items.prefix(count).map(\.id))
        _ = try? await purge(Trash.PurgeRequest(name: nil, on: day), context.withoutKey) {
            snapshot in
            snapshot.trash.filter { old.contains($0.id) && !$0.isRetained(on: day) }
        }
    }

    /// The number of leading items that were put into the trash long enough ago by the clock. The
    /// day in the record may be earlier. Items are sorted by their last changes, so a binary search
    /// suffices.
    private func expiredCount(
        _ items: [Trash.Item], in snapshot: ProfileSnapshot, on present: CivilDate,
        _ context: CallContext
    ) async throws -> Int {
        var counts = 0...items.count
        // In most cases all of them.
        var probe = items.count - 1
        while counts.count > 1 {
            let moved = try await dayOfChange(snapshot.lastChange(of: items[probe]), context)
            let isOld = moved.advanced(by: trashRetentionInDays) < present
            counts = isOld ? probe + 1...counts.upperBound : counts.lowerBound...probe
            probe = (counts.lowerBound + counts.upperBound) / 2
        }
        return counts.lowerBound
    }

    /// The day of a change; the distant past if the change log does not reach back to it.
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

    private func restore(
        _ item: Trash.Item, _ snapshot: ProfileSnapshot, _ changeSet: inout ChangeSet
    )
        throws
    {
        switch TrashKind(rawValue: item.kind) {
        case .activity:
            try snapshot.checkUnique(name: item.name)
            var catalog = snapshot.catalog
            do {
                try catalog.restore(Activity.ID(item.id))
            } catch {
                throw snapshot.status(of: error, in: catalog)
            }
            try changeSet.store(catalog, categories: snapshot.categories)
        case .category:
            try snapshot.checkUnique(category: item.name)
            var category = snapshot.categories[Category.ID(item.id)]
            category?.deleted = nil
            if let category { try changeSet.store(.category, item.id, category) }
        case .goal:
            try snapshot.checkUnique(title: item.name)
            var catalog = snapshot.catalog
            do {
                try catalog.edit(Goal.ID(item.id)) { $0.deleted = nil }
            } catch {
                throw snapshot.status(of: error, in: catalog)
            }
            try changeSet.store(catalog, categories: snapshot.categories)
        case .entry:
            guard let deleted = snapshot.deletedEntries[Entry.ID(item.id)] else { break }
            guard let activity = snapshot.catalog.activities[deleted.entry.activity] else {
                throw Status(
                    .failedPrecondition,
                    "The activity of the entry on \(deleted.entry.day) was purged.",
                    hint: "See what can be restored with: dayline trash list")
            }
            guard activity.deleted == nil else {
                throw Status(
                    .failedPrecondition,
                    "The activity \"\(activity.name)\" of the entry is in the trash.",
                    hint: "Restore it first with: dayline trash restore "
                        + quoted(activity.id.rawValue))
            }
            try snapshot.checkSession(of: deleted.entry, of: activity)
            try changeSet.removeConflicts(with: deleted.entry, of: activity, in: snapshot)
            try changeSet.replace(nil, with: deleted.entry)
            if deleted.entry.source == .health {
                changeSet.removeDismissal(on: deleted.entry.day, of: activity.id, in: snapshot)
            }
            changeSet.remove(.deletedEntry, item.id)
        case nil:
            break
        }
    }

    private func purge(
        _ item: Trash.Item, _ snapshot: ProfileSnapshot, _ changeSet: inout ChangeSet
    ) throws {
        switch TrashKind(rawValue: item.kind) {
        case .activity:
            let id = Activity.ID(item.id)
            changeSet.removeEntries(of: id)
            for deleted in snapshot.deletedEntries.values where deleted.entry.activity == id {
                changeSet.remove(.deletedEntry, deleted.entry.id.rawValue)
            }
            for (name, dismissed) in snapshot.dismissedReadings where dismissed.activity == id {
                changeSet.remove(.dismissedReading, name)
            }
            for link in snapshot.catalog.links where link.activity == id {
                changeSet.remove(.goalLink, link.id.rawValue)
            }
            changeSet.remove(.activity, item.id)
        case .category:
            changeSet.remove(.category, item.id)
        case .goal:
            for link in snapshot.catalog.links where link.goal.rawValue == item.id {
                changeSet.remove(.goalLink, link.id.rawValue)
            }
            changeSet.remove(.goal, item.id)
        case .entry:
            changeSet.remove(.deletedEntry, item.id)
        case nil:
            break
        }
    }
}
