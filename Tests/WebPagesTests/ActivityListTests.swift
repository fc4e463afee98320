import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@testable import WebPages

struct ActivityListTests {
    @Test func `a name with markup is shown as text`() async throws {
        let services = FakeActivities([FakeActivities.item("x", "<img onerror=x>")])

        for path in ["/activities", "/week"] {
            let page = try #require(try await services.page(.get, path))

            #expect(page.content.markup.contains("&lt;img onerror=x&gt;"))
            #expect(!page.content.markup.contains("<img"))
        }
    }

    @Test func `a profile without activities has a link to the form`() async throws {
        let page = try #require(try await FakeActivities().page(.get, "/activities"))

        #expect(page.content.markup.contains("No activity yet"))
        #expect(page.content.markup.contains("href=\"/activities/new\""))
        #expect(!page.content.markup.contains("id=\"search\""))
    }

    private var items: [Activities.Item] {
        var routine = FakeActivities.item("routine", "Morning", Configuration(kind: .container))
        routine.children = ["Stretch"]
        var stretch = FakeActivities.item(
            "stretch", "Stretch", category: nil,
            Configuration(slots: [.morning, .evening]))
        stretch.container = "Morning"
        var creatine = FakeActivities.item("creatine", "Creatine")
        creatine.pausedSince = FakeActivities.today.advanced(by: -20)
        let dentist = FakeActivities.item(
            "dentist", "Dentist", Configuration(schedule: .adhoc(FakeActivities.today)))
        return [routine, stretch, FakeActivities.water, creatine, dentist]
    }

    @Test(arguments: [[:], ["group": "slot"], ["group": "name"], ["order": "1"]])
    func `identifiers are unique`(query: [String: String]) async throws {
        let page = try #require(
            try await FakeActivities(items).page(.get, "/activities", query: query))

