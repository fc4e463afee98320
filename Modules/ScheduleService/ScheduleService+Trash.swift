import CivilTime
import Contracts
import RPC
import Scheduling
import Tracking

extension ScheduleService {
    func registerTrash(on router: inout Router) {
        router.handle(Trash.list) { [self] request, context in
            await forgetOld(
                in: try await opened(context, on: request.on).book, on: request.on, context)
            return Trash.Listing(
                items: try await opened(context).book.trash.filter { $0.isKept(on: request.on) })
        }
        router.handle(Trash.restore) { [self] request, context in
            try await desk(context).change(Trash.restore.name, request, context) {
                book, draft, _ in
                let item = try book.trashed(request.name)
                guard item.isKept(on: request.on) else {
                    throw Status(
                        .notFound,
                        "\(item.name) has been in the trash for more than \(trashKeepsDays) days.")
                }
                try restore(item, book, &draft)
                draft.summary = "take \(item.name) out of the trash"
                return item
            } reply: { _, planned, applied in
                guard let item = planned else {
                    throw Status(
                        .failedPrecondition, "\"\(request.name)\" was restored already.")
                }
                return item
            }
        }
        router.handle(Trash.purge) { [self] request, context in
            try await purge(request, context)
        }
    }

    private func purge(
        _ request: Trash.Purge, _ context: CallContext
    ) async throws -> Trash.Listing {
        let now = now()
        return try await desk(context).change(Trash.purge.name, request, context) {
            book, draft, _ in
            let today = try book.today(request.on, now: now)
            let items =
                try request.name.map { [try book.trashed($0)] }
                ?? book.trash.filter { !$0.isKept(on: today) }
            for item in items { try purge(item, book, &draft) }
            draft.isFinal = true
            draft.summary = "empty the trash"
            return Trash.Listing(items: items)
        } reply: { _, planned, _ in
            planned ?? Trash.Listing(items: [])
        }
    }

    /// Removes for good what has been in the trash for too long on the day that is asked about.
    ///
    /// A day to come removes nothing: nobody who looks ahead means to lose something.
    func forgetOld(in book: Book, on asked: CivilDate?, _ context: CallContext) async {
        let present = book.zones.civilDate(at: now())
        let day = min(asked ?? present, present)
        for item in book.trash where !item.isKept(on: day) {
            // What cannot be removed now is removed with the next question, which is soon enough.
            guard let moved = try? await dayOfLastChange(of: item, in: book, context),
                moved.advanced(by: trashKeepsDays) < present
            else { continue }
            _ = try? await purge(Trash.Purge(name: item.id, on: day), context)
        }
    }

    /// The day on which something was really put into the trash, whichever day it was put there for:
    /// the distant past when the change log does not reach as far back.
    private func dayOfLastChange(
        of item: Trash.Item, in book: Book, _ context: CallContext
    ) async throws -> CivilDate {
        let kind: RecordKind? =
            switch TrashKind(rawValue: item.kind) {
            case .activity: .activity
            case .category: .category
            case .goal: .goal
            case .entry: .deletedEntry
            case nil: nil
            }
        let number = kind.map { book.revision($0, item.id) } ?? 0
        do {
            let page = try await client.call(
                Changes.since, Changes.Since(number: number - 1, limit: 1), context.onward)
            let change = page.changes.first { $0.number == number }
            return change.flatMap { CivilDate(String($0.at.prefix(10))) } ?? .distantPast
        } catch {
            guard error.code == .outOfRange else { throw error }
            return .distantPast
        }
    }

    private func restore(_ item: Trash.Item, _ book: Book, _ draft: inout Draft) throws {
        switch TrashKind(rawValue: item.kind) {
        case .activity:
            try book.check(newName: item.name)
            var roster = book.roster
            do {
                try roster.restore(Activity.ID(item.id))
            } catch {
                throw book.status(of: error)
            }
            try draft.put(roster, categories: book.categories)
        case .category:
            var category = book.categories[Category.ID(item.id)]
            category?.deleted = nil
            if let category { try draft.put(.category, item.id, category) }
        case .goal:
            var roster = book.roster
            do {
                try roster.edit(Goal.ID(item.id)) { $0.deleted = nil }
            } catch {
                throw book.status(of: error)
            }
            try draft.put(roster, categories: book.categories)
        case .entry:
            guard let deleted = book.deletedEntries[Entry.ID(item.id)] else { break }
            try draft.replace(nil, with: deleted.entry)
            draft.remove(.deletedEntry, item.id)
        case nil:
            break
        }
    }

    private func purge(_ item: Trash.Item, _ book: Book, _ draft: inout Draft) throws {
        switch TrashKind(rawValue: item.kind) {
        case .activity:
            let id = Activity.ID(item.id)
            let entries = book.diary.entries(of: id, from: .distantPast, through: .distantFuture)
            for entry in entries { try draft.replace(entry, with: nil) }
            for link in book.roster.links where link.activity == id {
                draft.remove(.goalLink, link.id.rawValue)
            }
            draft.remove(.activity, item.id)
        case .category:
            draft.remove(.category, item.id)
        case .goal:
            for link in book.roster.links where link.goal.rawValue == item.id {
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

extension Trash.Item {
    /// Whether it can still be taken back; without a day it can as long as it is there.
    fileprivate func isKept(on day: CivilDate?) -> Bool {
        day.map { $0 < purgeableFrom } ?? true
    }
}

private enum TrashKind: String {
    case activity, category, goal, entry
}

extension Book {
    /// What is in the trash, deleted last first.
    fileprivate var trash: [Trash.Item] {
        func item(
            _ kind: TrashKind, _ id: String, _ name: String, _ deleted: CivilDate?
        ) -> Trash.Item? {
            deleted.map { day in
                Trash.Item(
                    kind: kind.rawValue, id: id, name: name, deleted: day,
                    purgeableFrom: day.advanced(by: trashKeepsDays + 1))
            }
        }
        let items =
            roster.activities.values.compactMap {
                item(.activity, $0.id.rawValue, $0.name, $0.deleted)
            }
            + categories.values.compactMap {
                item(.category, $0.id.rawValue, $0.name, $0.deleted)
            }
            + roster.goals.values.compactMap { item(.goal, $0.id.rawValue, $0.title, $0.deleted) }
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

    fileprivate func trashed(_ typed: String) throws(Status) -> Trash.Item {
        let items = trash
        if let item = items.first(where: { $0.id == typed }) { return item }
        return items[
            try Self.place(
                of: typed, among: items.map(\.name), thing: "thing in the trash",
                otherwise: "See what there is with: dayline trash")]
    }
}
