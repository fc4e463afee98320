import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@testable import WebPages

struct ActivityFormTests {
    private func typed(_ changes: [String: String]) -> [String: String] {
        ["name": "Water", "type": "checkbox", "schedule": "daily"].merging(changes) { $1 }
    }

    @Test(arguments: [
        (["schedule": "daily"], Schedule.daily),
        (["schedule": "weekly", "weekday-1": "1", "weekday-7": "1"], .weekly([1, 7])),
        (["schedule": "monthly", "monthDays": "1, 15"], .monthly([1, 15])),
        (["schedule": "every", "every": "3", "everyUnit": "day"], .everyDays(3)),
        (
            ["schedule": "every", "every": "2", "everyUnit": "week", "weekday-2": "1"],
            .everyWeeks(2, on: [2], weekStart: nil)
        ),
        (
            ["schedule": "times", "times": "3", "timesPer": "week"],
            .times(3, per: .week(startingOn: nil))
        ),
        (["schedule": "times", "times": "8", "timesPer": "month"], .times(8, per: .month)),
        (["schedule": "sticky"], .sticky),
        (["schedule": "adhoc", "day": "2026-11-22"], .adhoc(FakeActivities.today)),
    ])
    func `each kind of schedule is added`(
        fields: [String: String], schedule: Schedule
    ) async throws {
        let services = FakeActivities()

        let path = try await services.redirect("/activities/new", form: typed(fields))

        #expect(path == "/activities/new?done=1")
        #expect(services.lastAddition?.fields.schedule == schedule)
    }

    @Test(arguments: [
        ("sticky", "New reminder"), ("weekly", "New activity"), ("x", "New activity"),
    ])
    func `the address of a new activity names its schedule`(
        schedule: String, title: String
    ) async throws {
        let page = try #require(
            try await FakeActivities().page(
                .get, "/activities/new", query: ["schedule": schedule]))

