import CivilTime
import Contracts
import RPC
import Tracker

extension TrackerService {
    func registerActivities(on router: inout Router) {
        router.handle(Activities.list) { [self] request, context in
            let book = try await snapshot(context, asOf: request.on)
            let today = try book.today(request.on, now: now())
            return Activities.ListResponse(
                activities: book.nestedActivities
                    .filter { activity in
                        let isReminder = activity.configuration.schedule.isReminder
                        return request.reminders.map { $0 == isReminder } ?? true
                    }
                    .map { book.item($0, asOf: today) })
        }
        router.handle(Activities.show) { [self] request, context in
            let now = try await snapshot(context).book.activity(request.name)
            if let day = request.on, day < now.created {
                throw Status(
                    .failedPrecondition, "\"\(now.name)\" was created on \(now.created).",
                    hint: "Its first day is: --on \(now.created)")
            }
            let book = try await snapshot(context, asOf: request.on)
            return book.item(
                try book.activity(now.id.rawValue), withHistory: true,
                asOf: try book.today(request.on, now: self.now()))
        }
        router.handle(Activities.suggest) { request, _ in
            Activities.SuggestResponse(request.name)
        }
        router.handle(Activities.add) { [self] in try await add($0, $1) }
        router.handle(Activities.edit) { [self] in try await edit($0, $1) }
    }

    /// The profile's book; with activities as they were on a day, where one is asked for.
    private func snapshot(_ context: CallContext, asOf day: CivilDate?) async throws
        -> ProfileSnapshot
    {
        let book = try await snapshot(context, on: day).book
        return day.map { book.asOf($0) } ?? book
    }

    private func add(
        _ request: Activities.AddRequest, _ context: CallContext
    ) async throws -> Activities.Item {
        try await restructure(Activities.add.name, request, context, on: request.on) {
            book, roster, today, _ in
            let name = try book.checked(name: request.name)
            let suggestion = AppearanceSuggestion(name: name)
            let configuration = try Configuration(
                new: request.fields, named: name, suggestedUnit: suggestion?.unit, on: today)
            var activity = Activity(
                id: Activity.ID(newName()), name: name, created: today,
                configuration: configuration,
                appearance: suggestion?.appearance ?? .activity,
                category: suggestion.flatMap { try? book.category($0.category).id })
            try activity.apply(request.fields, in: book)
            if case .adhoc(let day?) = configuration.schedule {
                try book.checkWritable(day)
                activity.created = min(activity.created, day)
            }
            try roster.add(activity)
            if let typed = request.container {
                let container = try book.activity(typed)
                try roster.move(activity.id, into: container.id, on: today)
                try roster.updateDetails(activity.id) { $0.history = ConfigurationHistory() }
            }
            return (activity.id, "add \(name)")
        }
    }

    private func edit(
        _ request: Activities.EditRequest, _ context: CallContext
    ) async throws -> Activities.Item {
        try await restructure(Activities.edit.name, request, context, on: request.on) {
            book, roster, today, arrival in
            let activity = try book.activity(request.name)
            let revision = book.revision(.activity, activity.id.rawValue)
            guard request.revision == nil || request.revision == revision,
                !arrival.isBefore(changeOf: activity.id)
            else { throw book.concurrentChangeStatus(of: activity) }
            var name = request.newName ?? activity.name
            if name != activity.name { name = try book.checked(name: name, excluding: activity.id) }
            var described = activity
            try described.apply(request.fields, in: book)
            described.name = name
            var configuration = activity.configuration
            try configuration.apply(request.fields, to: described.name, on: today)
            try book.checkKind(of: activity, becomes: configuration)
            if case .adhoc(let day?) = configuration.schedule { try book.checkWritable(day) }
            let scope = request.scope ?? .future
            // An edit of all days may change only the past.
            if configuration != activity.configuration
                || scope == .all && request.fields.changesConfiguration
            {
                var failure: Status?
                try roster.edit(activity.id, scope: scope, on: today) {
                    do throws(Status) {
                        try $0.apply(request.fields, to: described.name, on: today)
                    } catch {
                        failure = error
                    }
                }
                if let failure { throw failure }
            }
            try roster.updateDetails(activity.id) {
                $0.name = described.name
                $0.appearance = described.appearance
                $0.category = described.category
                $0.follows = described.follows
            }
            return (activity.id, "edit \(activity.name)")
        }
    }

