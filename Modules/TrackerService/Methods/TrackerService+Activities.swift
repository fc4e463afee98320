import CivilTime
import Contracts
import RPC
import Tracker

extension TrackerService {
    func registerActivities(on router: inout Router) {
        router.handle(Activities.list) { [self] request, context in
            let snapshot = try await snapshot(context, asOf: request.on)
            let today = try snapshot.today(request.on, now: now())
            return Activities.ListResponse(
                activities: snapshot.nestedActivities
                    .filter { activity in
                        let isReminder = activity.configuration.schedule.isReminder
                        return request.reminders.map { $0 == isReminder } ?? true
                    }
                    .map { snapshot.item($0, asOf: today) })
        }
        router.handle(Activities.show) { [self] request, context in
            let now = try await snapshot(context).activity(request.name)
            if let day = request.on, day < now.created {
                throw Status(
                    .failedPrecondition, "\"\(now.name)\" was created on \(now.created).",
                    hint: "The first day of the activity is: --on \(now.created)")
            }
            let snapshot = try await snapshot(context, asOf: request.on)
            return snapshot.item(
                try snapshot.activity(now.id.rawValue), withHistory: true,
                asOf: try snapshot.today(request.on, now: self.now()))
        }
        router.handle(Activities.suggest) { request, _ in
            Activities.SuggestResponse(request.name)
        }
        router.handle(Activities.add) { [self] in try await add($0, $1) }
        router.handle(Activities.edit) { [self] in try await edit($0, $1) }
    }

    /// The snapshot of the profile; with activities as of `day` unless that is nil.
    private func snapshot(_ context: CallContext, asOf day: CivilDate?) async throws
        -> ProfileSnapshot
    {
        let snapshot = try await snapshot(context, on: day).snapshot
        return day.map { snapshot.asOf($0) } ?? snapshot
    }

    private func add(
        _ request: Activities.AddRequest, _ context: CallContext
    ) async throws -> Activities.Item {
        try await restructure(Activities.add.name, request, context, on: request.on) {
            snapshot, catalog, today, _ in
            let name = try snapshot.checked(name: request.name)
            let suggestion = AppearanceSuggestion(name: name)
            let configuration = try Configuration(
                new: request.fields, named: name, suggestedUnit: suggestion?.unit,
                weekStart: snapshot.weekStart, on: today)
            var activity = Activity(
                id: Activity.ID(RandomIdentifier.next()), name: name, created: today,
                configuration: configuration,
                appearance: suggestion?.appearance ?? .activity,
                category: suggestion.flatMap { try? snapshot.category($0.category).id })
            try activity.apply(request.fields, in: snapshot)
            if case .adhoc(let day?) = configuration.schedule {
                try snapshot.checkWritable(day)
                activity.created = min(activity.created, day)
            }
            try catalog.add(activity)
            if let typed = request.container {
                let container = try snapshot.activity(typed)
                try catalog.move(activity.id, into: container.id, on: today)
                try catalog.updateDetails(activity.id) { $0.history = ConfigurationHistory() }
            }
            return (activity.id, "add \(name)")
        }
    }

    private func edit(
        _ request: Activities.EditRequest, _ context: CallContext
    ) async throws -> Activities.Item {
        try await restructure(Activities.edit.name, request, context, on: request.on) {
            snapshot, catalog, today, base in
            let activity = try snapshot.activity(request.name)
            let revision = snapshot.revision(.activity, activity.id.rawValue)
            guard request.revision == nil || request.revision == revision,
                !base.isBefore(changeOf: activity.id)
            else { throw snapshot.concurrentChangeStatus(of: activity) }
            var name = request.newName ?? activity.name
            if name != activity.name {
                name = try snapshot.checked(name: name, excluding: activity.id)
            }
            var described = activity
            try described.apply(request.fields, in: snapshot)
            described.name = name
            var configuration = activity.configuration
            try configuration.apply(
                request.fields, to: described.name, weekStart: snapshot.weekStart, on: today)
            try snapshot.checkKind(of: activity, becomes: configuration)
            if case .adhoc(let day?) = configuration.schedule { try snapshot.checkWritable(day) }
            let scope = request.scope ?? .future
            // An edit of all days may change only earlier configurations.
            if configuration != activity.configuration
                || scope == .all && request.fields.changesConfiguration
            {
                var failure: Status?
                try catalog.edit(activity.id, scope: scope, on: today) {
                    do throws(Status) {
                        try $0.apply(
                            request.fields, to: described.name, weekStart: snapshot.weekStart,
                            on: today)
                    } catch {
                        failure = error
                    }
                }
                if let failure { throw failure }
            }
            try catalog.updateDetails(activity.id) {
                $0.name = described.name
                $0.appearance = described.appearance
                $0.category = described.category
                $0.follows = described.follows
            }
            return (activity.id, "edit \(activity.name)")
        }
    }