        #expect(page.title == title)
        let chosen = schedule == "x" ? "daily" : schedule
        #expect(page.markup.contains("value=\"\(chosen)\" checked=\"\""))
    }

    @Test func `a rule is added instead of a schedule`() async throws {
        let services = FakeActivities()

        _ = try await services.redirect(
            "/activities/new", form: typed(["schedule": "rule", "rule": "FREQ=DAILY"]))

        #expect(services.lastAddition?.fields.rrule == "FREQ=DAILY")
        #expect(services.lastAddition?.fields.schedule == nil)
    }

    @Test func `numbers, parts of the day and the health link are added`() async throws {
        let services = FakeActivities()

        _ = try await services.redirect(
            "/activities/new",
            form: typed([
                "type": "cumulative", "target": "2,5", "unit": "l", "mode": "sum",
                "slot-morning": "1", "start": "6", "end": "9", "health": "dietaryWater",
                "healthMode": "both", "container": "routine",
            ]))

        let request = try #require(services.lastAddition)
        #expect(request.container == "routine")
        #expect(request.fields.target == 2.5)
        #expect(request.fields.unit == "l")
        #expect(request.fields.slots == [.morning])
        #expect(
            request.fields.window == TimeWindow(slot: .morning, startHour: 6, endHour: 9))
        #expect(request.fields.health == "dietaryWater")
        #expect(request.fields.healthMode == .both)
        #expect(request.fields.category == nil)
    }

    @Test(arguments: [
        (["name": " "], "name"), (["schedule": "weekly"], "weekdays"),
        (["schedule": "monthly", "monthDays": "1, 32"], "monthDays"),
        (["schedule": "every", "every": "0"], "every"),
        (["schedule": "times", "times": "8", "timesPer": "week"], "times"),
        (["schedule": "adhoc"], "day"), (["schedule": "rule"], "rule"),
        (["type": "value", "target": "many"], "target"),
        (["type": "value", "target": "2,500"], "target"),
        (["target": "3"], "target"), (["start": "9", "end": "6"], "start"),
        (["color": "blue"], "color"),
        (["type": "answer", "answer": "choice", "options": "one"], "options"),
    ])
    func `a wrong field is returned as typed with its message`(
        fields: [String: String], name: String
    ) async throws {
        let services = FakeActivities()

        let page = try #require(
            try await services.page(.post, "/activities/new", form: typed(fields)))

        let markup = page.content.markup
        #expect(page.status == 422)
        #expect(markup.contains("id=\"f-\(name)-error\""))
        #expect(markup.contains("aria-describedby=\"f-\(name)-error\""))
        for (field, value) in fields where value != " " && !["type", "schedule"].contains(field) {
            #expect(markup.contains("value=\"\(value)\""))
        }
        #expect(services.changes == [])
    }

    @Test(
        arguments: [
            (["color": "#4ecdc4"], "#4ECDC4"), (["color": "#4ecdc4", "noColor": "1"], nil),
            (["color": "#007aff", "noColor": "1"], nil),
        ] as [([String: String], String?)])
    func `a new activity has the colour that was chosen`(
        fields: [String: String], color: String?
    ) async throws {
        let services = FakeActivities()

        _ = try await services.redirect("/activities/new", form: typed(fields))

        #expect(services.lastAddition?.fields.color == color)
    }

    @Test func `a stored activity without a colour gets the default`() async throws {
        var stored = FakeActivities.water
        stored.color = "#4ECDC4"
        let services = FakeActivities([stored])

        _ = try await services.redirect(
            "/activities/:id/edit", ["id": "water"], form: water.merging(["noColor": "1"]) { $1 })

        #expect(services.lastEdit?.fields.color == Appearance.activity.color)
    }

    @Test func `each field of a type or a schedule names its choices`() async throws {
        let page = try #require(try await FakeActivities().page(.get, "/activities/new"))

        let markup = page.content.markup
        let choices = Set(page.values(of: "data-shown").flatMap { $0.split(separator: " ") })
        #expect(page.script == "activity-form")
        #expect(
            markup.contains(
                "<div class=\"field\" data-shown=\"schedule-monthly\"><label for=\"f-monthDays\">"))
        for choice in choices.flatMap({ $0.split(separator: "+") }) {
            let parts = choice.split(separator: "-", maxSplits: 1)
            #expect(markup.contains("name=\"\(parts[0])\""))
            #expect(markup.contains("value=\"\(parts[1])\""))
        }
        #expect(markup.contains("<option value=\"drop.fill\">Water drop</option>"))
    }

    @Test func `a used name has a link to the other activity`() async throws {
        let services = FakeActivities(
            [FakeActivities.water],
            rejection: Status(.alreadyExists, "There is an activity called \"Water\"."))

        let page = try #require(
            try await services.page(.post, "/activities/new", form: typed([:])))

        #expect(page.status == 422)
        #expect(page.content.markup.contains("The name “Water” is already used."))
        #expect(page.content.markup.contains("<a href=\"/activities/water\">Water</a>"))
        #expect(page.content.markup.contains("id=\"f-name-error\""))
    }

    @Test func `a suggestion fills the form and adds nothing`() async throws {
        let services = FakeActivities()

        let page = try #require(
            try await services.page(
                .post, "/activities/new",
                form: typed(["type": "cumulative", "action": "suggest"])))

        #expect(page.status == 200)
        #expect(page.content.markup.contains("value=\"#00AAFF\""))
        #expect(page.content.markup.contains("value=\"ml\""))
        #expect(page.content.markup.contains("<option value=\"Body\" selected=\"\">"))
        #expect(services.changes == [])
    }

    /// The fields of the form of Water as a browser posts them.
    private var water: [String: String] {
        ActivityForm(FakeActivities.water).values.merging(["revision": "8", "scope": "all"]) { $1 }
    }

    @Test func `an edit sends only the changed fields`() async throws {
        let services = FakeActivities([FakeActivities.water])

        let path = try await services.redirect(
            "/activities/:id/edit", ["id": "water"],
            form: water.merging(["target": "3000", "unit": ""]) { $1 })

        var fields = Activities.Fields()
        fields.target = 3000
        fields.unit = ""
        #expect(path == "/activities/water?done=1")
        #expect(
            services.lastEdit
                == Activities.EditRequest(
                    name: "water", fields: fields, scope: .all, revision: 8))
    }

    @Test func `an empty number is removed`() async throws {
        let services = FakeActivities([FakeActivities.water])

        _ = try await services.redirect(
            "/activities/:id/edit", ["id": "water"], form: water.merging(["target": ""]) { $1 })

        #expect(services.lastEdit?.fields.without == [.target])
    }

    @Test func `an unchanged form is not sent`() async throws {
        let services = FakeActivities([FakeActivities.water])

        let path = try await services.redirect(
            "/activities/:id/edit", ["id": "water"], form: water)

        #expect(path == "/activities/water")
        #expect(services.changes == [])
    }

    @Test func `a change of an older revision shows both versions`() async throws {
        let services = FakeActivities([FakeActivities.water])

        let page = try #require(
            try await services.page(
                .post, "/activities/:id/edit", ["id": "water"],
                form: water.merging(["revision": "7", "target": "3000"]) { $1 }))

        #expect(page.status == 409)
        #expect(page.content.markup.contains("<td>2500</td><td>3000</td>"))
        #expect(page.content.markup.contains("name=\"revision\" value=\"8\""))
        #expect(page.content.markup.contains("name=\"target\" value=\"3000\""))
        #expect(services.changes == [])
    }

    @Test func `a change that another change comes before shows both versions`() async throws {
        let services = FakeActivities(
            [FakeActivities.water], rejection: Status(.aborted, "Water was changed."))

        let page = try #require(
            try await services.page(
                .post, "/activities/:id/edit", ["id": "water"],
                form: water.merging(["unit": "l"]) { $1 }))

        #expect(page.status == 409)
    }

    @Test func `a failed service is not a problem of the form`() async throws {
        let services = FakeActivities(
            [FakeActivities.water], rejection: Status(.unavailable, "Storage does not answer."))

        await #expect(throws: Status.self) {
            try await services.page(.post, "/activities/new", form: typed([:]))
        }
    }

    @Test func `identifiers are unique and a name with markup is text`() async throws {
        let services = FakeActivities([FakeActivities.item("x", "<img onerror=x>")])

        for path in ["/activities/new", "/activities/:id/edit"] {
            let page = try #require(try await services.page(.get, path, ["id": "x"]))

            #expect(repeatedIdentifiers(page.content.markup) == [])
            #expect(!page.content.markup.contains("<img"))
        }
    }
}
