import CivilTime
import Contracts
import RPC
import Tracker
import TrackerRules

extension TrackerService {
    /// The maximum number of changes in one purge.
    private static let purgeLimit = TrackerRecords.changeLimit / 2

    /// Purges the item that a request names, or all that are expired on its day.
    func purge(
        _ request: Trash.PurgeRequest, _ context: CallContext
    ) async throws -> Trash.ListResponse {
        let now = now()
        guard request.name == nil || request.on == nil else {
            throw Status(
                .invalidArgument, "A record is removed by its name regardless of its age.",
                hint: "Leave out --on.")
        }
        return try await purge(request, context) { snapshot in
            if let name = request.name { return [try snapshot.trashed(name)] }
            let today = try snapshot.today(request.on, now: now)
            return snapshot.trash.filter { !$0.isRetained(on: today) }
        }
    }

    /// Purges the items that were put into the trash more than ``trashRetentionInDays`` days ago.
    /// - Returns: The number of purged items.
    func purgeExpired(_ context: CallContext) async throws -> Int {
        var count = 0
        while true {
            let snapshot = try await snapshot(context)
            let today = snapshot.zones.civilDate(at: now())
            let items = snapshot.trash.filter { !$0.isRetained(on: today) }
                .sorted { snapshot.lastChange(of: $0) < snapshot.lastChange(of: $1) }
            let expired = Set(
                items.prefix(try await expiredCount(items, in: snapshot, on: today, context))
                    .map(\.id))
            guard !expired.isEmpty else { return count }
            // A step has a limited number of changes, so a full trash needs several.
            let purged = try await purge(Trash.PurgeRequest(name: nil, on: today), context) {
                snapshot in
                snapshot.trash.filter { expired.contains($0.id) && !$0.isRetained(on: today) }
            }.items
            guard !purged.isEmpty else { return count }
            count += purged.count
        }
    }

    /// Removes the items that `chosen` returns permanently.
    private func purge(
        _ request: Trash.PurgeRequest, _ context: CallContext,
        _ chosen: (ProfileSnapshot) throws -> [Trash.Item]
    ) async throws -> Trash.ListResponse {
        try await profileSession(context).change(Trash.purge.name, request, context) {
            snapshot, changeSet, _ in
            var removed: [Trash.Item] = []
            for item in try chosen(snapshot) where changeSet.changes.count < Self.purgeLimit {
                changeSet.purge(item, of: snapshot)
                removed.append(item)
            }
            changeSet.isFinal = true
            changeSet.summary = "empty the trash"
            return Trash.ListResponse(items: removed)
        } response: { _, purged in
            purged
        }
    }

    /// The number of leading items that were put into the trash long enough ago by the clock. The
    /// day in the record may be earlier. Items are sorted by their last changes, so a binary search
    /// suffices.
    private func expiredCount(
        _ items: [Trash.Item], in snapshot: ProfileSnapshot, on today: CivilDate,
        _ context: CallContext
    ) async throws -> Int {
        var counts = 0...items.count
        // In most cases all of them.
        var probe = items.count - 1
        while counts.count > 1 {
            let moved = try await dayOfChange(snapshot.lastChange(of: items[probe]), context)
            let isExpired = moved.advanced(by: trashRetentionInDays) < today
            counts = isExpired ? probe + 1...counts.upperBound : counts.lowerBound...probe
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
}

extension ChangeSet {
    fileprivate mutating func purge(_ item: Trash.Item, of snapshot: ProfileSnapshot) {
        switch TrashKind(rawValue: item.kind) {
        case .activity:
            let id = Activity.ID(item.id)
            removeEntries(of: id)
            for deleted in snapshot.deletedEntries.values where deleted.entry.activity == id {
                remove(.deletedEntry, deleted.entry.id.rawValue)
            }
            for (name, dismissed) in snapshot.dismissedReadings where dismissed.activity == id {
                remove(.dismissedReading, name)
            }
            for link in snapshot.catalog.links where link.activity == id {
                remove(.goalLink, link.id.rawValue)
            }
            remove(.imported, item.id)
            remove(.activity, item.id)
        case .category:
            remove(.category, item.id)
        case .goal:
            for link in snapshot.catalog.links where link.goal.rawValue == item.id {
                remove(.goalLink, link.id.rawValue)
            }
            remove(.goal, item.id)
        case .entry:
            remove(.deletedEntry, item.id)
        case nil:
            break
        }
    }
}
