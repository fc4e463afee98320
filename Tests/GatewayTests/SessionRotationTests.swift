import Foundation
import RPC
import Testing

@testable import Gateway

struct SessionRotationTests {
    private static let day = Sessions.rotation
    private static let start: Int64 = 1_000_000

    private static func withSessions(_ body: (Sessions) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("dl-sessions-\(UUID().uuidString).json").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(Sessions(path: path))
    }

    @Test func `a cookie is replaced after a day, and the session remains`() throws {
        try Self.withSessions { sessions in
            let first = try sessions.open(for: "default", device: "", now: Self.start)
            let session = try #require(sessions.find(first.text, now: Self.start))

            #expect(sessions.rotate(first.text, now: Self.start + Self.day - 1) == nil)
            let second = try #require(sessions.rotate(first.text, now: Self.start + Self.day))

            let found = try #require(sessions.find(second.text, now: Self.start + Self.day))
            #expect(found.id == session.id)
            #expect(found.formToken == session.formToken)
            #expect(second.text != first.text)
            #expect(sessions.rotate(second.text, now: Self.start + Self.day + 1) == nil)
        }
    }

    @Test func `the replaced cookie is valid for a minute after the new one was used`() throws {
        try Self.withSessions { sessions in
            let first = try sessions.open(for: "default", device: "", now: Self.start)
            let now = Self.start + Self.day
            let second = try #require(sessions.rotate(first.text, now: now))

            #expect(sessions.find(second.text, now: now) != nil)

            #expect(sessions.find(first.text, now: now + Sessions.overlap) != nil)
            #expect(sessions.find(first.text, now: now + Sessions.overlap + 1) == nil)
            #expect(sessions.rotate(first.text, now: now + Sessions.overlap + 1) == nil)
            #expect(sessions.find(second.text, now: now + Sessions.overlap + 1) != nil)
        }
    }

    @Test func `a new cookie whose response was lost is replaced by another one`() throws {
        try Self.withSessions { sessions in
            let first = try sessions.open(for: "default", device: "", now: Self.start)
            let now = Self.start + Self.day
            let lost = try #require(sessions.rotate(first.text, now: now))

            // Requests at the same time get no third cookie.
            #expect(sessions.rotate(first.text, now: now + 1) == nil)
            let third = try #require(sessions.rotate(first.text, now: now + 3600))

            #expect(sessions.find(third.text, now: now + 3600) != nil)
            #expect(sessions.find(lost.text, now: now + 3600) == nil)
        }
    }

    @Test func `a session that is not used for ninety days has expired`() throws {
        try Self.withSessions { sessions in
            let cookie = try sessions.open(for: "default", device: "", now: Self.start)
            let last = Self.start + 90 * Self.day

            #expect(sessions.find(cookie.text, now: last + 1) == nil)
            #expect(sessions.rotate(cookie.text, now: last + 1) == nil)
            #expect(sessions.find(cookie.text, now: last) != nil)
        }
    }

    @Test func `a replaced cookie does not open a session that was ended`() throws {
        try Self.withSessions { sessions in
            let first = try sessions.open(for: "default", device: "", now: Self.start)
            let session = try #require(sessions.find(first.text, now: Self.start))
            _ = sessions.rotate(first.text, now: Self.start + Self.day)

            #expect(throws: Status.self) { try sessions.end(session.id, of: "kim") }
            try sessions.end(session.id, of: "default")

            #expect(sessions.find(first.text, now: Self.start + Self.day) == nil)
        }
    }
}
