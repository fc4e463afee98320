import Contracts
import RPC
import StorageTestKit
import Testing

@Suite(.temporaryStorage) struct InboxTests {
    @Test(arguments: StorageEngine.allCases)
    func `the inboxes of all profiles are listed by name`(engine: StorageEngine) async throws {
        let storage = try await engine.storage()
        let client = storage.client
        func set(_ key: String, _ value: String?, of profile: String) async throws {
            _ = try await client.call(
                Settings.set, Settings.SetRequest(key: key, value: value),
                CallOptions(profile: profile))
        }
        let before = try await client.call(Settings.inboxes, Empty()).inboxes
        for name in ["kim", "anna", "ben"] {
            _ = try await client.call(Profiles.add, Profiles.AddRequest(name: name, zone: "UTC"))
            try await set(Settings.units, "us", of: name)
        }
        try await set(Settings.inbox, "/in/kim", of: "kim")
        try await set(Settings.inbox, "/in/anna", of: "anna")
        try await set(Settings.inbox, "/in/ben", of: "ben")

        try await set(Settings.inbox, nil, of: "ben")

        #expect(before.isEmpty)
        #expect(
            try await client.call(Settings.inboxes, Empty()).inboxes == [
                Settings.ProfileInbox(profile: "anna", path: "/in/anna"),
                Settings.ProfileInbox(profile: "kim", path: "/in/kim"),
            ])
    }
}
