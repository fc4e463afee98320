import Foundation
import HostFiles
import RPC
import Testing

@testable import Gateway

@Suite struct SessionsTests {
    private let path = NSTemporaryDirectory() + "dl-sessions-\(UUID().uuidString)"

    @Test func `a session changes to a profile that it was granted and gets a new form token`()
        throws
    {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let sessions = try Sessions(path: path)
        let cookie = try sessions.open(
            for: "sam", profiles: ["sam", "kim"], device: "", now: 1)
        let before = try #require(sessions.find(cookie.text, now: 1))

        try sessions.change(before.id, to: "kim")

        let stored = try Sessions(path: path).find(cookie.text, now: 1)
        #expect(stored?.profile == "kim")
        #expect(stored?.formToken != before.formToken)
        #expect(sessions.list(of: "sam").map(\.id) == [before.id])
    }

    @Test func `a session is open until its end or another profile`() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let sessions = try Sessions(path: path)
        func openSession() throws -> Sessions.Session {
            let cookie = try sessions.open(
                for: "sam", profiles: ["sam", "kim"], device: "", now: 1)
            return try #require(sessions.find(cookie.text, now: 1))
        }
        let (ended, changed, expired) = (
            try openSession(), try openSession(), try openSession()
        )
        func isOpen(_ session: Sessions.Session, now: Int64 = 2) -> Bool {
            sessions.isOpen(session.id, of: "sam", now: now)
        }
        #expect(isOpen(ended) && isOpen(changed) && isOpen(expired))

        try sessions.end(ended.id, of: "sam")
        try sessions.change(changed.id, to: "kim")

        #expect(!isOpen(ended))
        #expect(!isOpen(changed))
        #expect(!isOpen(expired, now: 91 * 86_400))
        #expect(isOpen(expired))
    }

    @Test(arguments: [[], ["sam", "kim"]])
    func `a change to another profile is rejected`(profiles: [String]) throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let sessions = try Sessions(path: path)
        let cookie = try sessions.open(for: "sam", profiles: profiles, device: "", now: 1)
        let session = try #require(sessions.find(cookie.text, now: 1))

        let failure = #expect(throws: Status.self) { try sessions.change(session.id, to: "lee") }

        #expect(failure?.code == .permissionDenied)
        #expect(sessions.find(cookie.text, now: 1) == session)
    }

    @Test func `only a session for all profiles may add one and change to it`() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let sessions = try Sessions(path: path)
        func openSession(_ profiles: [String]) throws -> Sessions.Session {
            let cookie = try sessions.open(for: "sam", profiles: profiles, device: "", now: 1)
            return try #require(sessions.find(cookie.text, now: 1))
        }
        let (single, all) = (try openSession([]), try openSession(["sam"]))

        let failure = #expect(throws: Status.self) {
            try single.access.requireAllProfiles(for: "Adding a profile")
        }
        try all.access.requireAllProfiles(for: "Adding a profile")
        for session in [single, all] {
            try sessions.grant(session.id, "kim")
            try sessions.grant(session.id, "kim")
        }

        #expect(failure?.code == .permissionDenied)
        #expect(try Sessions(path: path).list(of: "kim").map(\.id) == [all.id])
        #expect(sessions.list(of: "sam").compactMap(\.profiles) == [["sam", "kim"]])
    }

    @Test func `a token without the scope admin may not add a profile`() {
        let access = CallerAccess(profile: nil, scopes: [.read, .log, .push])

        let failure = #expect(throws: Status.self) {
            try access.requireAllProfiles(for: "Adding a profile")
        }

        #expect(failure?.code == .permissionDenied)
    }

    @Test func `a link grants the profiles that it was created for, once`() {
        let links = LoginLinks()
        let login = LoginLinks.Login(profile: "sam", isForAllProfiles: true)
        let token = links.create(for: login, now: 1)

        #expect(links.use(token.text, now: 2) == login)
        #expect(links.use(token.text, now: 2) == nil)
    }

    @Test(arguments: [(599, true), (600, false), (100_000, false)])
    func `a link expires after ten minutes`(age: Int64, isValid: Bool) {
        let links = LoginLinks()
        let login = LoginLinks.Login(profile: "sam", isForAllProfiles: false)
        let token = links.create(for: login, now: 1000)

        #expect(links.isValid(token.text, now: 1000 + age) == isValid)
        #expect(links.use(token.text, now: 1000 + age) == (isValid ? login : nil))
    }
}