    /// What a change of structure works on: the book, the roster to change, today, and when the call
    /// came. It names the activity to answer with, and says what is done.
    typealias Restructuring =
        (ProfileSnapshot, inout Catalog, CivilDate, BaseRevision) throws -> (Activity.ID, String)

    /// Changes the roster, and answers with an activity of it.
    func restructure(
        _ method: MethodName, _ request: some Encodable, _ context: CallContext,
        on day: CivilDate?, _ change: Restructuring
    ) async throws -> Activities.Item {
        try await restructure(method, request, context, on: day, change) { book, activity in
            book.item(activity)
        }
    }

    /// Changes the roster, and answers with what `reply` makes of an activity of it.
    func restructure<Reply: Codable>(
        _ method: MethodName, _ request: some Encodable, _ context: CallContext,
        on day: CivilDate?, _ change: Restructuring, reply: (ProfileSnapshot, Activity) -> Reply
    ) async throws -> Reply {
        let now = now()
        return try await profileSession(context).change(
            method, request, context, includesRevisions: true
        ) {
            book, draft, arrival -> Activity.ID in
            var roster = book.catalog
            let (id, summary): (Activity.ID, String)
            do {
                (id, summary) = try change(
                    book, &roster, try book.writableDay(day, now: now), arrival)
            } catch let error as CatalogError {
                throw book.status(of: error, in: roster)
            }
            try draft.store(roster, categories: book.categories)
            draft.summary = summary
            return id
        } reply: { book, id in
            guard let activity = book.catalog.activities[id] else {
                throw Status(
                    .notFound, "The activity \(id) was removed at the same time.",
                    hint: "See the present ones with: dayline activity list")
            }
            return reply(book, activity)
        }
    }
}

extension Activity {
    /// Takes over what the fields say about its looks and its place.
    mutating func apply(_ fields: Activities.Fields, in book: ProfileSnapshot) throws {
        if let icon = fields.icon { appearance.icon = icon }
        if let color = fields.color { appearance.color = try checkedColor(color) }
        if let typed = fields.category {
            category = typed.isEmpty ? nil : try book.category(typed).id
        }
        guard let typed = fields.after else { return }
        guard !typed.isEmpty else {
            follows = nil
            return
        }
        let other = try book.activity(typed)
        var seen: Set<Activity.ID> = [id]
        var next: Activity? = other
        while let link = next {
            guard seen.insert(link.id).inserted else {
                throw Status(
                    .invalidArgument,
                    "\"\(name)\" cannot come after \"\(other.name)\", which comes after it.",
                    hint: "Have that come after nothing first: dayline activity edit "
                        + "\(quoted(other.name)) --after ''")
            }
            next = link.follows.flatMap { book.catalog.activities[$0] }
        }
        follows = other.id
    }
}

extension Activities.Fields {
    /// True if a field of a configuration is given, beside those of appearance and place.
    fileprivate var changesConfiguration: Bool {
        var fields = self
        (fields.icon, fields.color, fields.category, fields.after) = (nil, nil, nil, nil)
        return fields != Activities.Fields()
    }
}

/// `#RRGGBB`.
func checkedColor(_ text: String) throws(Status) -> String {
    let digits = text.dropFirst()
    guard text.hasPrefix("#"), digits.count == 6, digits.allSatisfy(\.isHexDigit) else {
        throw Status(
            .invalidArgument, "\"\(text)\" is no colour.", hint: "Write it as '#4ECDC4'.")
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
