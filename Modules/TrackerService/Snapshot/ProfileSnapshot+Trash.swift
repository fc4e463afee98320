import CivilTime
import Contracts
import RPC
import Tracker
import TrackerRules

extension Trash.Item {
    /// Whether it can still be taken back; without a day it can as long as it is there.
    func isRetained(on day: CivilDate?) -> Bool {
        day.map { $0 < purgeableFrom } ?? true
    }
}

/// What a thing of the trash is, as its kind says.
enum TrashKind: String {
    case activity, category, goal, entry
}

extension ProfileSnapshot {
    /// The number of the change that wrote something of the trash last; 0 when nobody knows it.
    func lastChange(of item: Trash.Item) -> Int64 {
        switch TrashKind(rawValue: item.kind) {
        case .activity: revision(.activity, item.id)
        case .category: revision(.category, item.id)
        case .goal: revision(.goal, item.id)
        case .entry: revision(.deletedEntry, item.id)
        case nil: 0
        }
    }

    /// What is in the trash, deleted last first.
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
                item(
                    .entry, id.rawValue,
                    "\(name(of: deleted.entry.activity) ?? "?") on \(deleted.entry.day)",
                    deleted.deleted)
            }
        return items.sorted {
            ($1.deleted, $0.kind, $0.name, $0.id) < ($0.deleted, $1.kind, $1.name, $1.id)
        }
    }

    /// What somebody names, by its identifier or its name.
    func trashed(_ typed: String) throws(Status) -> Trash.Item {
        let items = trash
        if let item = items.first(where: { $0.id == typed }) { return item }
        return items[
            try Self.index(
                of: typed, among: items.map(\.name), thing: "thing in the trash",
                hint: "See what there is with: dayline trash")]
    }
}
