import CivilTime
import Contracts
import RPC
import Testing

@Suite struct ProfileTests {
    @Test func `two profiles have nothing in common`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        _ = try await storage.client.call(Profiles.add, Profiles.Add(name: "kim", zone: "UTC"))
        let id = try await storage.begin(profile: "kim")
        try await storage.stage([4], import: id, profile: "kim")
        try await storage.publish(id, profile: "kim")

        #expect(try await storage.publishedSegments(profile: "kim") == [4])
        #expect(try await storage.publishedSegments().isEmpty)
    }

    @Test func `a removed profile takes its samples with it`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        _ = try await storage.client.call(Profiles.add, Profiles.Add(name: "kim", zone: "UTC"))
        let id = try await storage.begin(profile: "kim")
        try await storage.stage([4], import: id, profile: "kim")
        try await storage.publish(id, profile: "kim")

        _ = try await storage.client.call(Profiles.remove, Profiles.Name(name: "kim"))
        _ = try await storage.client.call(Profiles.add, Profiles.Add(name: "kim", zone: "UTC"))

        #expect(try await storage.publishedSegments(profile: "kim").isEmpty)
    }

    @Test func `a zone from a day on takes the place of later ones`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let moves = [
            ("2020-01-01", "Asia/Tokyo"), ("2022-01-01", "UTC"), ("2021-01-01", "America/New_York"),
        ]

        for (day, zone) in moves {
            let change = ZoneChange(from: CivilDate(day), zone: zone)
            _ = try await storage.client.call(
                Profiles.setZone, Profiles.SetZone(name: "default", change: change))
        }

        let zones = try await storage.client.call(Profiles.list, Empty()).profiles[0].zones
        #expect(zones.map(\.zone) == ["Europe/Berlin", "Asia/Tokyo", "America/New_York"])
    }

    @Test(arguments: ["", "-x", "a/b", String(repeating: "a", count: 65)])
    func `a name that would be trouble is refused`(name: String) async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }

        await #expect(throws: Status.self) {
            try await storage.client.call(Profiles.add, Profiles.Add(name: name, zone: "UTC"))
        }
    }

    @Test func `settings belong to a profile`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        _ = try await storage.client.call(Profiles.add, Profiles.Add(name: "kim", zone: "UTC"))

        _ = try await storage.client.call(
            Settings.set, Settings.Change(key: "weekStart", value: "sunday"))
        let own = try await storage.client.call(Settings.list, Empty())
        let others = try await storage.client.call(
            Settings.list, Empty(), CallOptions(profile: "kim"))

        #expect(own.values == ["weekStart": "sunday"])
        #expect(others.values.isEmpty)
    }
}