    /// Plans a change of the catalog as of a day. Returns the activity of the response and the
    /// summary of the step.
    typealias Restructuring =
        (ProfileSnapshot, inout Catalog, CivilDate, BaseRevision) throws -> (Activity.ID, String)

    /// Changes the catalog, and responds with an activity.
    func restructure(
        _ method: MethodName, _ request: some Encodable, _ context: CallContext,
        on day: CivilDate?, _ change: Restructuring
    ) async throws -> Activities.Item {
        try await restructure(method, request, context, on: day, change) { snapshot, activity in
            snapshot.item(activity)
        }
    }

    /// Changes the catalog, and responds with the result of `response` for an activity.
    func restructure<Response: Codable>(
        _ method: MethodName, _ request: some Encodable, _ context: CallContext,
        on day: CivilDate?, _ change: Restructuring,
        response: (ProfileSnapshot, Activity) -> Response
    ) async throws -> Response {
        let now = now()
        return try await profileSession(context).change(
            method, request, context, includesRevisions: true
        ) {
            snapshot, changeSet, base -> Activity.ID in
            var catalog = snapshot.catalog
            let (id, summary): (Activity.ID, String)
            do {
                (id, summary) = try change(
                    snapshot, &catalog, try snapshot.writableDay(day, now: now), base)
            } catch let error as CatalogError {
                throw snapshot.status(of: error, in: catalog)
            }
            try changeSet.store(catalog, categories: snapshot.categories)
            changeSet.summary = summary
            return id
        } response: { snapshot, id in
            guard let activity = snapshot.catalog.activities[id] else {
                throw Status(
                    .notFound, "The activity \(id) was removed at the same time.",
                    hint: "List the current ones with: dayline activity list")
            }
            return response(snapshot, activity)
        }
    }
}

extension Activity {
    /// Applies the fields of appearance, category and order.
    mutating func apply(_ fields: Activities.Fields, in snapshot: ProfileSnapshot) throws {
        if let icon = fields.icon { appearance.icon = icon }
        if let color = fields.color { appearance.color = try checkedColor(color) }
        if let typed = fields.category {
            category = typed.isEmpty ? nil : try snapshot.category(typed).id
        }
        guard let typed = fields.after else { return }
        guard !typed.isEmpty else {
            follows = nil
            return
        }
        let other = try snapshot.activity(typed)
        var seen: Set<Activity.ID> = [id]
        var next: Activity? = other
        while let link = next {
            guard seen.insert(link.id).inserted else {
                throw Status(
                    .invalidArgument,
                    "\"\(name)\" cannot come after \"\(other.name)\", which comes after it.",
                    hint: "Clear the order of that activity first: dayline activity edit "
                        + "\(quoted(other.name)) --after ''")
            }
            next = link.follows.flatMap { snapshot.catalog.activities[$0] }
        }
        follows = other.id
    }
}

extension Activities.Fields {
    /// True if a field of the configuration is set.
    fileprivate var changesConfiguration: Bool {
        var fields = self
        (fields.icon, fields.color, fields.category, fields.after) = (nil, nil, nil, nil)
        return fields != Activities.Fields()
    }
}

/// A colour of the form `#RRGGBB`, in upper case.
func checkedColor(_ text: String) throws(Status) -> String {
    let digits = text.dropFirst()
    guard text.hasPrefix("#"), digits.count == 6, digits.allSatisfy(\.isHexDigit) else {
        throw Status(
            .invalidArgument, "\"\(text)\" is not a colour.", hint: "Write it as '#4ECDC4'.")
    }
    return text.uppercased()
}

extension Activities.SuggestResponse {
    init(_ name: String) {
        let suggestion = AppearanceSuggestion(name: name)
        let appearance = suggestion?.appearance ?? .activity
        self.init(
            name: name, icon: appearance.icon, color: appearance.color,
            category: suggestion?.category, unit: suggestion?.unit)
    }
}
