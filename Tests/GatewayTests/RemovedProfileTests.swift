import Contracts
import Foundation
import Logging
import RPC
import Synchronization
import Testing
import Tracker

@testable import Gateway

/// A home that has the profiles `default` and `kim`, and a key for each name.
private final class TwoProfiles: Service {
    let keys: Mutex<[String]>

    init(keys: [String]) {
        self.keys = Mutex(keys)
    }

    func register(on router: inout Router) {
        router.handle(BusKeys.list) { [self] _, _ in
            BusKeys.ListResponse(
                keys: keys.withLock { $0 }.map { name in
                    BusKeys.Key(
                        name: name, roles: ["read"], profile: name == "all" ? nil : name,
                        createdAt: "2026-03-01T00:00:00Z", connections: [])
                })
        }
        router.handle(BusKeys.revoke) { [self] request, _ in
            keys.withLock { keys in keys.removeAll { $0 == request.name } }
            return BusKeys.RevokeResponse(connections: 0)
        }
        router.handle(Profiles.list) { _, _ in
            Profiles.ListResponse(
                profiles: ["default", "kim"].map {
                    Profiles.Profile(name: $0, zone: "UTC", zones: [], samples: 0, activities: 0)
                })
        }
    }
}

@Suite struct RemovedProfileTests {
    private let folder = NSTemporaryDirectory() + "dl-removed-\(UUID().uuidString)"

    private func files() throws -> (Sessions, APITokens, CalendarFeeds, Passwords, Passkeys) {
        (
            try Sessions(path: "\(folder)/sessions"), try APITokens(path: "\(folder)/tokens"),
            try CalendarFeeds(path: "\(folder)/feeds"),
            try Passwords(path: "\(folder)/passwords"), try Passkeys(path: "\(folder)/passkeys")
        )
    }

    @Test func `the access of a removed profile ends, and that of the others remains`() async throws
    {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (sessions, tokens, feeds, passwords, passkeys) = try files()
        for profile in ["default", "kim", "lee"] {
            _ = try sessions.open(for: profile, device: "", now: 1)
            _ = try tokens.create("phone", for: profile, scopes: [.read], now: 1)
            _ = try feeds.create(
                "phone", for: profile, detail: .full, categories: nil, now: 1)
            try await passwords.set("a long password", of: profile)
            try passkeys.add(
                Passkeys.Passkey(
                    name: "Phone", profile: profile, party: "localhost", credential: profile,
                    key: "", counter: 0, created: 1))
        }
        let home = TwoProfiles(keys: ["all", "default", "kim", "lee"])
        let shared = try sessions.open(for: "kim", profiles: ["kim", "lee"], device: "", now: 1)

        try await RemovedProfileTask(
            sessions: sessions, tokens: tokens, feeds: feeds, passwords: passwords,
            passkeys: passkeys,
            bus: Client(inProcess: home),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ).removeCredentials()

        let (storedSessions, storedTokens, storedFeeds, storedPasswords, storedPasskeys) =
            try files()
        #expect(storedSessions.profiles == ["default", "kim"])
        #expect(storedSessions.find(shared.text, now: 1)?.profiles == ["kim"])
        #expect(home.keys.withLock { $0 } == ["all", "default", "kim"])
        #expect(storedTokens.profiles == ["default", "kim"])
        #expect(storedFeeds.profiles == ["default", "kim"])
        #expect(storedPasswords.profiles == ["default", "kim"])
        #expect(storedPasskeys.profiles == ["default", "kim"])
    }

    @Test func `the sessions of a profile are bounded, and do not end those of another`() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let sessions = try Sessions(path: "\(folder)/sessions")
        let own = try sessions.open(for: "kim", device: "", now: 1)

        for number in 0..<70 {
            _ = try sessions.open(for: "lee", device: "", now: 2 + Int64(number))
        }

        #expect(sessions.list(of: "lee").count == 64)
        #expect(sessions.find(own.text, now: 80) != nil)
    }
}
