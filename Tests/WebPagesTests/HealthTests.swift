import CivilTime
import Contracts
import RPC
import Testing

@testable import WebPages

@Suite(.timeLimit(.minutes(1)))
struct HealthTests {
    @Test func `each strip has its days in a table and in a picture`() async throws {
        let services = FakeHealth()

        let page = try #require(try await services.page("/health", services.request()))

        let markup = page.content.markup
        #expect(page.status == 200)
        #expect(page.script == "strip")
        #expect(page.topics.contains(.health))
        #expect(markup.split(separator: "data-strip=\"\"").count - 1 == Strip.fixed.count)
        #expect(markup.contains(#"data-metric="sleep""#))
        #expect(markup.contains(#"data-today="2026-11-22""#))
        #expect(markup.contains(#"<time datetime="2026-11-22">"#))
        #expect(markup.contains(#"<data value="7.0">"#))
        #expect(markup.contains("<span>no data</span>"))
        #expect(markup.contains("average of 20 days, 2 Nov to 22 Nov"))
        #expect(!markup.contains("style="))
        let ids = identifiers(markup)
        #expect(Set(ids).count == ids.count)
    }

    @Test func `the links of a strip preserve the places of the others`() async throws {
        let services = FakeHealth()
        let query = ["sleep.before": "2026-11-02", "hrv.after": "2026-10-01"]

        let page = try #require(try await services.page("/health", services.request(query: query)))

        let markup = page.content.markup
        #expect(
            markup.contains(
                #"href="?sleep.before=2026-11-02&amp;hrv.after=2026-10-01&amp;steps.before=2026-11-02""#
            ))
    }

    @Test func `a strip and a list that cannot be read leave the other strips and are reported`()
        async throws
    {
        let services = FakeHealth(failing: ["metric:sleepHours", "metrics", "metric:stepCount"])
        let reported = Received<String>()
        var request = services.request(query: ["hrv.after": "2026-10-01"])
        request.reportFailure = { part, status in reported.add("\(part): \(status.message)") }

        let page = try #require(try await services.page("/health", request))

        let markup = page.content.markup
        #expect(markup.split(separator: "data-strip=\"\"").count - 1 == Strip.fixed.count - 2)
        #expect(markup.contains("Sleep could not be read."))
        #expect(markup.contains("The list of other metrics could not be read."))
        #expect(markup.contains(#"href="/health?hrv.after=2026-10-01" data-refresh="""#))
        #expect(
            Set(reported.values) == [
                "Sleep: The worker ended.", "Steps: The worker ended.",
                "the list of metrics: The worker ended.", "the current day: The worker ended.",
            ])
        #expect(page.hasUniqueNames)
    }

    @Test func `a page whose strips all fail is a failure`() async {
        let services = FakeHealth(
            failing: Set(Strip.fixed.map { "metric:\($0.metric)" } + ["metric:stepCount"]))

        await #expect(throws: Status.self) {
            try await services.reply("/health", services.request())
        }
    }

    @Test func `a place that is not a day is refused`() async {
        let services = FakeHealth()

        await #expect(throws: Status.self) {
            try await services.reply("/health", services.request(query: ["sleep.before": "<b>"]))
        }
    }

    @Test func `a profile without health data leads to the import`() async throws {
        let services = FakeHealth(value: nil, metrics: [])

        let page = try #require(try await services.page("/health", services.request()))

        #expect(page.script == nil)
        #expect(page.content.markup.contains(#"href="/import""#))
        #expect(!page.content.markup.contains("data-strip"))
    }

    @Test func `another metric with data has a strip with an exact name, a category has none`()
        async throws
    {
        let services = FakeHealth(metrics: [
            FakeHealth.metric("flights<img>"),
            FakeHealth.metric("menstrualFlow", kind: "category"),
        ])

        let page = try #require(try await services.page("/health", services.request()))

        let markup = page.content.markup
        #expect(markup.contains(#"data-metric="metric:flights&lt;img&gt;""#))
        #expect(!markup.contains("<img"))
        #expect(!markup.contains("menstrualFlow"))
        #expect(services.log.contains("window metric:flights<img>"))
    }

    @Test func `other metrics beyond the first ones are shown by a link`() async throws {
        let services = FakeHealth(metrics: (1...8).map { FakeHealth.metric("other\($0)") })

        let few = try await services.page("/health", services.request())
        let all = try await services.page("/health", services.request(query: ["all": "1"]))

        func count(_ page: Page?) -> Int {
            page?.values(of: "data-metric").filter { $0.hasPrefix("metric:other") }.count ?? 0
        }
        #expect((count(few), count(all)) == (Strip.otherLimit, 8))
        #expect(few?.values(of: "href").contains("/health?all=1") == true)
        #expect(all?.values(of: "href").contains("/health") == true)
    }

    @Test(arguments: [("sleep", "metric:sleepHours"), ("metric:x", "metric:x"), ("pulse", "pulse")])
    func `the window of a strip is a JSON document`(name: String, subject: String) async throws {
        let services = FakeHealth()
        let query = ["metric": name, "before": "2026-11-01", "visible": "14"]

        let reply = try await services.reply("/api/v1/window", services.request(query: query))

        guard case .document(let type, let bytes) = reply else {
            Issue.record("The reply is not a document.")
            return
        }
        #expect(type == "application/json")
        let window = try JSONBody.decode(Insights.WindowResponse.self, from: Bytes(bytes))
        #expect(window.days.count == 14)
        #expect(window.days.last?.date == CivilDate(2026, 10, 31))
        #expect(window.hasOlder && window.hasNewer)
        #expect(String(decoding: bytes, as: UTF8.self).contains(#""value":null"#))
        #expect(services.log == ["window \(subject)"])
    }

    @Test(arguments: [
        [:], ["metric": "sleep", "visible": "x"], ["metric": "sleep", "before": "1"],
    ])
    func `a window without a metric, with a wrong day or number is refused`(
        query: [String: String]
    ) async {
        let services = FakeHealth()

        let status = await #expect(throws: Status.self) {
            try await services.reply("/api/v1/window", services.request(query: query))
        }

        #expect(status?.code == .invalidArgument)
    }

    @Test(arguments: [
        ("sleepHours", "hr", 6.82, "6\u{202F}h\u{A0}49\u{202F}m"),
        ("x", "min", 45, "45\u{202F}min"),
        ("stepCount", "count", 8236, "8,236\u{202F}steps"),
        ("respiratoryRate", "count/min", 14, "14.0\u{202F}br/min"),
        ("restingHeartRate", "count/min", 56.4, "56\u{202F}bpm"),
        ("bodyMass", "kg", 78.06, "78.1\u{202F}kg"), ("sleepHours", "hr", .infinity, "–"),
    ])
    func `a value is formatted by its unit`(
        metric: String, unit: String, value: Double, text: String
    ) {
        #expect(MeasureFormat(metric: metric, unit: unit, magnitude: value).short(value) == text)
    }
}
