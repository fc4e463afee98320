import CivilTime
import Contracts
import RPC
import Tracker

extension TrackerService {
    func registerArrangement(on router: inout Router) {
        handle(Activities.pause, "pause", on: &router) { try $0.pause($1, on: $2) }
        handle(Activities.resume, "resume", on: &router) { try $0.resume($1, on: $2) }
        handle(Activities.convert, "convert", on: &router) { try $0.convert($1, on: $2) }
        handle(Activities.delete, "delete", on: &router) { try $0.delete($1, on: $2) }
        handle(Activities.dissolve, "dissolve", on: &router) {
            try $0.dissolve($1, on: $2) { _, _ in GoalLink.ID(RandomIdentifier.next()) }
        }
        router.handle(Activities.move) { [self] in try await move($0, $1) }
        router.handle(Activities.group) { [self] in try await group($0, $1) }
        router.handle(Activities.reorder) { [self] in try await reorder($0, $1) }
    }

    private func move(
        _ request: Activities.MoveRequest, _ context: CallContext
    ) async throws -> Activities.Item {
        try await restructure(Activities.move.name, request, context, on: request.on) {
            snapshot, catalog, today, base in
            let activity = try snapshot.activity(request.name)
            guard !base.isBefore(changeOf: activity.id) else {
                throw snapshot.concurrentChangeStatus(of: activity)
            }
            let container = try request.container.map { try snapshot.activity($0) }
            guard container?.id != activity.id else {
                throw Status(
                    .invalidArgument, "\"\(activity.name)\" cannot be put into itself.",
                    hint: "Name another container, or take it out with: dayline activity move "
                        + "\(quoted(activity.name)) --out")
            }
            try catalog.move(activity.id, into: container?.id, on: today)
            return (activity.id, "move \(activity.name)")
        }
    }

    private func group(
        _ request: Activities.GroupRequest, _ context: CallContext
    ) async throws -> Activities.Item {
        try await restructure(Activities.group.name, request, context, on: request.on) {
            snapshot, catalog, today, _ in
            let name = try snapshot.checked(name: request.name)
            let members = try request.members.map { try snapshot.activity($0).id }
            if let repeated = members.firstRepeated {
                throw Status(
                    .invalidArgument,
                    "\"\(snapshot.name(of: repeated) ?? "")\" is named twice among the members of "
                        + "\"\(name)\".",
                    hint: "Name each member once.")
            }
            let id = Activity.ID(RandomIdentifier.next())
            try catalog.group(
                members, as: id, name: name,
                category: request.category.map { try snapshot.category($0).id }, on: today)
            return (id, "group \(name)")
        }
    }

    private func reorder(
        _ request: Activities.ReorderRequest, _ context: CallContext
    ) async throws -> Activities.ListResponse {
        try await restructure(Activities.reorder.name, request, context, on: nil) {
            snapshot, catalog, _, _ in
            let activities = try request.names.map { try snapshot.activity($0) }
            guard let first = activities.first,
                Set(activities.map(\.id)).count == activities.count
            else {
                throw Status(
                    .invalidArgument,
                    activities.map(\.id).firstRepeated.map {
                        "\"\(snapshot.name(of: $0) ?? "")\" is named twice in the new order."
                    } ?? "The new order names no activity.",
                    hint: "Name each once, first to last: dayline activity reorder NAME NAME")
            }
            let neighbour = try (request.before ?? request.after).map { try snapshot.activity($0) }
            if let other = (activities + (neighbour.map { [$0] } ?? []))
                .first(where: { $0.parent != first.parent })
            {
                throw Status(
                    .invalidArgument,
                    "\"\(other.name)\" and \"\(first.name)\" are not in the same container.",
                    hint:
                        "Order each container by itself, or move one of them: dayline activity move "
                        + "\(quoted(other.name)) --in CONTAINER")
            }
            let named = activities.map(\.id)
            let siblings = catalog.children(of: first.parent).map(\.id)
            try catalog.reorder(request.order(of: siblings, named, besides: neighbour?.id))
            return (first.id, "reorder")
        } response: { snapshot, first in
            Activities.ListResponse(
                activities: snapshot.catalog.children(of: first.parent).map { snapshot.item($0) })
        }
    }

    /// Registers a method that changes one activity as of a day.
    private func handle(
        _ method: Method<Activities.ActivityRequest, Activities.Item>, _ verb: String,
        on router: inout Router,
        _ change: @escaping @Sendable (inout Catalog, Activity.ID, CivilDate) throws -> Void
    ) {
        router.handle(method) { [self] request, context in
            try await restructure(method.name, request, context, on: request.on) {
                snapshot, catalog, today, base in
                let activity = try snapshot.activity(request.name)
                guard !base.isBefore(changeOf: activity.id) else {
                    throw snapshot.concurrentChangeStatus(of: activity)
                }
                try change(&catalog, activity.id, today)
                return (activity.id, "\(verb) \(activity.name)")
            }
        }
    }
}

extension Array where Element: Hashable {
    /// The first element that equals an earlier one; nil if all are different.
    fileprivate var firstRepeated: Element? {
        var seen: Set<Element> = []
        return first { !seen.insert($0).inserted }
    }
}

extension Activities.ReorderRequest {
    /// The new order of siblings. `named` are those that move, and `neighbour` is that of `before` or
    /// `after`; nil: neither.
    fileprivate func order(
        of siblings: [Activity.ID], _ named: [Activity.ID], besides neighbour: Activity.ID?
    ) -> [Activity.ID] {
        guard let neighbour else { return siblings.moving(named, by: by) }
        var others = siblings.filter { !named.contains($0) }
        // Beside itself an activity has no other place.
        guard let place = others.firstIndex(of: neighbour) else { return siblings }
        others.insert(contentsOf: named, at: before != nil ? place : place + 1)
        return others
    }
}
