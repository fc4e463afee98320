import Contracts
import RPC
import Tracker

/// The routes of the categories of activities.
enum CategoryRoutes {
    static let routes = [
        WebRoute(.get, path) { .page(try await list($0)) },
        WebRoute(.post, path) { try await add($0) },
        WebRoute(.post, "\(path)/defaults") { try await restoreDefaults($0) },
        WebRoute(.get, "\(path)/:id") { try await show($0) },
        WebRoute(.post, "\(path)/:id") { try await edit($0) },
        WebRoute(.post, "\(path)/:id/reminders") { try await editReminders($0) },
        WebRoute(.post, "\(path)/:id/order") { try await order($0) },
        WebRoute(.post, "\(path)/:id/delete") { try await delete($0) },
    ]

    static let path = "/settings/categories"

    private static let changed = "\(path)?done=1"

    private static func list(
        _ request: WebRequest, input: FormInput = FormInput(CategoriesPage.formName)
    ) async throws -> Page {
        async let toast = Toast.html(
            request, sentences: ["complete": "No default category was missing."])
        let categories = try await request.withoutKey.call(Categories.list, Empty()).categories
        return CategoriesPage(categories: categories, input: input, visitor: request.visitor)
            .page(toast: await toast)
    }

    private static func add(_ request: WebRequest) async throws -> WebReply {
        var input = FormInput(CategoriesPage.formName, request.form)
        if let name = input.requiredText("name", "The category needs a name.") {
            do throws(Status) {
                _ = try await request.call(
                    Categories.add,
                    Categories.ChangeRequest(name: name, about: input.text("about")))
                return .redirect(changed)
            } catch {
                try input.reject(error, "name")
            }
        }
        return .page(try await list(request, input: input))
    }

    private static func restoreDefaults(_ request: WebRequest) async throws -> WebReply {
        let before = try await request.withoutKey.call(Categories.list, Empty()).categories
        let after = try await request.call(Categories.restoreDefaults, Empty()).categories
        return .redirect(after.count == before.count ? "\(path)?done=complete" : changed)
    }

    // MARK: One category

    /// The category of the path.
    /// - Throws: NOT_FOUND without one.
    private static func category(_ request: WebRequest) async throws -> Categories.Item {
        let id = URLText.decoded(request.parameters["id"] ?? "")
        let categories = try await request.withoutKey.call(Categories.list, Empty()).categories
        guard let category = categories.first(where: { $0.id.rawValue == id }) else {
            throw Status(
                .notFound, "There is no such category any more.",
                hint: "It may be in the trash of the activities.")
        }
        return category
    }

    private static func show(_ request: WebRequest) async throws -> WebReply {
        .page(
            CategoryPage(category: try await category(request), visitor: request.visitor).page)
    }

    private static func edit(_ request: WebRequest) async throws -> WebReply {
        let category = try await category(request)
        var input = FormInput(CategoryPage.formName, request.form)
        if let name = input.requiredText("name", "The category needs a name.") {
            var change = Categories.ChangeRequest(name: category.name)
            if name != category.name { change.newName = name }
            if let icon = input.text("icon"), icon != category.icon { change.icon = icon }
            if let color = input.text("color"),
                color.uppercased() != category.color.uppercased()
            {
                change.color = color
            }
            let about = input.text("about") ?? ""
            if about != category.about { change.about = about }
            guard change != Categories.ChangeRequest(name: category.name) else {
                return .redirect(path)
            }
            do throws(Status) {
                _ = try await request.call(Categories.edit, change)
                return .redirect(changed)
            } catch {
                try input.reject(error, field(of: error))
            }
        }
        return .page(
            CategoryPage(category: category, input: input, visitor: request.visitor).page)
    }

    /// The field that a sentence of the service is about.
    private static func field(of status: Status) -> String {
        status.message.contains("colour") ? "color" : "name"
    }

    private static func editReminders(_ request: WebRequest) async throws -> WebReply {
        let category = try await category(request)
        let (stored, typed) = (CategoryReminders(category), CategoryReminders(request.form))
        var input = FormInput(CategoryReminders.formName, request.form)
        let change = typed.change(of: category.name, from: stored, &input)
        guard !input.isValid || change != Categories.ChangeRequest(name: category.name) else {
            return .redirect(path)
        }
        if Revision.isStale(request.form, current: stored.revision) {
            let back = CategoryPage.path(of: category)
            return .page(
                ConflictPage(
                    name: category.name, section: .settings, back: back,
                    action: "\(back)/reminders", fields: request.form, revision: stored.revision,
                    differences: typed.differences(from: stored), fragment: "category",
                    visitor: request.visitor
                ).page)
        }
        if input.isValid {
            do throws(Status) {
                _ = try await request.call(Categories.edit, change)
                return .redirect(changed)
            } catch {
                try input.reject(error, reminderField(of: error))
            }
        }
        return .page(
            CategoryPage(category: category, reminders: input, visitor: request.visitor).page)
    }

    /// The field of the reminders that a sentence of the service is about; nil: another one.
    private static func reminderField(of status: Status) -> String? {
        [
            ("reminder time", "times"), ("days between", "everyDays"), ("have no day", "start"),
            (" end on ", "end"),
        ].first { status.message.contains($0.0) }?.1
    }

    /// Moves a category past the one before or after it.
    private static func order(_ request: WebRequest) async throws -> WebReply {
        let before = try await request.withoutKey.call(Categories.list, Empty()).categories
        let direction = try request.field("direction")
        let after = try await request.call(
            Categories.reorder,
            Categories.ReorderRequest(
                names: [try await category(request).name], by: direction == "up" ? -1 : 1)
        ).categories
        // At an end of the list a category has no further place, and no step is undone.
        return .redirect(after.map(\.id) == before.map(\.id) ? path : changed)
    }

    private static func delete(_ request: WebRequest) async throws -> WebReply {
        let category = try await category(request)
        _ = try await request.call(
            Categories.delete, Categories.DeleteRequest(name: category.name))
        return .redirect(changed)
    }
}
