import CivilTime
import Contracts
import RPC
import StorageTestKit
import Testing

@Suite(.temporaryStorage) struct ProfileTests {
    /// Storage with samples of the profile "kim".
    private func storageWithProfile(
        _ engine: DatabaseEngine
    ) async throws -> any StorageUnderTest {
        let storage = try await engine.storage()
        _ = try await storage.client.call(
            Profiles.add, Profiles.AddRequest(name: "kim", zone: "UTC"))
        let id = try await storage.begin(profile: "kim")
        try await storage.stage([4], import: id, profile: "kim")
        try await storage.publish(id, profile: "kim")
        return storage
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `two profiles share no samples`(engine: DatabaseEngine) async throws {
        let storage = try await storageWithProfile(engine)

        #expect(try await storage.publishedSegments(profile: "kim") == [4])
        #expect(try await storage.publishedSegments().isEmpty)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `white space around a profile's name is removed`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storage()
        let client = storage.client

        let added = try await client.call(
            Profiles.add, Profiles.AddRequest(name: " kim ", zone: "UTC"))
        let renamed = try await client.call(
            Profiles.rename, Profiles.RenameRequest(name: "kim", newName: " lee "))
        let nothing = await code {
            _ = try await client.call(Profiles.add, Profiles.AddRequest(name: "  ", zone: "UTC"))
        }

        #expect(added.name == "kim")
        #expect(renamed.name == "lee")
        #expect(nothing == .invalidArgument)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `the time of the first change distinguishes profiles of one name`(
        engine: DatabaseEngine
    ) async throws {
        let storage = try await engine.storage()
        let client = storage.client
        func createdAt(_ name: String) async throws -> String? {
            try await client.call(Profiles.list, Empty()).profiles.first { $0.name == name }?
                .createdAt
        }
        let kim = Profiles.AddRequest(name: "kim", zone: "UTC")

        let first = try await client.call(Profiles.add, kim)
        let listed = try await createdAt("kim")
        let renamed = try await client.call(
            Profiles.rename, Profiles.RenameRequest(name: "kim", newName: "lee"))
        try await Task.sleep(for: .milliseconds(2))
        let second = try await client.call(Profiles.add, kim)

        #expect(first.createdAt != nil)
        #expect(listed == first.createdAt)
        #expect(renamed.createdAt == first.createdAt)
        #expect(try await createdAt("lee") == first.createdAt)
        #expect(second.createdAt != first.createdAt)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `removing a profile removes its samples`(engine: DatabaseEngine) async throws {
        let storage = try await storageWithProfile(engine)

        _ = try await storage.client.call(Profiles.remove, Profiles.RemoveRequest(name: "kim"))
        _ = try await storage.client.call(
            Profiles.add, Profiles.AddRequest(name: "kim", zone: "UTC"))

        #expect(try await storage.publishedSegments(profile: "kim").isEmpty)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `a zone holds until the next change, in any order of the edits`(engine: DatabaseEngine)
        async throws
    {
        let storage = try await engine.storage()
        let moves = [
            ("2020-01-01", "Asia/Tokyo"), ("2022-01-01", "UTC"), ("2021-01-01", "America/Lima"),
            ("2021-01-01", "America/New_York"),
        ]

        for (day, zone) in moves {
            let change = ZoneChange(from: CivilDate(day), zone: zone)
            _ = try await storage.client.call(
                Profiles.setZone, Profiles.SetZoneRequest(name: "default", change: change))
        }

        let zones = try await storage.client.call(Profiles.list, Empty()).profiles[0].zones
        #expect(zones.map(\.zone) == ["Europe/Berlin", "Asia/Tokyo", "America/New_York", "UTC"])
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `a name reused for another profile does not validate old versions`(engine: DatabaseEngine)
        async throws
    {
        let storage = try await engine.storage()
        func version(_ name: String, known: Int64? = nil) async throws -> Days.ReadResponse {
            try await storage.client.call(
                Days.read, Days.ReadRequest(metric: "stepCount", knownVersion: known),
                CallOptions(profile: name)
            ).body
        }
        func fill(_ name: String, imports: Int) async throws {
            _ = try await storage.client.call(
                Profiles.add, Profiles.AddRequest(name: name, zone: "UTC"))
            for number in 1...imports {
                let id = try await storage.begin(profile: name)
                try await storage.stage([Int64(number)], import: id, profile: name)
                let published = try await storage.publish(id, profile: name)
                try await storage.fold(until: published.version, profile: name)
            }
        }
        try await fill("kim", imports: 2)
        try await fill("lee", imports: 5)
        let known = try await version("kim").version

        _ = try await storage.client.call(
            Profiles.rename, Profiles.RenameRequest(name: "kim", newName: "old"))
        _ = try await storage.client.call(
            Profiles.rename, Profiles.RenameRequest(name: "lee", newName: "kim"))
        let renamed = try await version("kim", known: known)
        _ = try await storage.client.call(Profiles.remove, Profiles.RemoveRequest(name: "kim"))
        try await fill("kim", imports: 1)
        let added = try await version("kim", known: renamed.version)

        #expect(!renamed.isUnchanged)
        #expect(!added.isUnchanged)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `the renames of present profiles have their present names`(
        engine: DatabaseEngine
    ) async throws {
        let storage = try await engine.storage()
        let client = storage.client
        for name in ["kim", "max"] {
            _ = try await client.call(Profiles.add, Profiles.AddRequest(name: name, zone: "UTC"))
        }
        for (name, newName) in [("kim", "lee"), ("max", "gone"), ("lee", "Ann")] {
            _ = try await client.call(
                Profiles.rename, Profiles.RenameRequest(name: name, newName: newName))
            try await Task.sleep(for: .milliseconds(2))
        }
        _ = try await client.call(Profiles.remove, Profiles.RemoveRequest(name: "gone"))

        let renames = try await client.call(Profiles.renames, Empty()).renames

        #expect(renames.map(\.name) == ["Ann", "Ann"])
        #expect(renames.map(\.earlierName) == ["kim", "lee"])
        #expect(renames.map(\.at) == renames.map(\.at).sorted())
        #expect(Set(renames.map(\.at)).count == 2)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `names that differ only in case are refused`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storage()
        _ = try await storage.client.call(
            Profiles.add, Profiles.AddRequest(name: "Kim", zone: "UTC"))

        let code = await code(of: {
            _ = try await storage.client.call(
                Profiles.add, Profiles.AddRequest(name: "kim", zone: "UTC"))
        })

        #expect(code == .alreadyExists)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `the default profile cannot be renamed or removed`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storage()

        let removing = await code(of: {
            _ = try await storage.client.call(
                Profiles.remove, Profiles.RemoveRequest(name: "default"))
        })
        let renaming = await code(of: {
            _ = try await storage.client.call(
                Profiles.rename, Profiles.RenameRequest(name: "default", newName: "kim"))
        })

        #expect(removing == .failedPrecondition)
        #expect(renaming == .failedPrecondition)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `an unknown zone is refused`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storage()
        let change = ZoneChange(from: nil, zone: "Europe/Atlantis")

        let code = await code(of: {
            _ = try await storage.client.call(
                Profiles.setZone, Profiles.SetZoneRequest(name: "default", change: change))
        })

        #expect(code == .invalidArgument || code == .notFound)
    }

    @Test(arguments: StorageEngine.allCases)
    func `setting the present zone changes nothing`(engine: StorageEngine) async throws {
        let storage = try await engine.storage()
        let change = ZoneChange(from: nil, zone: "Europe/Berlin")

        let set = try await storage.client.call(
            Profiles.setZone, Profiles.SetZoneRequest(name: "default", change: change))

        #expect(set.version == 0)
    }

    @Test(arguments: DatabaseEngine.allCases, ["", "-x", "a/b", String(repeating: "a", count: 65)])
    func `an invalid name is refused`(engine: DatabaseEngine, name: String) async throws {
        let storage = try await engine.storage()

        await #expect(throws: Status.self) {
            try await storage.client.call(
                Profiles.add, Profiles.AddRequest(name: name, zone: "UTC"))
        }
    }

    @Test(arguments: StorageEngine.allCases)
    func `settings belong to a profile`(engine: StorageEngine) async throws {
        let storage = try await engine.storage()
        _ = try await storage.client.call(
            Profiles.add, Profiles.AddRequest(name: "kim", zone: "UTC"))

        _ = try await storage.client.call(
            Settings.set, Settings.SetRequest(key: "weekStart", value: "sunday"))
        let own = try await storage.client.call(Settings.list, Empty())
        let others = try await storage.client.call(
            Settings.list, Empty(), CallOptions(profile: "kim"))

        #expect(own.values == ["weekStart": "sunday"])
        #expect(others.values.isEmpty)
    }
}
