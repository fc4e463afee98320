import Contracts
import Foundation
import HostFiles
import Logging
import RPC
import Synchronization
import TestKit
import Testing
import Tracker

@testable import Gateway

/// A home that has the profiles `default` and `kim`, who was renamed from `lee` on 1 March 2026, and a key
/// for each name.
private final class TwoProfiles: Service {
    let keys = Mutex(["all", "kim", "lee"])
    let names = Mutex(["default", "kim"])
    /// The number of times that the list of profiles fails first.
    let failures = Mutex(0)
    /// The time of the first change of `kim`.
    let createdAt = Mutex("2026-02-01T00:00:00.000Z")

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
        router.handle(Profiles.renames) { _, _ in
            Profiles.RenamesResponse(renames: [
                Profiles.PastRename(
                    name: "kim", earlierName: "lee", at: "2026-03-01T00:00:00.000Z")
            ])
        }
        router.handle(Profiles.list) { [self] _, _ in
            let fails = failures.withLock { failures in
                guard failures > 0 else { return false }
                failures -= 1
                return true
            }
            if fails { throw Status(.unavailable, "Storage does not answer.") }
            return Profiles.ListResponse(
                profiles: names.withLock { $0 }.map {
                    Profiles.Profile(
                        name: $0, zone: "UTC", zones: [], samples: 0, activities: 0,
                        createdAt: createdAt.withLock { $0 })
                })
        }
    }
}

