import Contracts
import RPC
import Testing
import Tracker

@testable import WebPages

@Suite struct CategoryPagesTests {
    private static func category(_ name: String, about: String = "") -> Categories.Item {
        Categories.Item(
            Category(
                id: Category.ID("c \(name)"), name: name,
                appearance: Appearance(icon: "star.fill", color: "#AABBCC"), about: about),
            activities: 2)
    }

    private static func bus(_ received: Received<Categories.ChangeRequest> = Received()) -> FakeBus
    {
        FakeBus { router in
            router.answer(Categories.list) { _, _ in
                Categories.ListResponse(categories: [
                    category("Sport"), category("<img onerror=x>", about: "Odd"),
                ])
            }
            router.answer(Categories.add) { request, _ in
                guard request.name != "Sport" else {
                    throw Status(.alreadyExists, "There is a category called \"Sport\" already.")
                }
                received.add(request)
                return category(request.name)
            }
            router.answer(Categories.edit) { request, _ in
                guard request.newName != "Work" else {
                    throw Status(.alreadyExists, "There is a category called \"Work\" already.")
                }
                guard request.frequency != .once else {
                    throw Status(
                        .invalidArgument, "The reminders of \"Sport\" have no day: they count.")
                }
                received.add(request)
                return category(request.newName ?? request.name)
            }
            router.answer(Categories.reorder) { request, _ in
                received.add(
                    Categories.ChangeRequest(name: "\(request.names) \(request.by ?? 0)"))
                let image = category("<img onerror=x>", about: "Odd")
                return Categories.ListResponse(
                    categories: request.by == 1
                        ? [image, category("Sport")] : [category("Sport"), image])
            }
            router.answer(Categories.delete) { request, _ in
                received.add(Categories.ChangeRequest(name: "delete \(request.name)"))
                return category(request.name)
            }
            router.answer(Categories.restoreDefaults) { _, _ in
                Categories.ListResponse(categories: [
                    category("Sport"), category("<img onerror=x>", about: "Odd"),
                ])
            }
        }
    }

    private static let sport = ["id": "c%20Sport"]

    private func reply(
        _ method: WebRoute.Method, _ path: String, _ bus: FakeBus,
        _ parameters: [String: String] = [:], form: [String: String] = [:]
    ) async throws -> WebReply? {
        try await bus.reply(
            method, CategoryRoutes.path + path, in: CategoryRoutes.routes,
            bus.request(parameters, form: form))
    }

    @Test func `categories are listed with their activities`() async throws {
        let page = try #require(try await reply(.get, "", Self.bus())?.page)

        #expect(page.markup.contains("2 activities. Odd"))
        #expect(page.values(of: "href").contains("/settings/categories/c%20Sport"))
        #expect(page.hasUniqueNames)
        #expect(page.isAllowedByPolicy)
    }

    @Test func `a category is added`() async throws {
        let received = Received<Categories.ChangeRequest>()

        let reply = try await reply(
            .post, "", Self.bus(received), form: ["name": " Garden ", "about": ""])

        #expect(reply?.location == "/settings/categories?done=1")
        #expect(received.values == [Categories.ChangeRequest(name: "Garden")])
    }

    @Test(arguments: ["", "Sport"])
    func `a refused name is shown again with its reason`(name: String) async throws {
        let page = try await reply(
            .post, "", Self.bus(), form: ["name": name, "about": "typed"])?.page

        #expect(page?.status == 422)
        #expect(page?.values(of: "aria-describedby") == ["category-name-error"])
        #expect(page?.markup.contains("value=\"typed\"") == true)
    }

