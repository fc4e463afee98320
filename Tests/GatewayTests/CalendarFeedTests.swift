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

    private func create(_ name: String, for profile: String = "default") throws -> Token {
        try CalendarFeeds(path: path).create(
            name, for: profile, detail: .busy, categories: nil, now: 1000)
    }

    private func service() throws -> Client {
        Client(
            inProcess: CalendarFeedService(
                feeds: try CalendarFeeds(path: path),
                address: { "http://127.0.0.1:1/" }, bus: Client(inProcess: OneCategory()),
                now: { 1000 }))
    }

    @Test func `a feed is found after a restart, and the file has only its hash`() throws {
        defer { unlink(path) }
        let token = try create("phone")

        let found = try #require(try CalendarFeeds(path: path).find(token.text, now: 2000))
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(found.name == "phone" && found.profile == "default" && found.detail == .busy)
        #expect(!text.contains(token.text) && text.contains(token.hash))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try CalendarFeeds(path: path).list(of: "default").map(\.used) == [2000])
    }

    @Test func `a revoked feed is unknown, and another profile cannot revoke it`() throws {
        defer { unlink(path) }
        let token = try create("phone")
        let feeds = try CalendarFeeds(path: path)

        #expect(throws: Status.self) { try feeds.remove("phone", of: "kim") }
        #expect(feeds.find(token.text, now: 1000) != nil)
        try feeds.remove("phone", of: "default")
        #expect(feeds.find(token.text, now: 1000) == nil)
    }

    @Test func `a name is unique in its profile`() throws {
        defer { unlink(path) }
        _ = try create("phone")
        _ = try create("phone", for: "kim")

        #expect(throws: Status.self) { try create("phone") }
        #expect(throws: Status.self) { try create("a\nb") }
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
