import CivilTime
import Contracts
import Presentation
import RPC
import Testing
import Tracker

@testable import WebPages

@Suite(.timeLimit(.minutes(1)))
struct TrendTests {
    private let path = ["name": "stepCount"]

    @Test func `a trend has two pictures, the verdict in words and an open table`() async throws {
        let services = FakeHealth()
        let query = ["compare": "previous", "forecast": "1"]

        let page = try #require(
            try await services.page("/trends/:name", services.request(path: path, query: query)))

        let markup = page.content.markup
        #expect(page.status == 200)
        #expect(page.title == "Steps")
        #expect(markup.contains(#"<svg class="only-wide" viewBox="0 0 720 260""#))
        #expect(markup.contains(#"<svg class="only-narrow" viewBox="0 0 330 250""#))
        #expect(!markup.contains("<style") && !markup.contains("style="))
        #expect(markup.contains("loss of 7.3 %"))
        #expect(markup.contains("the period before"))
        #expect(markup.contains(#"data-fragment="trend-table" open="""#))
        #expect(markup.contains("<img") == false)
        let ids = identifiers(markup)
        #expect(Set(ids).count == ids.count)
    }

    @Test(arguments: [
        ([:], "", "week 2 against week 1"), (["to": "2026-11-22"], "", "week 2 against week 1"),
        (["from": "2026-11-01"], "2026-11-01", "average of 22 November 2026 to"),
        (["compare": "previous"], "2026-11-15", "average of 22 November 2026 to"),
    ])
    func `a change names its periods, and a comparison without a range has that of the newer half`(
        query: [String: String], from: String, periods: String
    ) async throws {
        let services = FakeHealth()

        let page = try #require(
            try await services.page("/trends/:name", services.request(path: path, query: query)))

        let markup = page.content.markup
        #expect(markup.contains(periods))
        let field = "id=\"range-from\" name=\"from\" type=\"date\""
        #expect(markup.contains(from.isEmpty ? "\(field)>" : "\(field) value=\"\(from)\">"))
        let link = "interval=day" + (from.isEmpty ? "" : "&amp;from=\(from)")
        #expect(markup.contains("/trends/stepCount?\(link)"))
    }

    @Test(arguments: [true, false])
    func `the last day with samples is offered, not the end of a period that is not over`(
        hasSources: Bool
    ) async throws {
        let services = FakeHealth(hasSources: hasSources)

        let page = try #require(
            try await services.page("/trends/:name", services.request(path: path)))

        #expect(
            page.content.markup.contains(
                #"id="samples-day" name="on" type="date" value="\#(FakeHealth.today)""#))
    }

    @Test func `only the available intervals have links, which preserve the range`() async throws {
        let services = FakeHealth()
        let query = ["interval": "week", "from": "2026-01-01"]

        let page = try #require(
            try await services.page("/trends/:name", services.request(path: path, query: query)))

        let markup = page.content.markup
        #expect(markup.contains(#"href="/trends/stepCount?interval=day&amp;from=2026-01-01""#))
        #expect(!markup.contains("interval=month"))
        #expect(markup.contains("Back to automatic"))
        #expect(!markup.contains("the period before</li>"))
    }

    @Test func `a range that ends before its start is shown with the reason`() async throws {
        let services = FakeHealth()
        let query = ["from": "2026-02-02", "to": "2026-01-01"]

        let page = try #require(
            try await services.page("/trends/:name", services.request(path: path, query: query)))

        #expect(page.status == 422)
        #expect(page.content.markup.contains(#"id="range-to-error""#))
        #expect(page.content.markup.contains(#"value="2026-02-02""#))
        #expect(
            page.content.markup.contains(
                "The range ends (1 January 2026) before it begins (2 February 2026)."))
        #expect(
            page.content.markup.contains(
                #"href="/trends/stepCount?from=2026-01-01&amp;to=2026-02-02""#))
        #expect(!page.content.markup.contains("<svg class=\"only-wide\""))
        #expect(!page.content.markup.contains("trend-table"))
        #expect(!page.content.markup.contains("/trends/stepCount.csv"))
    }

    @Test func `an interval that the data does not span is replaced with the reason`() async throws
    {
        let services = FakeHealth(refusedInterval: "year")

        let page = try #require(
            try await services.page(
                "/trends/:name", services.request(path: path, query: ["interval": "year"])))

        #expect(page.content.markup.contains("The data spans too few days."))
    }

    @Test func `a trend without data has no table and no export`() async throws {
        let services = FakeHealth(value: nil)

        let page = try #require(
            try await services.page("/trends/:name", services.request(path: path)))

        #expect(page.content.markup.contains("Steps has no data yet."))
        #expect(!page.content.markup.contains("trend-table"))
        #expect(!page.content.markup.contains("/trends/stepCount.csv"))
    }

    @Test func `a bucket of the picture is compared with the mean of those that are over`() {
        let trends = FakeHealth.trends(value: 7, Insights.TrendsRequest(name: "stepCount"))
        let sentences = BucketSentences(
            trends, MeasureFormat(metric: "stepCount", unit: "count", magnitude: 20))

        let texts = trends.series.map(sentences.text)

        #expect(
            texts == [
                "week 0: 7\u{202F}steps, 13 % below average", "week 1: 8\u{202F}steps, average",
                "week 2: 9\u{202F}steps, 13 % above average", "week 3: 10\u{202F}steps, not over",
            ])
    }

    @Test(arguments: [
        ("csv", "text/csv; charset=utf-8"), ("json", "application/json"), ("svg", "image/svg+xml"),
    ])
    func `an export is a document`(kind: String, expected: String) async throws {
        let services = FakeHealth()

        let reply = try await services.reply(
            "/trends/:name", services.request(path: ["name": "stepCount.\(kind)"]))

        guard case .document(let type, let bytes) = reply else {
            Issue.record("The reply is not a document.")
            return
        }
        #expect(type == expected)
        #expect(!bytes.isEmpty)
    }

    @Test func `a source moves before its neighbour`() async throws {
        let services = FakeHealth()
        let form = ["source": "<b>Phone", "direction": "up", "interval": "week", "key": "k"]

        let reply = try await services.reply(
            "/trends/:name/sources", services.request(path: path, form: form), .post)

        guard case .redirect(let target) = reply else {
            Issue.record("The reply is not a redirect.")
            return
        }
        #expect(target == "/trends/stepCount?interval=week&ordered=1")
        #expect(services.log == ["order stepCount <b>Phone,Watch"])
    }

    @Test func `a source at the end does not move`() {
        #expect(TrendSources.order(["a", "b"], moving: "b", "down") == nil)
        #expect(TrendSources.order(["a", "b"], moving: "c", "up") == nil)
        #expect(TrendSources.order(["a", "b"], moving: "a", "down") == ["b", "a"])
    }

    @Test func `an empty annotation is shown again with the reason`() async throws {
        let services = FakeHealth()
        let form = ["date": "2026-11-20", "text": " "]

        let page = try #require(
            try await services.page(
                "/trends/:name/annotations", services.request(path: path, form: form), .post))

        #expect(page.status == 422)
        #expect(page.content.markup.contains(#"id="annotation-text-error""#))
        #expect(page.content.markup.contains(#"value="2026-11-20""#))
        #expect(services.log.isEmpty)
    }

    @Test func `the list finds metrics by name and has no categories`() async throws {
        let services = FakeHealth(metrics: [
            FakeHealth.metric("stepCount"), FakeHealth.metric("flightsClimbed"),
            FakeHealth.metric("menstrualFlow", kind: "category"),
        ])

        let all = try #require(try await services.page("/trends", services.request()))
        let found = try #require(
            try await services.page("/trends", services.request(query: ["q": "flights"])))

        #expect(all.content.markup.contains(#"href="/trends/stepCount""#))
        #expect(!all.content.markup.contains("menstrualFlow"))
        #expect(found.content.markup.contains("Flights climbed"))
        #expect(!found.content.markup.contains("/trends/stepCount"))
    }

    @Test func `an activity has a link with its exact name`() {
        let page = TrendsPage(
            metrics: .success([]),
            activities: .success([FakeActivities.item("read", "Read <b>")]),
            streaks: .success([]), search: ""
        ).page

        #expect(page.content.markup.contains(#"href="/trends/activity%3ARead%20%3Cb%3E""#))
        #expect(page.content.markup.contains("Read &lt;b&gt;"))
    }

    private func list(
        metrics: Result<[Insights.Metric], Status> = .success([FakeHealth.metric("stepCount")]),
        streaks: Result<[Statistics.Streak], Status>
    ) -> Page {
        let kinds: [(String, Tracker.ActivityKind)] = [
            ("Floss", .checkbox), ("Face", .metric(.photo(views: []))),
            ("Mood", .value(Quantity())),
            ("Day", .answer(.text)), ("Morning", .container), ("Notes", .metric(.notes)),
        ]
        return TrendsPage(
            metrics: metrics,
            activities: .success(
                kinds.map { name, kind in
                    FakeActivities.item(
                        Activity.ID(name.lowercased()), name, Configuration(kind: kind))
                }), streaks: streaks, search: ""
        ).page
    }

    @Test func `the list has numbers, then answers, then yes or no with its streaks`() {
        let page = list(
            streaks: .success([
                Statistics.Streak(id: "floss", name: "Floss", current: 12, longest: 20)
            ]))

        #expect(page.title == "Progress over time")
        #expect(
            page.values(of: "data-fragment").filter { $0 != "trends-head" }
                == ["trends-numbers", "trends-answers", "trends-streaks"])
        let sections = page.markup.split(separator: "<section").dropFirst().map(String.init)
        let names = ["Steps", "Mood", "Day", "Notes", "Floss"]
        #expect(
            sections.map { section in names.filter { section.contains(">\($0)</a>") } }
                == [["Steps", "Mood"], ["Day", "Notes"], ["Floss"]])
        #expect(sections.last?.contains("12 days in a row") == true)
        #expect(!page.markup.contains("Face") && !page.markup.contains("Morning"))
    }

    @Test func `a part of the list that cannot be read leaves the others`() {
        let failure = Status(.unavailable, "The worker ended.")

        let page = list(metrics: .failure(failure), streaks: .failure(failure))

        #expect(page.markup.contains("The list of metrics could not be read."))
        #expect(page.markup.contains("The list of streaks could not be read."))
        #expect(page.markup.contains(">Mood</a>") && page.markup.contains(">Floss</a>"))
        #expect(page.markup.split(separator: "data-refresh").count == 4)
        #expect(page.hasUniqueNames)
    }

    @Test func `sources and annotations that cannot be read leave the trend`() async throws {
        let reported = Received<String>()
        let bus = FakeBus { router in
            router.answer(Insights.trends) { request, _ in
                FakeHealth.trends(value: 7, request)
            }
            router.answer(Insights.sources) { _, _ in
                throw Status(.unavailable, "The worker ended.")
            }
        }
        var request = bus.request(path)
        request.reportFailure = { part, _ in reported.add(part) }

        let page = try #require(
            try await bus.reply(.get, "/trends/:name", in: TrendRoutes.routes, request)?.page)

        #expect(page.markup.contains("The list of sources could not be read."))
        #expect(page.markup.contains("The list of annotations could not be read."))
        #expect(page.markup.contains("loss of 7.3 %"))
        #expect(page.markup.contains("trend-table"))
        #expect(Set(reported.values) == ["the sources of stepCount", "the annotations"])
        #expect(page.hasUniqueNames)
    }

    @Test(arguments: ["Read Spanish", "a/b?c&d=é%", "100 %", ""])
    func `an encoded name is decoded to the same name`(name: String) {
        let encoded = URLText.encoded(name)

        #expect(URLText.decoded(encoded) == name)
        #expect(encoded.utf8.allSatisfy { $0 < 128 && $0 != UInt8(ascii: "/") })
    }

    @Test(arguments: [
        ("stepCount", "Steps"), ("flightsClimbed", "Flights climbed"),
        ("Read Spanish", "Read Spanish"), ("", ""),
    ])
    func `a key without a name is written as words`(key: String, title: String) {
        #expect(MetricTitle.title(key) == title)
    }
}
