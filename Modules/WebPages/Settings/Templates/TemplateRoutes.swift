import Contracts
import RPC

/// The routes of the templates of activities.
enum TemplateRoutes {
    static let routes = [
        WebRoute(.get, path) { .page(try await list($0)) },
        WebRoute(.post, path) { try await add($0) },
        WebRoute(.post, "\(path)/apply") { try await apply($0) },
        WebRoute(.get, "\(path)/edit") { request in
            let template = try await template(request.query["name"], request)
            return .page(TemplatePage(template: template, visitor: request.visitor).page)
        },
        WebRoute(.post, "\(path)/edit") { try await edit($0) },
        WebRoute(.post, "\(path)/delete") { try await delete($0) },
    ]

    static let path = "/settings/templates"

    /// The page of a template of the profile.
    static func editPath(of name: String) -> String {
        "\(path)/edit" + URLText.query([("name", name)])
    }

    private static let changed = "\(path)?done=1"

    private static func list(
        _ request: WebRequest, input: FormInput = FormInput(TemplatesPage.formName)
    ) async throws -> Page {
        async let toast = Toast.html(
            request, sentences: ["complete": "All activities of the template exist already."])
        async let activities = request.withoutKey.call(
            Activities.list, Activities.ListRequest(reminders: false))
        let templates = try await request.withoutKey.call(Templates.list, Empty()).templates
        return TemplatesPage(
            templates: templates, activities: try await activities.activities, input: input,
            visitor: request.visitor
        ).page(toast: await toast)
    }

    private static func add(_ request: WebRequest) async throws -> WebReply {
        var input = FormInput(TemplatesPage.formName, request.form)
        do throws(Status) {
            _ = try await request.call(
                Templates.add,
                Templates.AddRequest(
                    activity: try request.field("activity"), name: input.text("name"),
                    summary: input.text("summary")))
            return .redirect(changed)
        } catch {
            try input.reject(error, error.code == .failedPrecondition ? "activity" : "name")
        }
        return .page(try await list(request, input: input))
    }

    private static func apply(_ request: WebRequest) async throws -> WebReply {
        let reply = try await request.call(
            Templates.apply, Templates.ApplyRequest(name: try request.field("name")))
        return .redirect(reply.added.isEmpty ? "\(path)?done=complete" : changed)
    }

    // MARK: One template

    /// The template of the profile with a name.
    /// - Throws: NOT_FOUND without one.
    private static func template(
        _ name: String?, _ request: WebRequest
    ) async throws -> Templates.Template {
        let templates = try await request.withoutKey.call(Templates.list, Empty()).templates
        guard let template = templates.first(where: { $0.isOwn == true && $0.name == name }) else {
            throw Status(
                .notFound, "There is no such template any more.",
                hint: "It may have another name. Open the list of templates.")
        }
        return template
    }

    private static func edit(_ request: WebRequest) async throws -> WebReply {
        let template = try await template(request.form[TemplatePage.nameField], request)
        var input = FormInput(TemplatePage.formName, request.form)
        let name = input.requiredText("name", "The template needs a name.")
        // By name: the template may have changed since the page was opened.
        let chosen = Set(
            request.form.filter { $0.key.hasPrefix(TemplatePage.fieldPrefix) }.map(\.value))
        let retained = template.activities.filter(chosen.contains)
        if retained.isEmpty {
            input.reject("Choose at least one activity, or delete the template.", "activities")
        }
        if input.isValid, let name {
            var change = Templates.EditRequest(name: template.name)
            if name != template.name { change.newName = name }
            let summary = input.text("summary") ?? ""
            if summary != template.summary { change.summary = summary }
            if retained != template.activities { change.activities = retained }
            guard change != Templates.EditRequest(name: template.name) else {
                return .redirect(path)
            }
            do throws(Status) {
                _ = try await request.call(Templates.edit, change)
                return .redirect(changed)
            } catch {
                try input.reject(error, "name")
            }
        }
        return .page(
            TemplatePage(template: template, input: input, visitor: request.visitor).page)
    }

    private static func delete(_ request: WebRequest) async throws -> WebReply {
        let template = try await template(request.form[TemplatePage.nameField], request)
        _ = try await request.call(
            Templates.delete, Templates.DeleteRequest(name: template.name))
        return .redirect(changed)
    }
}
