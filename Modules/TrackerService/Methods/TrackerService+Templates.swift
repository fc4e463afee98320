import CivilTime
import Contracts
import RPC
import Tracker

extension TrackerService {
    func registerTemplates(on router: inout Router) {
        router.handle(Templates.list) { _, _ in
            Templates.ListResponse(
                templates: ActivityTemplate.all.map { template in
                    Templates.Template(
                        name: template.name, summary: template.summary,
                        container: template.container, activities: template.items.map(\.name))
                })
        }
        router.handle(Templates.apply) { [self] in try await apply($0, $1) }
    }

    private func apply(
        _ request: Templates.ApplyRequest, _ context: CallContext
    ) async throws -> Templates.ApplyResponse {
        let all = ActivityTemplate.all
        let place = try ProfileSnapshot.index(
            of: request.name, among: all.map(\.name), thing: "template",
            hint: "See them with: dayline activity templates")
        let template = all[place]
        let now = now()
        return try await profileSession(context).change(Templates.apply.name, request, context) {
            book, draft, _ in
            let today = try book.writableDay(request.on, now: now)
            let taken = Set(book.activities.map { NameMatch.normalized($0.name) })
            let missing = template.items.filter { !taken.contains(NameMatch.normalized($0.name)) }
            var roster = book.catalog
            do {
                try roster.add(
                    missing.map { new($0.name, $0.configuration, book, today) },
                    within: template.container.map { name in
                        book.activities.first {
                            NameMatch.normalized($0.name) == NameMatch.normalized(name)
                        }
                            ?? new(name, Configuration(kind: .container), book, today)
                    }, on: today)
            } catch let error as CatalogError {
                throw book.status(of: error, in: roster)
            }
            try draft.store(roster, categories: book.categories)
            draft.summary = "add the template \(template.name)"
            return Templates.ApplyResponse(
                added: missing.map(\.name),
                existing: template.items.map(\.name).filter {
                    taken.contains(NameMatch.normalized($0))
                })
        } reply: { _, applied in
            applied
        }
    }

    private func new(
        _ name: String, _ configuration: Configuration, _ book: ProfileSnapshot, _ today: CivilDate
    ) -> Activity {
        let suggestion = AppearanceSuggestion(name: name)
        return Activity(
            id: Activity.ID(newName()), name: name, created: today, configuration: configuration,
            appearance: suggestion?.appearance ?? .activity,
            category: suggestion.flatMap { try? book.category($0.category).id })
    }
}

extension Catalog {
    /// Adds activities, and puts them into `container`, which is added too when it is new. One that
    /// is there already and is none leaves them at the top.
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