@Suite(.cleanup) struct RemovedProfileTests {
    private let folder = NSTemporaryDirectory() + "dl-removed-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        TestCleanup.add { [folder] in try? FileManager.default.removeItem(atPath: folder) }
    }

    private func files() throws -> (Sessions, APITokens, CalendarFeeds, Passwords, Passkeys) {
        (
            try Sessions(path: "\(folder)/sessions"), try APITokens(path: "\(folder)/tokens"),
            try CalendarFeeds(path: "\(folder)/feeds"),
            try Passwords(path: "\(folder)/passwords"), try Passkeys(path: "\(folder)/passkeys")
        )
    }

    private func task(
        _ home: TwoProfiles, _ sessions: Sessions, _ tokens: APITokens, _ feeds: CalendarFeeds,
        _ passwords: Passwords, _ passkeys: Passkeys, links: LoginLinks = LoginLinks()
    ) throws -> RemovedProfileTask {
        let bus = Client(inProcess: home)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let pushes = PushFolder("\(folder)/pushes")
        return RemovedProfileTask(
            links: links, sessions: sessions, tokens: tokens, feeds: feeds, passwords: passwords,
            passkeys: passkeys, pushes: PushImports(folder: pushes, bus: bus, logger: logger),
            pushOwners: try PushOwner.list(of: pushes), bus: bus, changes: nil, logger: logger)
    }

    /// A new folder of pushes.
    private func pushFolder() throws -> PushFolder {
        let pushes = PushFolder("\(folder)/pushes")
        try FileManager.default.createDirectory(
            atPath: pushes.path, withIntermediateDirectories: true)
        return pushes
    }

    @Test func `pushes follow a rename, and wait for a profile that does not exist`() async throws {
        let pushes = try pushFolder()
        let (sessions, tokens, feeds, passwords, passkeys) = try files()
        let rename: Int64 = 1_772_323_200_000
        func push(_ profile: String, _ milliseconds: Int64) -> PushFolder.Push {
            PushFolder.Push(id: "\(String(milliseconds, radix: 16))-1", profile: profile)
        }
        let earlier = push("lee", rename - 1000)
        let failed = push("lee", rename - 2000)
        // That of a later profile with the same name, which was removed.
        let later = push("lee", rename + 3_600_000)
        let (removed, own, cased) = (push("max", 1000), push("kim", 2000), push("KIM", 3000))
        for push in [earlier, failed, later, removed, own, cased] {
            try Data("{}".utf8).write(to: URL(fileURLWithPath: pushes.file(of: push)))
        }
        try pushes.reject(failed, for: "Not readable.")

        try await task(TwoProfiles(), sessions, tokens, feeds, passwords, passkeys)
            .compareProfiles()

        #expect(Set(pushes.all.filter { $0.profile != "kim" }) == [later, removed])
        #expect(pushes.all.count == 6)
        let waiting = [earlier, later, removed, own, cased]
        #expect(Set(pushes.waiting.map(\.id)) == Set(waiting.map(\.id)))
        #expect(pushes.failed(of: "kim").map(\.push.id) == [failed.id])
        #expect(pushes.failed(of: "kim").map(\.reason) == ["Not readable."])
    }

    @Test func `the access of a removed profile ends, and that of the others remains`() async throws
    {
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
        // Storage has one profile for names that differ in case.
        _ = try tokens.create("watch", for: "Kim", scopes: [.read], now: 1)
        let home = TwoProfiles()
        let shared = try sessions.open(for: "kim", profiles: ["kim", "lee"], device: "", now: 1)

        try await task(home, sessions, tokens, feeds, passwords, passkeys).compareProfiles()

        let (storedSessions, storedTokens, storedFeeds, storedPasswords, storedPasskeys) =
            try files()
        #expect(storedSessions.profiles == ["default", "kim"])
        #expect(storedSessions.find(shared.text, now: 1)?.profiles == ["kim"])
        #expect(storedTokens.profiles == ["default", "kim", "Kim"])
        #expect(storedFeeds.profiles == ["default", "kim"])
        #expect(storedPasswords.profiles == ["default", "kim"])
        #expect(storedPasskeys.profiles == ["default", "kim"])
    }

    @Test func `the access of a removed profile ends after a comparison that failed`() async throws
    {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (sessions, tokens, feeds, passwords, passkeys) = try files()
        _ = try tokens.create("phone", for: "lee", scopes: [.read], now: 1)
        let home = TwoProfiles()
        home.failures.withLock { $0 = 1 }
        let task = try task(home, sessions, tokens, feeds, passwords, passkeys)

        let start = ContinuousClock.now
        let running = Task { await task.run() }
        defer { running.cancel() }

        try await eventually("the token is removed") { tokens.profiles.isEmpty }
        // Without a failure the next comparison is after a minute.
        #expect(start.duration(to: .now) < .seconds(45))
        #expect(home.failures.withLock { $0 } == 0)
    }

    @Test func `credentials end when another profile has the name, and its own remain`()
        async throws
    {
        let (sessions, tokens, feeds, passwords, passkeys) = try files()
        let (home, links) = (TwoProfiles(), LoginLinks())
        let task = try task(home, sessions, tokens, feeds, passwords, passkeys, links: links)
        for profile in ["default", "kim"] {
            _ = try sessions.open(for: profile, device: "", now: 1)
            _ = try tokens.create("old", for: profile, scopes: [.read], now: 1)
            _ = try feeds.create("old", for: profile, detail: .full, categories: nil, now: 1)
            try await passwords.set("a long password", of: profile)
        }
        let shared = try sessions.open(
            for: "default", profiles: ["default", "kim"], device: "", now: 1)
        let link = links.create(for: .init(profile: "kim", isForAllProfiles: false), now: 1)
        try await task.compareProfiles()
        #expect(tokens.profiles == ["default", "kim"])
        #expect(links.isValid(link.text, now: 2))

        home.createdAt.withLock { $0 = "2026-03-02T00:00:00.000Z" }
        _ = try tokens.create("new", for: "kim", scopes: [.read], now: 1)
        try await task.compareProfiles()

        #expect(tokens.list(of: "kim").map(\.name) == ["new"])
        #expect(tokens.list(of: "default").map(\.name) == ["old"])
        #expect(sessions.list(of: "kim").isEmpty)
        #expect(sessions.find(shared.text, now: 1)?.profiles == ["default"])
        #expect(feeds.profiles == ["default"])
        #expect(passwords.profiles == ["default"])
        #expect(!links.isValid(link.text, now: 2))
        try await task.compareProfiles()
        #expect(try APITokens(path: "\(folder)/tokens").list(of: "kim").map(\.name) == ["new"])
    }

    @Test func `pushes of a removed profile wait, and are not those of the next with its name`()
        async throws
    {
        let pushes = try pushFolder()
        let (sessions, tokens, feeds, passwords, passkeys) = try files()
        let home = TwoProfiles()
        let task = try task(home, sessions, tokens, feeds, passwords, passkeys)
        let push = PushFolder.Push(id: "1000-1", profile: "kim")
        try Data("{}".utf8).write(to: URL(fileURLWithPath: pushes.file(of: push)))
        try pushes.reject(push, for: "Not readable.")
        try await task.compareProfiles()
        #expect(pushes.failed(of: "kim").count == 1)

        home.createdAt.withLock { $0 = "2026-03-02T00:00:00.000Z" }
        try await task.compareProfiles()
        try await task.compareProfiles()

        #expect(pushes.failed(of: "kim").isEmpty)
        #expect(pushes.all == [PushFolder.Push(id: push.id, profile: "kim (removed)")])
        try await task.erase("kim")
        #expect(pushes.all.isEmpty)
    }

    @Test func `pushes of a profile that a restore has removed are its own when it is back`()
        async throws
    {
        let pushes = try pushFolder()
        let (sessions, tokens, feeds, passwords, passkeys) = try files()
        let home = TwoProfiles()
        let task = try task(home, sessions, tokens, feeds, passwords, passkeys)
        let push = PushFolder.Push(id: "1000-1", profile: "kim")
        try Data("{}".utf8).write(to: URL(fileURLWithPath: pushes.file(of: push)))
        try await task.compareProfiles()

        home.names.withLock { $0 = ["default"] }
        try await task.compareProfiles()
        let during = pushes.all
        home.names.withLock { $0 = ["default", "kim"] }
        try await task.compareProfiles()

        #expect(during == [push])
        #expect(pushes.waiting == [push])
        // Another profile with the name, now or after the restore, has no part in them.
        home.names.withLock { $0 = ["default"] }
        try await task.compareProfiles()
        home.names.withLock { $0 = ["default", "kim"] }
        home.createdAt.withLock { $0 = "2026-03-02T00:00:00.000Z" }
        try await task.compareProfiles()
        #expect(pushes.waiting.map(\.profile) == ["kim (removed)"])
    }

    @Test func `an erased profile has no credentials or keys, in any case of its name`()
        async throws
    {
        let (sessions, tokens, feeds, passwords, passkeys) = try files()
        let home = TwoProfiles()
        for profile in ["kim", "KIM", "default"] {
            _ = try tokens.create("phone", for: profile, scopes: [.read], now: 1)
        }

        try await task(home, sessions, tokens, feeds, passwords, passkeys).erase("kim")

        #expect(tokens.profiles == ["default"])
        #expect(home.keys.withLock { $0 } == ["all", "lee"])
    }

    @Test func `the sessions of a profile are bounded, and do not end those of another`() throws {
        let sessions = try Sessions(path: "\(folder)/sessions")
        let own = try sessions.open(for: "kim", device: "", now: 1)

        for number in 0..<70 {
            _ = try sessions.open(for: "lee", device: "", now: 2 + Int64(number))
        }

        #expect(sessions.list(of: "lee").count == 64)
        #expect(sessions.find(own.text, now: 80) != nil)
    }
}
