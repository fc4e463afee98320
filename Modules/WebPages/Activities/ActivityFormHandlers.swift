import CivilTime
import Contracts
import RPC
import Tracker

/// The handlers of the form of a new or stored activity.
enum ActivityFormHandlers {
    static func new(_ request: WebRequest) async throws -> WebReply {
        var form = ActivityForm()
        if let name = request.query["name"]?.trimmed { form["name"] = name }
        if let schedule = request.query["schedule"].flatMap({ Schedule.Name(rawValue: $0) }) {
            form["schedule"] = schedule.rawValue
        }
        return .page(try await page(form, request))
    }

    static func add(_ request: WebRequest) async throws -> WebReply {
        var form = ActivityForm(request.form)
        if request.form["action"] == "suggest" {
            try await suggest(&form, request)
            return .page(try await page(form, request))
        }
        let parsed = form.parsed(from: nil)
        guard parsed.errors.isEmpty else { return try await refused(form, parsed.errors, request) }
        let container = form["container"]
        do throws(Status) {
            let added = try await request.call(
                Activities.add,
                Activities.AddRequest(
                    name: form["name"], fields: parsed.fields,
                    container: container.isEmpty ? nil : container, on: CivilDate(form["on"])))
            return .redirect("/activities/\(added.id)?done=1")
        } catch {
            return try await refused(form, by: error, request)
        }
    }

    static func edit(_ request: WebRequest) async throws -> WebReply {
        let item = try await stored(request)
        return .page(try await page(ActivityForm(item), request, of: item))
    }

    static func save(_ request: WebRequest) async throws -> WebReply {
        let item = try await stored(request)
        let form = ActivityForm(request.form)
        let revision = Int64(request.form["revision"] ?? "")
        if let revision, revision != item.revision {
            return conflict(form, item, request)
        }
        let parsed = form.parsed(from: ActivityForm(item))
        guard parsed.errors.isEmpty else {
            return try await refused(form, parsed.errors, request, of: item)
        }
        var edit = Activities.EditRequest(name: item.id.rawValue, fields: parsed.fields)
        if form["name"] != item.name { edit.newName = form["name"] }
        edit.scope = EditScope(rawValue: form["scope"])
        edit.on = edit.scope == .all ? nil : CivilDate(form["on"])
        edit.revision = item.revision
        if edit.newName == nil, parsed.fields == Activities.Fields() {
            return .redirect("/activities/\(item.id)")
        }
        do throws(Status) {
            _ = try await request.call(Activities.edit, edit)
            return .redirect("/activities/\(item.id)?done=1")
        } catch {
            if error.code == .aborted {
                return conflict(form, try await stored(request), request)
            }
            return try await refused(form, by: error, request, of: item)
        }
    }

    private static func stored(_ request: WebRequest) async throws(Status) -> Activities.Item {
        try await request.call(
            Activities.show, Activities.ActivityRequest(name: try request.activity))
    }

    /// Replaces appearance, category and unit by those that the name suggests.
    private static func suggest(_ form: inout ActivityForm, _ request: WebRequest) async throws {
        let suggestion = try await request.call(
            Activities.suggest, Activities.SuggestRequest(name: form["name"]))
        form["icon"] = suggestion.icon
        form["color"] = suggestion.color
        let categories = try await request.call(Categories.list, Empty()).categories
        if let category = suggestion.category, categories.contains(where: { $0.name == category }) {
            form["category"] = category
        }
        if let unit = suggestion.unit, ["value", "cumulative"].contains(form["type"]) {
            form["unit"] = unit
        }
    }

    private static func conflict(
        _ form: ActivityForm, _ item: Activities.Item, _ request: WebRequest
    ) -> WebReply {
        let saved = ActivityForm(item)
        let path = "/activities/\(item.id)"
        return .page(
            ConflictPage(
                name: item.name, section: .activities, back: path, action: "\(path)/edit",
                fields: form.values, revision: "\(item.revision)",
                differences: form.differences(from: saved).map { name, label in
                    (label, saved.text(of: name), form.text(of: name))
                }, fragment: "activity-form", visitor: request.visitor
            ).page)
    }

    /// The first words of sentences of the service, and the fields that the sentences are about.
    private static let subjects = [
        "The target of": "target", "The maximum of": "maximum", "The unit of": "unit",
        "A number of": "target",
    ]

    /// The form with the message of the service: beside the field that it is about, else above.
    private static func refused(
        _ form: ActivityForm, by status: Status, _ request: WebRequest,
        of item: Activities.Item? = nil
    ) async throws -> WebReply {
        guard status.isFormProblem else { throw status }
        let subject = subjects.first { status.message.hasPrefix($0.key) }?.value
        let field =
            status.code == .alreadyExists ? "name" : subject ?? ActivityFormPage.wholeForm
        return try await refused(form, [field: status.formSentence], request, of: item)
    }

    private static func refused(
        _ form: ActivityForm, _ errors: [String: String], _ request: WebRequest,
        of item: Activities.Item? = nil
    ) async throws -> WebReply {
        var page = try await page(form, request, of: item, errors: errors)
        page.status = 422
        return .page(page)
    }

    private static func page(
        _ form: ActivityForm, _ request: WebRequest, of item: Activities.Item? = nil,
        errors: [String: String] = [:]
    ) async throws -> Page {
        async let list = request.call(Activities.list, Activities.ListRequest())
        async let metrics = healthMetrics(request)
        let categories = try await request.call(Categories.list, Empty()).categories
        return ActivityFormPage(
            form: form, errors: errors, item: item, categories: categories.map(\.name),
            activities: try await list.activities, metrics: await metrics,
            visitor: request.visitor
        ).page
    }

    /// The metrics by key. Empty if the aggregation worker does not answer: the form then has a
    /// text field.
    private static func healthMetrics(_ request: WebRequest) async -> [Insights.Metric] {
        let reply = try? await request.withoutKey.call(
            Insights.metrics, Insights.MetricsRequest(all: true))
        return reply?.metrics ?? []
    }
}
