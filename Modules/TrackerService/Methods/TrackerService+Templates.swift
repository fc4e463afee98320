import CivilTime
import Contracts
import NaturalInput
import RPC
import Tracker

extension TrackerService {
    func registerTemplates(on router: inout Router) {
        router.handle(Templates.list) { [self] _, context in
            let snapshot = try await snapshot(context)
            let own = Set(snapshot.ownTemplates.values)
            return Templates.ListResponse(
                templates: snapshot.templates.map {
                    Templates.Template($0, isOwn: own.contains($0))
                })
        }
        router.handle(Templates.apply) { [self] in try await apply($0, $1) }
    }

    private func apply(
        _ request: Templates.ApplyRequest, _ context: CallContext
    ) async throws -> Templates.ApplyResponse {
        let now = now()
        return try await profileSession(context).change(Templates.apply.name, request, context) {
            snapshot, changeSet, _ in
            let template = try snapshot.template(request.name)
            let today = try snapshot.writableDay(request.on, now: now)
            let existingNames = Set(snapshot.activities.map { NameMatch.normalized($0.name) })
            let missing = template.items.filter {
                !existingNames.contains(NameMatch.normalized($0.name))
            }
            var catalog = snapshot.catalog
            do {
                try catalog.add(
                    missing.map { new($0, snapshot, today) },
                    within: template.container.map { name in
                        snapshot.activities.first {
                            NameMatch.normalized($0.name) == NameMatch.normalized(name)
                        }
                            ?? new(
                                ActivityTemplate.Item(
                                    name: name, configuration: Configuration(kind: .container)),
                                snapshot, today)
                    }, on: today)
            } catch let error as CatalogError {
                throw snapshot.status(of: error, in: catalog)
            }
            try changeSet.store(catalog, categories: snapshot.categories)
            changeSet.summary = "add the template \(template.name)"
            return Templates.ApplyResponse(
                added: missing.map(\.name),
                existing: template.items.map(\.name).filter {
                    existingNames.contains(NameMatch.normalized($0))
                })
        } response: { _, applied in
            applied
        }
    }

    private func new(
        _ item: ActivityTemplate.Item, _ snapshot: ProfileSnapshot, _ today: CivilDate
    ) -> Activity {
        let suggestion = AppearanceSuggestion(name: item.name)
        // A category that was deleted since, or is one of another profile, is not used.
        let category = item.category.flatMap { snapshot.name(of: $0) == nil ? nil : $0 }
        return Activity(
            id: Activity.ID(RandomIdentifier.next()), name: item.name, created: today,
            configuration: item.configuration,
            appearance: item.appearance ?? suggestion?.appearance ?? .activity,
            category: category
                ?? suggestion.flatMap { try? snapshot.category($0.category).id })
    }
}

extension Catalog {
    /// Adds activities and moves them into `container`, which is added if it is new. They stay at
    /// the top level if `container` is an existing activity that is not a container or is paused.
    fileprivate mutating func add(
        _ activities: [Activity], within container: Activity?, on today: CivilDate
    ) throws(CatalogError) {
        var target: Activity.ID?
        if let container, container.configuration.kind == .container, !container.isPaused,
            !activities.isEmpty
        {
            if self.activities[container.id] == nil { try add(container) }
            target = container.id
        }
        for activity in activities {
            try add(activity)
            guard let target else { continue }
            try move(activity.id, into: target, on: today)
            try updateDetails(activity.id) { $0.history = ConfigurationHistory() }
        }
    }
}
