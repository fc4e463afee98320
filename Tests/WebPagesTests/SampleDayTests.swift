import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@testable import WebPages

/// The samples of a day of step counts in a profile in Kathmandu, whose clock is 5:45 ahead of UTC.
private struct FakeSamples {
    static let day = CivilDate(days: 20_779)
    let received = Received<String>()
    let keys = Received<String?>()
    var refusal: Status?
    var count = 2
    /// Samples that the comparison of the sources leaves out.
    var omitted = 0

    private static func sample(_ index: Int) -> RawSample {
        // The day starts at 18:15 UTC of the day before.
        let start = Int64(day.days) * 86_400_000 - 20_700_000 + Int64(index) * 60_000
        return RawSample(
            ref: SampleReference(series: 3, start: start, end: start + 60_000, value: 100),
            key: SeriesKey(
                metric: "stepCount", unit: "count", source: "<b>Watch", sourceKey: "watch",
                device: "", isEntered: index == 1),
            value: 100 + Double(index), unit: "count")
    }

    static let first = sample(0).ref.text
    private static let path = ["name": "stepCount", "date": "\(day)"]

    private var bus: FakeBus {
        let (received, keys, refusal, count) = (received, keys, refusal, count)
        let omitted = omitted
        return FakeBus { router in
            router.handle(Readings.day) { request, _ in
                Readings.DayResponse(
                    metric: request.name, unit: "count", day: request.on,
                    samples: (0..<count).map(Self.sample), removed: [Self.sample(7)])
            }
            router.handle(Insights.days) { request, _ in
                Insights.DaysResponse(
                    metric: request.name, unit: "count", kind: "cumulative",
                    days: [
                        .init(
                            day: Self.day, sum: 1500, average: 100, min: 100, max: 101, last: 101,
                            samples: 2)
                    ], version: 1, stale: false)
            }
            router.handle(Insights.contributions) { request, _ in
                func source(
                    _ name: String, _ value: Double, counted: Double
                ) -> Insights.ContributingSource {
                    Insights.ContributingSource(
                        name: name, device: "", class: "other", resolution: "raw", samples: 1,
                        countedSamples: 1, value: value, counted: counted)
                }
                return Insights.ContributionsResponse(
                    metric: "stepCount", unit: "count", day: request.day, statistic: "sum",
                    value: 1500,
                    sources: [
                        source("<b>Watch", 1200, counted: 1200),
                        source("Phone", 900, counted: 300),
                    ],
                    parts: [
                        .init(
                            source: "<b>Watch", sourceIndex: 0, start: "2026-11-22T08:00:00+05:45",
                            end: "2026-11-22T09:00:00+05:45", value: 1200, counted: 1200,
                            reason: nil, countedInstead: nil),
                        .init(
                            source: "Phone", sourceIndex: 1, start: "2026-11-22T08:00:00+05:45",
                            end: "2026-11-22T08:30:00+05:45", value: 400, counted: 0,
                            reason: "priority", countedInstead: ["<b>Watch"]),
                        .init(
                            source: "Phone", sourceIndex: 1, start: "2026-11-22T08:30:00+05:45",
                            end: "2026-11-22T09:15:00+05:45", value: 500, counted: 300,
                            reason: "priority", countedInstead: ["<b>Watch"]),
                    ], omitted: omitted)
            }
            router.handle(Profiles.list) { _, _ in
                Profiles.ListResponse(profiles: [
                    Profiles.Profile(
                        name: "default", zone: "Asia/Kathmandu",
                        zones: [ZoneChange(from: nil, zone: "Asia/Kathmandu")], samples: 2,
                        activities: 0)
                ])
            }
            @Sendable func outcome(
                _ text: String, _ context: CallContext
            ) throws -> Corrections.Outcome {
                if let refusal { throw refusal }
                received.add(text)
                keys.add(context.metadata.idempotencyKey)
                return Corrections.Outcome(
                    metric: "stepCount", unit: "count", before: nil, after: nil,
                    original: Self.sample(0).ref)
            }
            router.handle(SampleEdits.edit) { request, context in
                try outcome("edit \(request.ref.text) \(request.value)", context)
            }
            router.handle(SampleEdits.delete) { request, context in
                try outcome("delete \(request.ref.text)", context)
            }
            router.handle(SampleEdits.restore) { request, context in
                try outcome("restore \(request.ref.text)", context)
            }
            router.handle(Journal.undo) { _, _ in
                received.add("undo")
                return Journal.StepResponse(summary: "edit of stepCount", records: [])
            }
            router.handle(TrackerRecords.nextStep) { _, _ in
                TrackerRecords.NextResponse(step: 1, summary: "edit of stepCount", sample: nil)
            }
        }
    }

    func page(query: [String: String] = [:]) async throws -> Page {
        let reply = try await reply(.get, "", query: query)
        return try #require(reply.page)
    }

