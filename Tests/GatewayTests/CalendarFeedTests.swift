import Contracts
import Foundation
import RPC
import Testing
import Tracker

@testable import Gateway

/// A tracker with one category.
private struct OneCategory: Service {
    func register(on router: inout Router) {
        router.handle(Categories.list) { _, _ in
            Categories.ListResponse(categories: [])
        }
    }
}

@Suite struct CalendarFeedTests {
    private let path = NSTemporaryDirectory() + "dayline-feeds-\(UUID().uuidString).json"

    private func service() throws -> Client {
        Client(
            inProcess: CalendarFeedService(
                feeds: try CalendarFeeds(path: path),
                address: { "http://127.0.0.1:1/" }, bus: Client(inProcess: OneCategory()),
                now: { 1000 }))
    }

    @Test func `a revoked feed is unknown, and another profile cannot revoke it`() throws {
        defer { unlink(path) }
        let feeds = try CalendarFeeds(path: path)
        let token = try feeds.create(
            "phone", for: "default", detail: .busy, categories: nil, now: 1000)

        #expect(throws: Status.self) { try feeds.remove("phone", of: "kim") }
        #expect(feeds.find(token.text, now: 1000) != nil)
        try feeds.remove("phone", of: "default")
        #expect(feeds.find(token.text, now: 1000) == nil)
    }

    @Test func `a new feed has an address, and an unknown category is refused`() async throws {
        defer { unlink(path) }
        let client = try service()

        let created = try await client.call(WebAccess.newFeed, WebAccess.NewFeedRequest())
        let refusal = await #expect(throws: Status.self) {
            try await client.call(
                WebAccess.newFeed, WebAccess.NewFeedRequest(name: "x", categories: ["Sport"]))
        }
        let feeds = try await client.call(WebAccess.feeds, Empty()).feeds

        #expect(created.name == "calendar")
        #expect(
            created.url.wholeMatch(of: /http:\/\/127\.0\.0\.1:1\/feed\/[0-9a-f]{64}\.ics/) != nil)
        #expect(refusal?.code == .notFound)
        #expect(feeds.map(\.name) == ["calendar"] && feeds.first?.detail == .full)
    }
}