        #expect(repeatedIdentifiers(page.content.markup) == [])
    }

    @Test func `a child is listed under the category of its container`() async throws {
        let markup = try #require(try await FakeActivities(items).page(.get, "/activities"))
            .content.markup

        #expect(markup.contains("every morning and evening, in Morning"))
        #expect(!markup.contains("No category"))
        #expect(markup.contains("paused since 2 November"))
        #expect(markup.contains("2,500 ml every day"))
    }

    @Test(arguments: [
        (["show": "paused"], ["creatine"]), (["show": "reminders"], ["dentist"]),
        (["q": "WAT"], ["water"]), (["q": "none"], []),
    ])
    func `a filter leaves out other activities`(
        query: [String: String], shown: [String]
    ) async throws {
        let markup = try #require(
            try await FakeActivities(items).page(.get, "/activities", query: query)
        ).content.markup

        for item in items {
            #expect(markup.contains("id=\"row-\(item.id)\"") == shown.contains(item.id.rawValue))
        }
    }

    @Test(arguments: ["pause", "resume", "delete", "convert", "dissolve"])
    func `a button changes the activity and leads back to the same list`(
        name: String
    ) async throws {
        let services = FakeActivities(items)

        let path = try await services.redirect(
            "/activities/:id/\(name)", ["id": "water"], form: ["group": "slot", "q": "a&b=ü"])

        #expect(services.changes == ["\(name) water"])
        #expect(path == "/activities?group=slot&q=a%26b%3D%C3%BC&done=1")
    }

    @Test func `the rows of the list have one form for all their changes`() async throws {
        let markup = try #require(
            try await FakeActivities(items).page(
                .get, "/activities", query: ["group": "name", "q": "a"])
        ).content.markup

        #expect(markup.contains("form=\"row-changes\" formaction=\"/activities/water/pause\""))
        #expect(markup.contains("href=\"/activities/water/move?group=name&amp;q=a\""))
        let form = try #require(markup.split(separator: "id=\"row-changes\"").last)
        #expect(form.contains("name=\"group\" value=\"name\""))
        #expect(markup.split(separator: "action=\"/activities\" id=\"row-changes\"").count == 2)
        #expect(!markup.contains("method=\"post\" action=\"/activities/water"))
    }

    @Test func `the page of a move has the containers and leads back to the same list`()
        async throws
    {
        let services = FakeActivities(items)

        let page = try #require(
            try await services.page(
                .get, "/activities/:id/move", ["id": "stretch"], query: ["group": "name"]))

        #expect(page.content.markup.contains("<option value=\"routine\" selected=\"\">Morning"))
        #expect(page.content.markup.contains("href=\"/activities?group=name\""))
        #expect(page.content.markup.contains("name=\"group\" value=\"name\""))
        await #expect(throws: Status.self) {
            _ = try await services.page(.get, "/activities/:id/move", ["id": "unknown"])
        }
    }

    @Test(arguments: [("up", -1), ("down", 1)])
    func `a move is by one place in the container`(direction: String, places: Int) async throws {
        let services = FakeActivities(items)

        let path = try await services.redirect(
            "/activities/:id/order", ["id": "water"], form: ["direction": direction])

        #expect(services.changes == ["reorder water by \(places)"])
        #expect(path == "/activities?order=1")
    }

    @Test(arguments: [
        ("creatine", "routine", "creatine routine water dentist"),
        ("routine", "", "water creatine dentist routine"),
        ("dentist", "water", "routine dentist water creatine"),
    ])
    func `an activity is moved before another one of the list, or to the end`(
        id: String, before: String, order: String
    ) async throws {
        let services = FakeActivities(items)

        let path = try await services.redirect(
            "/activities/:id/order", ["id": id], form: ["before": before, "order": "1", "q": "a"])

        #expect(services.changes == ["reorder \(order) by 0"])
        #expect(path == "/activities?q=a&order=1")
    }

    @Test(arguments: ["creatine", ""])
    func `a move that leaves the order changes nothing`(before: String) async throws {
        let services = FakeActivities(items)

        _ = try await services.redirect(
            "/activities/:id/order", ["id": "stretch"], form: ["before": before])

        #expect(services.changes == [])
    }

    @Test func `the list leads to the templates, and its order has handles`() async throws {
        let services = FakeActivities(items)

        let list = try #require(try await services.page(.get, "/activities"))
        let order = try #require(
            try await services.page(.get, "/activities", query: ["order": "1"]))

        #expect(list.content.markup.contains("href=\"/settings/templates\""))
        #expect(list.script == nil && order.script == "activities")
        #expect(order.content.markup.contains("class=\"handle js-only\""))
    }

    @Test func `chosen activities become a group`() async throws {
        let services = FakeActivities(items)

        let path = try await services.redirect(
            "/activities/group", form: ["name": " Evening ", "member-water": "1"])

        #expect(services.changes == ["group Evening: water"])
        #expect(path == "/activities?done=1")
    }

    @Test func `a group without a name is returned with its choices`() async throws {
        let services = FakeActivities(items + [FakeActivities.item("run", "Run")])

        let page = try #require(
            try await services.page(
                .post, "/activities/group", form: ["name": " ", "member-water": "1"]))

        #expect(page.status == 422)
        #expect(page.content.markup.contains("The group needs a name."))
        let box = "id=\"member-water\" name=\"member-water\" value=\"1\" checked=\"\""
        #expect(page.content.markup.contains(box))
        #expect(services.changes == [])
    }

    @Test func `the trash restores a record by its identifier`() async throws {
        let services = FakeActivities()

        let page = try #require(try await services.page(.get, "/activities/trash"))
        let path = try await services.redirect("/activities/trash", form: ["record": "floss"])

        #expect(page.content.markup.contains("Floss &lt;img onerror=x&gt;"))
        #expect(services.changes == ["restore floss"])
        #expect(path == "/activities/trash?done=1")
    }

    @Test func `a record is removed for good after a question`() async throws {
        let services = FakeActivities()

        let page = try #require(
            try await services.page(.get, "/activities/trash/remove", query: ["record": "floss"]))
        let path = try await services.redirect(
            "/activities/trash/remove", form: ["record": "floss"])

        #expect(page.content.markup.contains("Undo does not restore it."))
        #expect(page.isAllowedByPolicy)
        #expect(services.changes == ["purge floss"])
        #expect(path == "/activities/trash?done=removed")
        await #expect(throws: Status.self) {
            try await services.page(.get, "/activities/trash/remove", query: ["record": "gone"])
        }
    }

    @Test func `a cell of the week logs or clears its day`() async throws {
        let services = FakeActivities(items, entries: [FakeActivities.entry()])

        _ = try await services.redirect(
            "/week", form: ["activity": "water", "cell": "log 2026-11-20", "key": "k"])
        _ = try await services.redirect(
            "/week", form: ["activity": "water", "cell": "clear 2026-11-22", "key": "l"])

        #expect(services.changes == ["log water 2026-11-20", "delete entry e1"])
        await #expect(throws: Status.self) {
            try await services.redirect("/week", form: ["activity": "water", "cell": "log 2026"])
        }
    }
}
