import CivilTime
import Contracts
import RPC
import Tracker

/// The handlers of the list of activities.
enum ActivityListHandlers {
    static func show(_ request: WebRequest) async throws -> WebReply {
        .page(try await page(request, group: GroupForm()))
    }

    private static func page(_ request: WebRequest, group: GroupForm) async throws -> Page {
        let filter = ActivityFilter(request.query.isEmpty ? request.form : request.query)
        async let agenda = request.call(Journal.today, Journal.DayRequest())
        async let streaks = request.call(Statistics.streaks, Statistics.AsOfRequest())
        async let days = request.call(Statistics.recentDays, Statistics.RecentDaysRequest())
        async let categories = request.call(Categories.list, Empty())
        async let toast = Toast.html(request)
        let list = try await request.call(Activities.list, Activities.ListRequest())
        let page = ActivityListPage(
            activities: list.activities, agenda: try await agenda,
            streaks: Dictionary(
                try await streaks.streaks.map { ($0.name, $0) },
                uniquingKeysWith: { first, _ in first }
            ),
            categories: try await categories.categories.map(\.name),
            days: try await days.byActivity,
            filter: filter,
            groupForm: group, visitor: request.visitor)
        return page.page(toast: await toast)
    }

    /// The page with the containers that an activity can be in.
    static func showMove(_ request: WebRequest) async throws -> WebReply {
        let id = try request.activity
        let list = try await request.call(Activities.list, Activities.ListRequest()).activities
        guard let item = list.first(where: { $0.id.rawValue == id }) else {
            throw Status(.notFound, "The activity is not in the list any more.")
        }
        return .page(
            ActivityMovePage(
                item: item, containers: list.filter { $0.type == .container },
                filter: ActivityFilter(request.query), visitor: request.visitor
            ).page)
    }

    /// Moves an activity into a container, or to the top level.
    static func move(_ request: WebRequest) async throws -> WebReply {
        let container = request.form["container"] ?? ""
        _ = try await request.call(
            Activities.move,
            Activities.MoveRequest(
                name: try request.activity, container: container.isEmpty ? nil : container))
        return .redirect(ActivityFilter(request.form).path(isDone: true))
    }

    /// Moves an activity in its container: past the activity before or after it, or before the activity
    /// `before` of the list. An empty `before` is the end.
    static func order(_ request: WebRequest) async throws -> WebReply {
        let id = try request.activity
        guard let before = request.form["before"] else {
            let direction = try request.field("direction")
            _ = try await request.call(
                Activities.reorder,
                Activities.ReorderRequest(names: [id], by: direction == "up" ? -1 : 1))
            return .redirect(orderPath(request))
        }
        let list = try await request.call(Activities.list, Activities.ListRequest()).activities
        guard let activity = list.first(where: { $0.id.rawValue == id }) else {
            throw Status(.notFound, "The activity is not in the list any more.")
        }
        let order = list.moving(activity, before: before).siblings(of: activity)
        if order != list.siblings(of: activity) {
            _ = try await request.call(
                Activities.reorder, Activities.ReorderRequest(names: order.map(\.id.rawValue)))
        }
        return .redirect(orderPath(request))
    }

    private static func orderPath(_ request: WebRequest) -> String {
        ActivityFilter(request.form).with { $0.isReordering = true }.path()
    }

    /// Makes a container of the chosen activities.
    static func group(_ request: WebRequest) async throws -> WebReply {
        var form = GroupForm(request.form)
        guard form.errors.isEmpty else { return try await refused(form, request) }
        do throws(Status) {
            _ = try await request.call(
                Activities.group,
                Activities.GroupRequest(
                    name: form.name, members: form.members.sorted(),
                    category: form.category.isEmpty ? nil : form.category))
        } catch {
            guard error.isFormProblem else { throw error }
            form.errors[error.code == .alreadyExists ? "name" : "members"] = error.message
            return try await refused(form, request)
        }
        return .redirect(ActivityFilter(request.form).path(isDone: true))
    }

    private static func refused(
        _ form: GroupForm, _ request: WebRequest
    ) async throws -> WebReply {
        var page = try await page(request, group: form)
        page.status = 422
        return .page(page)
    }
}

/// The typed fields of the form that groups activities.
struct GroupForm {
    var name = ""
    var category = ""
    /// The identifiers of the chosen activities.
    var members: Set<String> = []
    /// The messages by field.
    var errors: [String: String] = [:]

    init() {}

    init(_ fields: [String: String]) {
        name = (fields["name"] ?? "").trimmed
        category = fields["category"] ?? ""
        members = Set(
            fields.keys.filter { $0.hasPrefix("member-") }.map { String($0.dropFirst(7)) })
        if name.isEmpty { errors["name"] = "The group needs a name." }
        if members.isEmpty { errors["members"] = "Choose one activity or more." }
    }
}

extension Status {
    /// True if other fields of the form can succeed.
    var isFormProblem: Bool {
        [.invalidArgument, .alreadyExists, .failedPrecondition, .outOfRange, .notFound]
            .contains(code)
    }
}

extension String {
    /// The text without white space at both ends.
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}

extension [Activities.Item] {
    /// The activities of the container of `activity` in list order, without those in use elsewhere.
    func siblings(of activity: Activities.Item) -> [Activities.Item] {
        filter { $0.container == activity.container }
    }

    /// The list with an activity before another one, or at the end if the list has no such activity.
    fileprivate func moving(_ activity: Activities.Item, before: String) -> [Activities.Item] {
        var list = filter { $0.id != activity.id }
        list.insert(
            activity, at: list.firstIndex { $0.id.rawValue == before } ?? list.endIndex)
        return list
    }
}
