import CivilTime
import Contracts
import RPC
import Testing

@testable import WebPages

@Suite struct SearchPageTests {
    private static let results = [
        Journal.SearchResult(
            kind: .entry, id: "e1", date: CivilDate("2026-11-22"), text: "Read: <b>slept</b> well"),
        Journal.SearchResult(
            kind: .activity, id: "floss", date: CivilDate("2026-11-01"), text: "Floss well"),
        Journal.SearchResult(kind: .category, id: "c1", date: nil, text: "Well-being"),
    ]

    private func page(
        _ query: [String: String], _ received: Received<Journal.SearchRequest> = Received(),
        results: [Journal.SearchResult] = results, refusal: Status? = nil
    ) async throws -> Page {
        let bus = FakeBus { router in
            router.handle(Journal.search) { request, _ in
                received.add(request)
                if let refusal { throw refusal }
                return Journal.SearchResponse(results: results)
            }
        }
        let reply = try await bus.reply(
            .get, "/search", in: SearchRoutes.routes, bus.request(query: query))
        return try #require(reply?.page)
    }

    @Test func `results link to the day of an entry and the page of an activity`() async throws {
        let received = Received<Journal.SearchRequest>()

        let page = try await page(["q": "well"], received)

        #expect(received.values.map(\.text) == ["well"])
        #expect(page.markup.contains("<a href=\"/day/2026-11-22\">"))
        #expect(page.markup.contains("<a href=\"/activities/floss\">Floss well</a>"))
        #expect(page.markup.contains("Activity, Sunday 1 November 2026"))
        #expect(page.markup.contains("3 results"))
        #expect(MarkupAudit(page).faults == [])
    }

    @Test func `found texts and the searched text are escaped`() async throws {
        let page = try await page(["q": "\"><script>alert(1)</script>"])

        #expect(page.markup.contains("&lt;b&gt;slept&lt;/b&gt; well"))
        #expect(!page.markup.contains("<b>"))
        #expect(!page.markup.contains("<script"))
        #expect(MarkupAudit(page).faults == [])
    }

    @Test(arguments: [[:], ["q": ""], ["q": "  "]])
    func `without a text the page has the form and calls no method`(
        query: [String: String]
    ) async throws {
        let received = Received<Journal.SearchRequest>()

        let page = try await page(query, received)

        #expect(received.values.isEmpty)
        #expect(page.values(of: "action") == ["/search"])
        #expect(!page.markup.contains("Nothing found"))
        #expect(MarkupAudit(page).faults == [])
    }

    @Test func `a text that no record has is reported`() async throws {
        let page = try await page(["q": "zzz"], results: [])

        #expect(page.markup.contains("Nothing found"))
        #expect(page.markup.contains("value=\"zzz\""))
        #expect(MarkupAudit(page).faults == [])
    }

    @Test func `a refused text is shown with the reason and the form`() async throws {
        let page = try await page(
            ["q": "long"], refusal: Status(.invalidArgument, "The text is too long."))

        #expect(page.status == 422)
        #expect(page.markup.contains("The text is too long."))
        #expect(page.markup.contains("value=\"long\""))
        #expect(MarkupAudit(page).faults == [])
    }
}