    @Test func `only changed fields of a category are sent`() async throws {
        let received = Received<Categories.ChangeRequest>()

        let reply = try await reply(
            .post, "/:id", Self.bus(received), Self.sport,
            form: [
                "name": "Sports", "icon": "star.fill", "color": "#aabbcc", "about": "Moving",
            ])

        #expect(reply?.location == "/settings/categories?done=1")
        #expect(
            received.values == [
                Categories.ChangeRequest(name: "Sport", newName: "Sports", about: "Moving")
            ])
    }

    @Test func `a taken name of a category is refused beside its field`() async throws {
        let page = try await reply(
            .post, "/:id", Self.bus(), Self.sport, form: ["name": "Work"])?.page

        #expect(page?.status == 422)
        #expect(page?.markup.contains("id=\"category-name-error\"") == true)
        #expect(page?.hasUniqueNames == true)
    }

    @Test func `only changed reminders of a category are sent`() async throws {
        let received = Received<Categories.ChangeRequest>()

        let reply = try await reply(
            .post, "/:id/reminders", Self.bus(received), Self.sport,
            form: [
                "active": "1", "times": "21:30 08:00", "frequency": "custom", "everyDays": "3",
                "weekday-2": "1", "start": "2026-03-01", "end": "",
            ])

        #expect(reply?.location == "/settings/categories?done=1")
        #expect(
            received.values == [
                Categories.ChangeRequest(
                    name: "Sport", frequency: .custom, times: [1290, 480], weekdays: [2],
                    start: "2026-03-01", everyDays: 3)
            ])
    }

    @Test func `reminders are stopped by an empty box`() async throws {
        let received = Received<Categories.ChangeRequest>()

        _ = try await reply(
            .post, "/:id/reminders", Self.bus(received), Self.sport, form: ["frequency": "daily"])

        #expect(received.values == [Categories.ChangeRequest(name: "Sport", isActive: false)])
    }

    @Test func `unchanged reminders are not sent`() async throws {
        let received = Received<Categories.ChangeRequest>()

        let reply = try await reply(
            .post, "/:id/reminders", Self.bus(received), Self.sport,
            form: ["active": "1", "frequency": "daily", "everyDays": "3"])

        #expect(reply?.location == "/settings/categories")
        #expect(received.values.isEmpty)
    }

    @Test(
        arguments: [
            (["times": "8"], "times"), (["frequency": "custom"], "everyDays"),
            (["frequency": "custom", "everyDays": "x"], "everyDays"), (["end": "soon"], "end"),
            (["frequency": "once"], "start"),
        ] as [([String: String], String)])
    func `a refused reminder is explained beside its field`(
        fields: [String: String], field: String
    ) async throws {
        let received = Received<Categories.ChangeRequest>()
        let form = ["active": "1", "frequency": "daily", "weekday-7": "1"].merging(fields) { $1 }

        let page = try #require(
            try await reply(
                .post, "/:id/reminders", Self.bus(received), Self.sport, form: form)?.page)

        #expect(page.status == 422)
        #expect(page.values(of: "id").contains("reminders-\(field)-error"))
        #expect(
            page.markup.contains(
                "id=\"reminders-weekday-7\" name=\"weekday-7\" value=\"1\" checked=\"\""))
        #expect(page.hasUniqueNames)
        #expect(received.values.isEmpty)
    }

    @Test func `a stale form of reminders shows both versions`() async throws {
        let received = Received<Categories.ChangeRequest>()

        let page = try #require(
            try await reply(
                .post, "/:id/reminders", Self.bus(received), Self.sport,
                form: ["active": "1", "frequency": "weekly", "revision": "0"])?.page)

        #expect(page.status == 409)
        #expect(page.markup.contains("<td>Daily</td><td>On weekdays</td>"))
        #expect(page.isAllowedByPolicy)
        #expect(received.values.isEmpty)
    }

    @Test func `a category is moved to the trash`() async throws {
        let received = Received<Categories.ChangeRequest>()

        let reply = try await reply(.post, "/:id/delete", Self.bus(received), Self.sport)

        #expect(reply?.location == "/settings/categories?done=1")
        #expect(received.values.map(\.name) == ["delete Sport"])
    }

    @Test(arguments: [("up", -1, ""), ("down", 1, "?done=1")])
    func `a category is moved by a button, and an end of the list adds no step`(
        direction: String, distance: Int, query: String
    ) async throws {
        let received = Received<Categories.ChangeRequest>()

        let reply = try await reply(
            .post, "/:id/order", Self.bus(received), Self.sport, form: ["direction": direction])

        #expect(reply?.location == "/settings/categories" + query)
        #expect(received.values.map(\.name) == ["[\"Sport\"] \(distance)"])
    }

    @Test func `no step is undone if no default category was missing`() async throws {
        let reply = try await reply(.post, "/defaults", Self.bus())

        #expect(reply?.location == "/settings/categories?done=complete")
    }

    @Test func `a category that is gone is not found`() async throws {
        await #expect(throws: Status.self) {
            try await reply(.get, "/:id", Self.bus(), ["id": "gone"])
        }
    }
}
