import Contracts
import RPC
import Testing
import Tracker

@testable import WebPages

@Suite struct DayPageTests {
    private func complete(_ name: String, in services: FakeDay) async throws -> String? {
        try await services.reply(
            .post, "/day/:date/log", form: ["change": "complete - \(name)"])?.location
    }

    private func page(
        _ services: FakeDay, query: [String: String] = [:]
    ) async throws -> Page {
        try #require(try await services.reply(.get, "/day/:date", query: query)?.page)
    }

    @Test func `the page has the strip of the day with its items and the time`() async throws {
        let services = FakeDay([
            FakeDay.item("Floss"), FakeDay.item("Run", .afternoon),
            FakeDay.item("Walk", .evening),
        ])
        _ = try await complete("floss", in: services)

        let page = try await page(services)

        #expect(
            page.markup.contains("The day from midnight to midnight: 1 done, 2 open, now 14:20"))
        let open = page.markup.split(separator: "<path class=\"open\" d=\"").dropFirst()
        #expect(open.count == 2)
        #expect(open.allSatisfy { $0.prefix { $0 != "\"" }.filter { $0 == "M" }.count == 2 })
        #expect(page.hasUniqueNames)
        #expect(page.isAllowedByPolicy)
        #expect(MarkupAudit(page).faults.filter { !$0.hasPrefix("A button") }.isEmpty)
    }

    @Test func `the current day has a link that adds a reminder`() async throws {
        let page = try await page(FakeDay([FakeDay.item("Floss")]))

        #expect(page.markup.contains("No reminder is open."))
        #expect(page.values(of: "href").contains("/activities/new?schedule=sticky"))
        #expect(page.hasUniqueNames)
    }

    @Test func `a completed item changes the tags of its part, and of no other row`() async throws {
        let services = FakeDay([
            FakeDay.item("Floss"), FakeDay.item("Water", type: .cumulative),
            FakeDay.item("Run", .afternoon),
        ])
        func tags() async throws -> [String: String] {
            let parts = try await page(services).markup.split(separator: " data-tag=\"")
            return Dictionary(
                zip(parts.dropLast(), parts.dropFirst()).map { before, after in
                    let start = before.split(separator: "<").last ?? ""
                    return (String(start), String(after.prefix(MarkupTag.length)))
                }, uniquingKeysWith: { first, _ in first })
        }

        let before = try await tags()
        let again = try await tags()
        _ = try await complete("floss", in: services)
        let after = try await tags()

        #expect(before == again)
        let changed = before.filter { after[$0.key] != $0.value }.keys
        #expect(changed.count == 2)
        #expect(changed.contains { $0.contains("id=\"item-floss-morning\"") })
        #expect(changed.contains { $0.contains("data-fragment=\"part-morning\"") })
        #expect(before.keys.contains { $0.contains("id=\"item-water-morning\"") })
    }

    @Test func `only Today ends, and its forms are replaced with the day`() async throws {
        let services = FakeDay([FakeDay.item("Floss")])

        let today = try #require(try await services.reply(.get, "/")?.page)
        let chosen = try await page(services)

        #expect(today.dayEnd == "2026-11-23T00:00:00Z")
        #expect(chosen.dayEnd == nil)
        let forms = today.markup.split(separator: "data-fragment=\"day-forms\"").last
        #expect(forms?.contains("action=\"/day/2026-11-22/log\" id=\"changes\"") == true)
        #expect(forms?.contains("action=\"/day/2026-11-22/skip\"") == true)
    }

    @Test func `an evening is folded before it begins and open afterwards`() async throws {
        let items = [FakeDay.item("Walk", .evening)]

        let before = try await page(FakeDay(items, now: "16:59"))
        let after = try await page(FakeDay(items, now: "17:00"))
        let ordered = try await page(FakeDay(items, now: "16:59"), query: ["order": "1"])

        #expect(before.markup.contains("id=\"fold-evening\""))
        #expect(before.markup.contains("1 from 17:00"))
        #expect(!after.markup.contains("id=\"fold-evening\""))
        #expect(!ordered.markup.contains("id=\"fold-evening\""))
    }

    @Test func `the strip and the folds follow the parts of the day of the profile`() async throws {
        let items = [FakeDay.item("Walk", .evening)]
        let parts = "06:00 11:30 22:45"

        let before = try await page(FakeDay(items, now: "22:44", dayParts: parts))
        let after = try await page(FakeDay(items, now: "22:45", dayParts: parts))

        #expect(before.markup.contains("1 from 22:45"))
        #expect(!after.markup.contains("id=\"fold-evening\""))
        #expect(before.markup.contains(">6</text>"))
        #expect(before.markup.contains(">11:30</text>"))
        // A time at the end of the line would be cut.
        #expect(!before.markup.contains(">22:45</text>"))
        #expect(!before.markup.contains(">17</text>"))
    }

    @Test func `an amount that is refused is shown again with its problem`() async throws {
        let services = FakeDay([FakeDay.item("Water", type: .cumulative)])

        let reply = try await services.reply(
            .post, "/day/:date/log", form: ["change": "add morning water", "value": "1,500"])
        let page = try #require(reply?.page)

        #expect(page.status == 422)
        #expect(page.markup.contains("value=\"1,500\" aria-invalid=\"true\" autofocus=\"\""))
        #expect(
            page.markup.contains(
                "&quot;1,500&quot; can mean 1.5 or 1500. Write 1.5 or 1500."))
        #expect(page.hasUniqueNames)
    }

    @Test func `the last open item of a part is celebrated once`() async throws {
        let services = FakeDay([
            FakeDay.item("Floss"), FakeDay.item("Read"), FakeDay.item("Run", .afternoon),
        ])

        let first = try await complete("floss", in: services)
        let last = try await complete("read", in: services)
        let shown = try await page(services, query: ["celebrate": "morning"])
        let again = try await page(services, query: ["celebrate": "morning"])

        #expect(first?.contains("celebrate") == false)
        #expect(last?.contains("celebrate=morning") == true)
        #expect(shown.celebration.markup.contains("The morning is done"))
        #expect(
            shown.celebration.markup.contains("Read: 3 days in a row, the longest streak so far."))
        #expect(again.celebration.markup.isEmpty)
    }

    @Test func `a part that is completed a second time is not celebrated again`() async throws {
        let services = FakeDay([FakeDay.item("Floss"), FakeDay.item("Run", .afternoon)])
        _ = try await complete("floss", in: services)
        services.reopen()

        let path = try await complete("floss", in: services)

        #expect(path?.contains("celebrate") == false)
    }

    @Test func `the last item of the day says that the day is done`() async throws {
        let services = FakeDay([FakeDay.item("Floss")], streak: 1)
        _ = try await complete("floss", in: services)

        let page = try await page(services, query: ["celebrate": "morning"])

        #expect(page.celebration.markup.contains("The day is done"))
        #expect(!page.celebration.markup.contains("in a row"))
    }

    @Test func `a page without a completed part has no celebration`() async throws {
        let services = FakeDay([FakeDay.item("Floss")])

        let page = try await page(services, query: ["celebrate": "morning"])

        #expect(page.celebration.markup.isEmpty)
    }

    @Test(arguments: [["before": "c"], ["after": "b"]])
    func `a move names the neighbour, so that a second delivery is the same request`(
        place: [String: String]
    ) async throws {
        let services = FakeDay(["A", "B", "C"].map { FakeDay.item($0) })

        for _ in 0..<2 {
            let reply = try await services.reply(
                .post, "/day/:date/move", form: place.merging(["activity": "a"]) { $1 })
            #expect(reply?.location == "/day/\(FakeDay.today)?order=1")
        }

        let expected = Activities.ReorderRequest(
            names: ["a"], before: place["before"], after: place["after"])
        #expect(services.orders == [expected, expected])
    }

    @Test func `the buttons of an item name its neighbours`() async throws {
        let services = FakeDay(["A", "B", "C"].map { FakeDay.item($0) })

        let page = try await page(services, query: ["order": "1"])
        let first = try await services.reply(.post, "/day/:date/move", form: ["activity": "a"])

        for (place, name) in [
            ("before", "a"), ("before", "b"), ("after", "b"), ("after", "c"),
        ] {
            #expect(page.markup.contains("name=\"\(place)\" value=\"\(name)\""))
        }
        #expect(!page.markup.contains("name=\"before\" value=\"c\""))
        #expect(first?.location == "/day/\(FakeDay.today)?order=1")
        #expect(services.orders.isEmpty)
    }

    @Test func `a completion is the same request at any amount`() async throws {
        let services = FakeDay([FakeDay.item("Water", type: .cumulative)])

        _ = try await complete("water", in: services)

        #expect(services.logs.map(\.shouldComplete) == [true])
        #expect(services.logs.map(\.value) == [nil])
    }

    @Test(arguments: [
        (Measurement.Name.photo, "href=\"/photos?activity=face\""),
        (.notes, "placeholder=\"Answer\""), (.checkbox, "aria-label=\"Done: Face\""),
        (.value, "placeholder=\"Amount\""),
    ])
    func `a metric is logged as what it measures`(
        measures: Measurement.Name, control: String
    ) async throws {
        let services = FakeDay([FakeDay.item("Face", type: .metric, measures: measures)])

        let page = try await page(services)

        #expect(page.markup.contains(control))
        #expect(
            page.markup.contains("id=\"amount-face-morning\"")
                == [.notes, .value].contains(measures))
        #expect(page.hasUniqueNames)
    }

    @Test(arguments: [true, false])
    func `a day without items has no ring`(isEmpty: Bool) async throws {
        let page = try await page(FakeDay(isEmpty ? [] : [FakeDay.item("Floss")]))

        #expect(page.markup.contains("class=\"ring") == !isEmpty)
    }

    @Test func `a usual amount of zero has no button`() async throws {
        let services = FakeDay([FakeDay.item("Coffee", .allDay, step: 0, type: .cumulative)])

        let page = try await page(services)

        #expect(page.markup.contains("amount-coffee-allDay"))
        #expect(!page.markup.contains("step-coffee-allDay"))
    }

    @Test(arguments: [true, false])
    func `an amount over its limit has a red bar`(isExceeded: Bool) async throws {
        var coffee = FakeDay.item("Coffee", .allDay, type: .cumulative)
        (coffee.value, coffee.exceeded) = (3000, isExceeded ? true : nil)

        let page = try await page(FakeDay([coffee]))

        #expect(page.markup.contains("<progress class=\"bar tone-red\"") == isExceeded)
    }

    @Test func `the chip of a quick add has its amount`() async throws {
        let services = FakeDay([FakeDay.item("Water", .allDay, step: 250, type: .cumulative)])

        let page = try await page(services)

        #expect(page.markup.contains("aria-label=\"Add 250 ml to Water\""))
        #expect(page.markup.contains(">+250<"))
    }

    @Test func `streaks at risk lead to their activities`() async throws {
        let page = try await page(FakeDay([FakeDay.item("Run")]))

        #expect(page.markup.contains("<a href=\"/activities/run\">Run</a>"))
        #expect(page.markup.contains("Vacation: Thursday."))
    }
}
