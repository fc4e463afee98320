import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@testable import WebPages

struct ActivityPageTests {
    private let services = FakeActivities(
        [FakeActivities.water, FakeActivities.item("x", "<img onerror=x>")],
        entries: [FakeActivities.entry(note: "<b>cold</b>")])

    @Test func `the page of an activity has tiles, a heat map, bars and entries`() async throws {
        let page = try #require(
            try await services.page(.get, "/activities/:id", ["id": "water"]))

        let markup = page.content.markup
        #expect(markup.contains("<span>Current streak</span><span>3 days</span>"))
        #expect(markup.contains("19 of 91 days done"))
        #expect(markup.contains("data-label=\"Values by week, in ml\""))
        #expect(markup.contains("href=\"/activities/water/explain?on=2026-11-18\""))
        #expect(markup.contains("&lt;b&gt;cold&lt;/b&gt;"))
        #expect(markup.contains(" without an entry, "))
        #expect(markup.contains("Due days without an entry"))
        #expect(!markup.contains("style="))
        #expect(repeatedIdentifiers(markup) == [])
    }

    @Test func `the entries of later days are on the page of all entries only`() async throws {
        var vacation = FakeActivities.entry("e2")
        vacation.date = FakeActivities.today.advanced(by: 20)
        vacation.source = .vacation
        vacation.skipReason = "Vacation"
        let services = FakeActivities(
            [FakeActivities.water], entries: [vacation, FakeActivities.entry(note: "cold")])

        let page = try #require(
            try await services.page(.get, "/activities/:id", ["id": "water"]))
        let all = try #require(
            try await services.page(.get, "/activities/:id/entries", ["id": "water"]))

        #expect(page.markup.contains("cold"))
        #expect(!page.markup.contains("edit-e2"))
        #expect(page.markup.contains("id=\"all-entries\""))
        #expect(all.markup.contains("edit-e2"))
        #expect(!all.markup.contains("<td>Vacation</td>"))
    }

    @Test func `the history of streaks links to the missed day that ended a run`() async throws {
        let page = try #require(
            try await services.page(.get, "/activities/:id", ["id": "water"]))

        #expect(page.markup.contains("Since 20 November"))
        #expect(page.markup.contains("10 November to 18 November"))
        #expect(
            page.markup.contains(
                "<a href=\"/activities/water/explain?on=2026-11-19\">Thursday 19 November</a>"))
        #expect(page.markup.contains("<span>Kept, 30 days</span><span>96 %</span>"))
    }

    @Test func `the streaks of an activity of some times a week are in weeks`() async throws {
        let services = FakeActivities([FakeActivities.water], streakUnit: .week)

        let page = try #require(
            try await services.page(.get, "/activities/:id", ["id": "water"]))
        let list = try #require(try await services.page(.get, "/activities"))

        let markup = page.content.markup
        #expect(markup.contains("<span>Current streak</span><span>3 weeks</span>"))
        #expect(markup.contains("<span>Longest streak</span><span>9 weeks</span>"))
        #expect(markup.contains(#"<span class="result">9 weeks</span>"#))
        #expect(list.content.markup.contains("3 weeks"))
    }

    @Test func `the days of a year are shown on request`() async throws {
        let page = try #require(
            try await services.page(
                .get, "/activities/:id", ["id": "water"], query: ["heat": "1y"]))

        #expect(page.markup.contains("The last 53 weeks: "))
        #expect(
            page.markup.contains("<a href=\"/activities/water?range=6m\" id=\"days-13-weeks\">"))
    }

    @Test func `the chart has a line for each target that applied`() async throws {
        let page = try #require(
            try await services.page(.get, "/activities/:id", ["id": "water"]))

        let targets = page.markup.split(separator: "class=\"target\" d=\"").dropFirst()
            .map { $0.prefix { $0 != "\"" }.split(separator: "M").count }
        #expect(targets == [2, 2])
    }

    @Test func `the links to other periods have the range and the last day`() async throws {
        let markup = try #require(
            try await services.page(
                .get, "/activities/:id", ["id": "water"],
                query: ["range": "1w", "to": "2026-11-01"])
        ).content.markup

        #expect(markup.contains("href=\"/activities/water?range=1w&amp;to=2026-10-25\""))
        #expect(markup.contains("href=\"/activities/water?range=1w&amp;to=2026-11-08\""))
        #expect(markup.contains("class=\"target\""))
    }

    @Test func `an unknown activity is not found`() async throws {
        let failure = await #expect(throws: Status.self) {
            try await services.page(.get, "/activities/:id", ["id": "none"])
        }

        #expect(failure?.code == .notFound)
    }

    @Test func `markup in a name is escaped`() async throws {
        for path in ["/activities/:id", "/activities/:id/explain", "/activities/:id/entries"] {
            let page = try #require(try await services.page(.get, path, ["id": "x"]))

            #expect(page.content.markup.contains("&lt;img onerror=x&gt;"))
            #expect(!page.content.markup.contains("<img"))
        }
    }

    @Test func `only the changed fields of an entry are sent`() async throws {
        let path = try await services.redirect(
            "/activities/:id/entries", ["id": "water"],
            form: ["entry": "e1", "value": "250", "date": "2026-11-21", "note": ""])

        #expect(services.changes == ["edit entry - 2026-11-21 "])
        #expect(path == "/activities/water?done=1")
    }

    @Test func `the mood and the place of an entry are shown and changed`() async throws {
        let services = FakeActivities(
            [FakeActivities.water],
            entries: [FakeActivities.entry(note: "cold", mood: 4, place: "Lake")])
        let form = ["entry": "e1", "value": "250", "date": "2026-11-22", "note": "cold"]

        let page = try #require(
            try await services.page(.get, "/activities/:id", ["id": "water"]))
        for changes in [
            ["mood": "", "place": "Home"], ["mood": "4", "place": "Lake"], ["mood": "x"],
        ] {
            _ = try await services.redirect(
                "/activities/:id/entries", ["id": "water"], form: form.merging(changes) { $1 })
        }

        #expect(page.markup.contains("cold, at Lake, mood 4 of 5"))
        #expect(page.markup.contains("<option value=\"4\" selected=\"\">4</option>"))
        #expect(
            services.changes == [
                "edit entry - - - mood 0 at Home", "edit entry - - -", "edit entry - - -",
            ])
        #expect(repeatedIdentifiers(page.markup) == [])
    }

    @Test func `the sheet of an entry has its part of the day, also one that the activity lost`()
        async throws
    {
        var water = FakeActivities.water
        water.slots = [.morning, .evening]
        var entry = FakeActivities.entry()
        entry.slot = .afternoon

        let page = try #require(
            try await FakeActivities([water], entries: [entry]).page(
                .get, "/activities/:id", ["id": "water"]))

        #expect(page.markup.contains("<option value=\"morning\">Morning</option>"))
        #expect(
            page.markup.contains("<option value=\"afternoon\" selected=\"\">Afternoon</option>"))
    }

    @Test func `deleting an entry redirects to the page of entries`() async throws {
        let path = try await services.redirect(
            "/activities/:id/entries", ["id": "water"],
            form: ["entry": "e1", "action": "delete", "view": "all", "to": "2026-11-22"])

        #expect(services.changes == ["delete entry e1"])
        #expect(path == "/activities/water/entries?to=2026-11-22&done=1")
    }

    @Test func `an invalid value is shown again in the open form of the entry`() async throws {
        let page = try #require(
            try await services.page(
                .post, "/activities/:id/entries", ["id": "water"],
                form: ["entry": "e1", "value": "much", "date": "2026-11-22"]))

        #expect(page.status == 422)
        #expect(page.content.markup.contains("id=\"edit-e1\" open=\"\""))
        #expect(page.content.markup.contains("value=\"much\" inputmode=\"decimal\""))
        #expect(
            page.content.markup.contains(
                "aria-invalid=\"true\" autofocus=\"\" aria-describedby=\"value-e1-error\""))
        #expect(services.changes == [])
    }

    @Test func `a log without a value is sent without an amount`() async throws {
        _ = try await services.redirect("/activities/:id/log", ["id": "water"])
        _ = try await services.redirect(
            "/activities/:id/log", ["id": "water"], form: ["value": "1,5"])

        #expect(services.changes == ["log water 2026-11-22", "log water 1.5 2026-11-22"])
    }
}
