import Contracts
import RPC
import Testing
import Tracker

@testable import WebPages

@Suite struct TemplatePagesTests {
    private static let own = Templates.Template(
        name: "<img onerror=x> & /", summary: "Mine.", container: nil,
        activities: ["Floss", "Read"], isOwn: true)
    private static let builtIn = Templates.Template(
        name: "morning", summary: "A routine.", container: "Morning routine",
        activities: ["Stretch"])

    private static func bus(_ received: Received<String> = Received()) -> FakeBus {
        FakeBus { router in
            router.answer(Templates.list) { _, _ in
                Templates.ListResponse(templates: [builtIn, own])
            }
            router.answer(Activities.list) { _, _ in
                Activities.ListResponse(activities: [FakeActivities.item("a1", "Floss")])
            }
            router.answer(Templates.apply) { request, _ in
                received.add("apply \(request.name)")
                return Templates.ApplyResponse(
                    added: request.name == "morning" ? [] : ["Floss"], existing: ["Stretch"])
            }
            router.answer(Templates.add) { request, _ in
                guard request.name != "morning" else {
                    throw Status(.alreadyExists, "There is a template called \"morning\" already.")
                }
                received.add("add \(request.activity) \(request.name ?? "-")")
                return own
            }
            router.answer(Templates.edit) { request, _ in
                guard request.newName != "morning" else {
                    throw Status(.alreadyExists, "There is a template called \"morning\" already.")
                }
                received.add(
                    "edit \(request.newName ?? "-") \(request.summary ?? "-") "
                        + "\(request.activities ?? [])")
                return own
            }
            router.answer(Templates.delete) { request, _ in
                received.add("delete \(request.name)")
                return own
            }
        }
    }

    private func reply(
        _ method: WebRoute.Method, _ path: String, _ bus: FakeBus,
        query: [String: String] = [:], form: [String: String] = [:]
    ) async throws -> WebReply? {
        try await bus.reply(
            method, TemplateRoutes.path + path, in: TemplateRoutes.routes,
            bus.request(query: query, form: form))
    }

    @Test func `only templates of the profile can be edited`() async throws {
        let page = try #require(try await reply(.get, "", Self.bus())?.page)

        let links = page.values(of: "href").filter { $0.contains("/edit") }
        #expect(
            links == ["/settings/templates/edit?name=%3Cimg%20onerror%3Dx%3E%20%26%20%2F"])
        #expect(page.markup.contains(">Morning<"))
        #expect(!page.markup.contains("<img"))
        #expect(page.hasUniqueNames)
        #expect(page.isAllowedByPolicy)
    }

    @Test func `a template is made of an activity`() async throws {
        let received = Received<String>()

        let reply = try await reply(
            .post, "", Self.bus(received),
            form: ["activity": "a1", "name": " Mine ", "summary": ""])

        #expect(reply?.location == "/settings/templates?done=1")
        #expect(received.values == ["add a1 Mine"])
    }

    @Test func `a refused name of a new template is shown again with its reason`() async throws {
        let page = try await reply(
            .post, "", Self.bus(),
            form: ["activity": "a1", "name": "morning", "summary": "typed"])?.page

        #expect(page?.status == 422)
        #expect(page?.values(of: "aria-describedby").contains("template-name-error") == true)
        #expect(page?.markup.contains("value=\"typed\"") == true)
    }

    @Test(arguments: [("morning", "?done=complete"), ("<img onerror=x> & /", "?done=1")])
    func `the activities of a template are added`(name: String, query: String) async throws {
        let received = Received<String>()

        let reply = try await reply(.post, "/apply", Self.bus(received), form: ["name": name])

        #expect(reply?.location == "/settings/templates" + query)
        #expect(received.values == ["apply \(name)"])
    }

    private static func form(_ changes: [String: String]) -> [String: String] {
        [
            "template": own.name, "name": own.name, "summary": "Mine.", "activity-0": "Floss",
            "activity-1": "Read",
        ].merging(changes) { $1 }
    }

    @Test(
        arguments: [
            (["name": "New"], ["edit New - []"]), (["summary": ""], ["edit -  []"]), ([:], []),
        ] as [([String: String], [String])])
    func `only changed fields of a template are sent`(
        changes: [String: String], expected: [String]
    ) async throws {
        let received = Received<String>()

        let reply = try await reply(
            .post, "/edit", Self.bus(received), form: Self.form(changes))

        #expect(reply?.location?.hasPrefix("/settings/templates") == true)
        #expect(received.values == expected)
    }

    @Test func `activities that are not chosen leave the template`() async throws {
        let received = Received<String>()
        var form = Self.form([:])
        form["activity-0"] = nil

        _ = try await reply(.post, "/edit", Self.bus(received), form: form)
        form["activity-1"] = nil
        let none = try await reply(.post, "/edit", Self.bus(received), form: form)?.page

        #expect(received.values == ["edit - - [\"Read\"]"])
        #expect(none?.status == 422)
        #expect(none?.values(of: "aria-describedby") == ["template-activities-error"])
        #expect(none?.markup.contains("checked") == false)
    }

    @Test func `a refused name of a template keeps what was typed`() async throws {
        let page = try await reply(
            .post, "/edit", Self.bus(),
            form: Self.form(["name": "morning", "summary": "typed"]))?.page

        #expect(page?.status == 422)
        #expect(page?.values(of: "aria-describedby") == ["template-name-error"])
        #expect(page?.markup.contains("value=\"typed\"") == true)
        #expect(page?.hasUniqueNames == true)
    }

    @Test func `a template is deleted, and one that is gone is not found`() async throws {
        let received = Received<String>()

        let deleted = try await reply(
            .post, "/delete", Self.bus(received), form: ["template": Self.own.name])

        #expect(deleted?.location == "/settings/templates?done=1")
        #expect(received.values == ["delete \(Self.own.name)"])
        await #expect(throws: Status.self) {
            try await reply(.get, "/edit", Self.bus(), query: ["name": "morning"])
        }
    }
}
