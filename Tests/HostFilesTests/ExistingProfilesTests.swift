import Contracts
import Foundation
import HostFiles
import Testing

@Suite struct ExistingProfilesTests {
    private struct Credential: Codable, Hashable, ProfileBound, Sendable {
        var boundProfile: String?
        var profileCreatedAt: String? = nil
    }

    private static func existing(_ created: [String: String?]) -> ExistingProfiles {
        ExistingProfiles(
            created.map { name, createdAt in
                Profiles.Profile(
                    name: name, zone: "UTC", zones: [], samples: 0, activities: 0,
                    createdAt: createdAt)
            })
    }

    @Test func `a name belongs to the profile with the same first change`() {
        let profiles = Self.existing(["default": "1", "kim": "2", "new": nil])
        func owner(_ name: String, _ createdAt: String?) -> ExistingProfiles.Owner {
            profiles.owner(named: name, createdAt: createdAt)
        }

        #expect(owner("kim", nil) == .present(createdAt: "2"))
        #expect(owner("KIM", "2") == .present(createdAt: "2"))
        #expect(owner("kim", "1") == .absent)
        #expect(owner("lee", nil) == .absent)
        #expect(owner("new", nil) == .present(createdAt: nil))
        // A restored backup of another home replaces the data of the default profile only.
        #expect(owner("default", "9") == .present(createdAt: nil))
        #expect(profiles.without("Kim").owner(named: "kim", createdAt: "2") == .absent)
        #expect(profiles.without("default").owner(named: "default", createdAt: nil) == .absent)
    }

    @Test func `credentials are bound once, and end with their profile`() throws {
        let path = NSTemporaryDirectory() + "dl-bound-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        func list() throws -> StoredList<Credential> {
            try StoredList(path: path, key: "credentials", remedy: "")
        }
        try list().change {
            $0 = ["kim", "lee", "default", nil].map { Credential(boundProfile: $0) }
        }

        let first = try list().bind(to: Self.existing(["kim": "1", "lee": "2"]))
        let second = try list().bind(to: Self.existing(["kim": "3", "lee": "2"]))

        #expect(first == [])
        #expect(second == [Credential(boundProfile: "kim", profileCreatedAt: "1")])
        #expect(
            try list().all == [
                Credential(boundProfile: "lee", profileCreatedAt: "2"),
                Credential(boundProfile: "default"), Credential(boundProfile: nil),
            ])
    }
}