    func reply(
        _ method: WebRoute.Method, _ change: String, query: [String: String] = [:],
        form: [String: String] = [:]
    ) async throws -> WebReply {
        let path = "/trends/:name/days/:date" + (change.isEmpty ? "" : "/\(change)")
        let reply = try await bus.reply(
            method, path, in: SampleDayRoutes.routes,
            bus.request(Self.path, query: query, form: form))
        return try #require(reply)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct SampleDayTests {
    private let path = "/trends/stepCount/days/\(FakeSamples.day)"

    @Test func `the samples of a day have local times and sheets that change them`() async throws {
        let page = try await FakeSamples().page()

        #expect(page.status == 200)
        #expect(page.markup.contains("00:00:00 to 00:01:00"))
        #expect(page.markup.contains(#"value="101""#))
        #expect(page.markup.contains(#"<span class="badge">entered</span>"#))
        #expect(page.markup.contains(#"action="\#(path)/delete""#))
        #expect(page.markup.contains(#"action="\#(path)/restore""#))
        #expect(page.markup.contains("&lt;b&gt;Watch"))
        #expect(page.hasUniqueNames)
        #expect(page.isAllowedByPolicy)
    }

    @Test func `the number of the day is explained by the sums of its sources`() async throws {
        let markup = try await FakeSamples().page().markup

        #expect(markup.contains("1,500\u{202F}steps is the sum of 2 samples of 2 sources."))
        let parts = markup.split(separator: "1,200\u{202F}steps")
        #expect(parts.count == 3)
        #expect(parts.last?.contains("900\u{202F}steps") == true)
        #expect(parts.last?.contains("300\u{202F}steps") == true)
    }

    @Test func `samples that do not count have the reason, consecutive ones in one row`()
        async throws
    {
        let page = try await FakeSamples().page()

        let fold = try #require(page.markup.split(separator: #"id="excluded""#).last)
        #expect(fold.contains("Samples that count in part or not at all: 2"))
        #expect(fold.contains("&lt;b&gt;Watch measured the same time"))
        #expect(fold.contains("08:00 to 09:15, 2 samples of Phone"))
        #expect(fold.contains("300 of 900\u{202F}steps"))
        #expect(!fold.contains("not listed"))
        #expect(page.hasUniqueNames)
        #expect(page.isAllowedByPolicy)
    }

    @Test func `samples beyond the limit of a comparison are counted`() async throws {
        let markup = try await FakeSamples(omitted: 1200).page().markup

        #expect(markup.contains("1,200 more samples not listed."))
    }

    @Test func `a number without samples leads to the timeline`() async throws {
        var services = FakeSamples()
        services.count = 0

        let markup = try await services.page().markup

        #expect(markup.contains("is computed from the night or the workouts"))
        #expect(markup.contains(#"href="/timeline?before=\#(FakeSamples.day.advanced(by: 1))""#))
    }

    @Test func `a number with a comma replaces the value of a sample once`() async throws {
        let services = FakeSamples()

        let reply = try await services.reply(
            .post, "edit", form: ["ref": FakeSamples.first, "value": "77,5", "key": "k1"])

        #expect(reply.location == "\(path)?done=1")
        #expect(services.received.values == ["edit \(FakeSamples.first) 77.5"])
        #expect(services.keys.values == ["k1"])
    }

    @Test(arguments: [
        ("x", "&quot;x&quot; is not a number."), ("", "The value is empty."),
    ])
    func `a value that is not a number is shown again with the reason`(
        typed: String, reason: String
    ) async throws {
        let services = FakeSamples()

        let page = try #require(
            try await services.reply(
                .post, "edit", form: ["ref": FakeSamples.first, "value": typed]
            ).page)

        #expect(page.status == 422)
        #expect(page.markup.contains(reason))
        #expect(page.markup.contains(#"id="edit-\#(FakeSamples.first)" open="""#))
        #expect(services.received.values.isEmpty)
    }

    @Test func `a value that the service rejects is shown again with its reason`() async throws {
        var services = FakeSamples()
        services.refusal = Status(.invalidArgument, "stepCount cannot be negative.")

        let page = try #require(
            try await services.reply(
                .post, "edit", form: ["ref": FakeSamples.first, "value": "-4"]
            ).page)

        #expect(page.markup.contains("stepCount cannot be negative."))
        #expect(page.markup.contains(#"value="-4""#))
    }

    @Test(arguments: ["delete", "restore"])
    func `a sample is deleted and restored`(change: String) async throws {
        let services = FakeSamples()

        let reply = try await services.reply(.post, change, form: ["ref": FakeSamples.first])

        #expect(reply.location == "\(path)?done=1")
        #expect(services.received.values == ["\(change) \(FakeSamples.first)"])
    }

    @Test func `a change offers undo and an undone change redo`() async throws {
        let services = FakeSamples()

        let changed = try await services.page(query: ["done": "1"])
        let undone = try await services.page(query: ["undone": "1"])
        let reply = try await services.reply(.post, "undo")

        #expect(changed.toast.markup.contains(#"action="\#(path)/undo""#))
        #expect(undone.toast.markup.contains(#"action="\#(path)/redo""#))
        #expect(reply.location == "\(path)?undone=1")
        #expect(services.received.values == ["undo"])
    }

    @Test func `a page has fifty samples of a day with more`() async throws {
        var services = FakeSamples()
        services.count = 120

        let page = try await services.page(query: ["first": "50"])

        #expect(page.markup.contains("51 to 100 of 120"))
        #expect(page.values(of: "class").count { $0 == "menu" } == 50)
        #expect(page.markup.contains(#"href="\#(path)?first=100""#))
        #expect(page.markup.contains(#"href="\#(path)""#))
    }
}
