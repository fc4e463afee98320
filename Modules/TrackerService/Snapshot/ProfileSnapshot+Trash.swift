import CivilTime
import Contracts
import RPC
import Tracker
import TrackerRules

extension Trash.Item {
    /// True if the item can be restored on a day, or at any time for nil.
    func isRetained(on day: CivilDate?) -> Bool {
        day.map { $0 < purgeableFrom } ?? true
    }
}

/// The kinds of items in the trash.
enum TrashKind: String {
    case activity, category, goal, entry
}

extension ProfileSnapshot {
    /// The number of the last change of an item's record; 0 if unknown.
    func lastChange(of item: Trash.Item) -> Int64 {
        switch TrashKind(rawValue: item.kind) {
        case .activity: revision(.activity, item.id)
        case .category: revision(.category, item.id)
        case .goal: revision(.goal, item.id)
        case .entry: revision(.deletedEntry, item.id)
        case nil: 0
        }
    }

    /// The items in the trash, most recently deleted first.
    var trash: [Trash.Item] {
        func item(
            _ kind: TrashKind, _ id: String, _ name: String, _ deleted: CivilDate?
        ) -> Trash.Item? {
            deleted.map { day in
                Trash.Item(
                    kind: kind.rawValue, id: id, name: name, deleted: day,
                    purgeableFrom: day.advanced(by: trashRetentionInDays + 1))
            }
        }
        let items =
            catalog.activities.values.compactMap {
                item(.activity, $0.id.rawValue, $0.name, $0.deleted)
            }
            + categories.values.compactMap {
                item(.category, $0.id.rawValue, $0.name, $0.deleted)
            }
            + catalog.goals.values.compactMap { item(.goal, $0.id.rawValue, $0.title, $0.deleted) }
            + deletedEntries.compactMap { id, deleted in
                let name = "\(name(of: deleted.entry.activity) ?? "?") on \(deleted.entry.day)"
                let view = deleted.photoOf == nil ? nil : deleted.entry.photos.keys.first
                return item(
                    .entry, id.rawValue, view.map { "Photo \($0) of \(name)" } ?? name,
                    deleted.deleted)
            }
        return items.sorted {
            ($1.deleted, $0.kind, $0.name, $0.id) < ($0.deleted, $1.kind, $1.name, $1.id)
        }
    }

    /// The item with an identifier or name.
    func trashed(_ typed: String) throws(Status) -> Trash.Item {
        let items = trash
        if let item = items.first(where: { $0.id == typed }) { return item }
        return try Self.candidate(
            named: typed, in: items, \.name, kind: "item in the trash",
            hint: "List the trash with: dayline trash")
    }
}
