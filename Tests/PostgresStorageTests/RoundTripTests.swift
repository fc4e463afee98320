import Contracts
import PostgresStorage
import RPC
import StorageTestKit
import Synchronization
import Testing
import Tracker

@Suite(.temporaryStorage) struct RoundTripTests {
    @Test func `a log takes two round trips, and a read takes one`() async throws {
        let count = RoundTripCounter()
        let storage = try await TemporaryPostgresStorage(onRoundTrip: { count.increment() })
        try await apply(storage, "log", change(entry("first")), key: "first")

        let log = try await count.of {
            try await apply(storage, "log", change(entry("a")), key: "a")
        }
        let retry = try await count.of {
            try await apply(storage, "log", change(entry("a")), key: "a")
        }
        let read = try await count.of { _ = try await entries(storage) }
        let undo = try await count.of { _ = try await step(storage, TrackerRecords.undo) }

        #expect(log == 2)
        // The request with its stored reply, and the end of the transaction.
        #expect(retry == 2)
        #expect(read == 1)
        #expect(undo == 3)
    }

    @Test func `all profiles are listed and checked with a fixed number of round trips`()
        async throws
    {
        let count = RoundTripCounter()
        let storage = try await TemporaryPostgresStorage(onRoundTrip: { count.increment() })
        let names = (10..<20).map { "p\($0)" }
        for name in names {
            _ = try await storage.client.call(
                Profiles.add, Profiles.AddRequest(name: name, zone: "Asia/Tokyo"))
        }
        let id = try await storage.begin(profile: "p15")
        try await storage.stage([0], import: id, profile: "p15")
        try await storage.publish(id, profile: "p15")
        let photo = String(repeating: "a", count: 64) + ".jpg"
        var named = entry("a", note: "with a photo")
        named.photos = ["front": photo]
        _ = try await storage.client.call(
            TrackerRecords.apply,
            TrackerRecords.ApplyRequest(summary: "log", changes: [change(named)]),
            CallOptions(profile: "p19"))

        var listed: [Profiles.Profile] = []
        let list = try await count.of {
            listed = try await storage.client.call(Profiles.list, Empty()).profiles
        }
        let inboxes = try await count.of {
            _ = try await storage.client.call(Settings.inboxes, Empty())
        }
        var photos: [String] = []
        let naming = try await count.of {
            photos = try await storage.service.namedPhotos(among: [photo, "b.jpg"])
        }
        let check = try await count.of {
            let checks = try await storage.client.call(
                Checkups.storage, Checkups.RunRequest(isRepairing: false)
            ).checks
            #expect(checks.contains { $0.name == "rows" && $0.ok })
        }

        #expect(listed.map(\.name) == ["default"] + names)
        #expect(listed.map(\.zone).suffix(10).allSatisfy { $0 == "Asia/Tokyo" })
        #expect(listed.filter { $0.samples > 0 }.map(\.name) == ["p15"])
        #expect(photos == [photo])
        // The names of the profiles, and one for up to a hundred profiles.
        #expect(list == 2)
        #expect(naming == 2)
        // The query, and the names of the profiles with an inbox.
        #expect(inboxes == 2)
        // The settings of the server, the names and the rows.
        #expect(check == 3)
    }
}

/// Counts round trips to the server.
final class RoundTripCounter: Sendable {
    private let count = Atomic<Int>(0)

    func increment() {
        count.add(1, ordering: .relaxed)
    }

    /// The number of round trips during `body`.
    func of(_ body: () async throws -> Void) async throws -> Int {
        let before = count.load(ordering: .relaxed)
        try await body()
        return count.load(ordering: .relaxed) - before
    }
}
