import CivilTime
import Contracts
import RPC
import Tracker
import TrackerRules

extension TrackerService {
    func registerTrash(on router: inout Router) {
        router.handle(Trash.list) { [self] request, context in
            let (snapshot, _) = try await snapshot(context, on: request.on)
            return Trash.ListResponse(
                items: snapshot.trash.filter { $0.isRetained(on: request.on) })
        }
        router.handle(Trash.restore) { [self] request, context in
            try await profileSession(context).change(Trash.restore.name, request, context) {
                snapshot, changeSet, _ in
                let item = try snapshot.trashed(request.name)
                guard item.isRetained(on: request.on) else {
                    throw Status(
                        .notFound,
                        "\(item.name) has been in the trash for more than \(trashRetentionInDays) days.",
                        hint: "List the trash with: dayline trash list")
                }
                try restore(item, snapshot, &changeSet)
                changeSet.summary = "restore \(item.name) from the trash"
                return item
            } response: { _, item in
                item
            }
        }
        router.handle(Trash.purge) { [self] request, context in
            try await purge(request, context)
        }
    }

    private func restore(
        _ item: Trash.Item, _ snapshot: ProfileSnapshot, _ changeSet: inout ChangeSet
    ) throws {
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
                    hint: "List the trash with: dayline trash list")
            }
            guard activity.deleted == nil else {
                throw Status(
                    .failedPrecondition,
                    "The activity \"\(activity.name)\" of the entry is in the trash.",
                    hint: "Restore it first with: dayline trash restore "
                        + quoted(activity.id.rawValue))
            }
            changeSet.remove(.deletedEntry, item.id)
            if let id = deleted.photoOf,
                try restore(photo: deleted.entry, to: id, activity, snapshot, &changeSet)
            {
                break
            }
            try snapshot.checkSession(of: deleted.entry, of: activity)
            try changeSet.removeConflicts(with: deleted.entry, of: activity, in: snapshot)
            try changeSet.insert(deleted.entry)
            if deleted.entry.source == .health {
                changeSet.removeDismissal(on: deleted.entry.day, of: activity.id, in: snapshot)
            }
        case nil:
            break
        }
    }
}
