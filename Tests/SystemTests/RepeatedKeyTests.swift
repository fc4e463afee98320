import Foundation
import RPC
import Testing

/// Every method that changes data, called twice with one idempotency key.
@Suite(.serialized) struct RepeatedKeyTests {
    private let changeable: ChangeableSystem

    init() throws {
        changeable = try ChangeableSystem(DaylineSystem())
    }

    /// Methods without idempotency keys, and the reason.
    private static let keyless: [(prefix: String, reason: String)] = [
        ("dayline.bus.", "change processes, not data"),
        ("dayline.supervisor.", "change processes, not data"),
        ("dayline.storage.Staging/", "staged rows change nothing before they are published"),
        ("dayline.storage.Folds/", "a repeated fold has the same result"),
        ("dayline.storage.Backups/Write", "a backup never replaces a file"),
        ("dayline.storage.Backups/Run", "a repeated backup adds another snapshot"),
        ("dayline.storage.Originals/", "a file is stored once, by its hash, and removed once"),
        ("dayline.storage.Checkups/SetAside", "names the damaged chunk by its hash"),
        ("dayline.ingestion.PhotoFiles/Store", "a photo is stored once, by its hash"),
        ("dayline.storage.StoredPhotos/Store", "a photo is stored once, by its hash"),
        ("dayline.ingestion.Imports/", "a repeated import stores only duplicates"),
        ("dayline.tracker.Documents/Import", "a repeated import stores only duplicates"),
        ("dayline.notifier.Notifications/", "change channels, not data; an answer has a token"),
        ("dayline.notifier.HomeAssistant/", "change the connection of a profile, not data"),
        ("dayline.gateway.Pushes/", "a repeated call finds the file moved, and changes nothing"),
        ("dayline.gateway.WebAccess/", "change links and sessions, not data"),
    ]

    @Test func `a repeated key returns the first response and changes nothing`() async throws {
        let export = try GeneratedExport(days: 6, seed: 4)
        defer { export.remove() }
        _ = try changeable.system.json("import", export.xml)
        for change in changeable.changes {
            let (method, request) = (change.method, try await change.request())
            let key = UUID().uuidString
            let before = try await changeable.newestChange()

            let first = try await changeable.call(method, request, key: key)
            let after = try await changeable.newestChange()
            // Another change between the two calls.
            _ = try await changeable.activity()
            let between = try await changeable.newestChange()
            let second = try await changeable.call(method, request, key: key)

            #expect(first.code == .ok, "\(method): \(first.body)")
            #expect(after > before, "\(method)")
            #expect(second == first, "\(method)")
            #expect(try await changeable.newestChange() == between, "\(method)")
        }
    }

    @Test func `every method that is not repeatable is tested or exempt`() throws {
        let services = try #require(
            try changeable.system.json("services")["services"] as? [[String: Any]])
        let changing = services.flatMap { service in
            ((service["methods"] as? [[String: Any]]) ?? [])
                .filter { $0["isRepeatable"] as? Bool == false }
                .map { "\(service["name"] as? String ?? "")/\($0["name"] as? String ?? "")" }
        }

        let known = Set(changeable.changes.map(\.method))
        let expected = changing.filter { method in
            !Self.keyless.contains { method.hasPrefix($0.prefix) }
        }
        #expect(Set(expected) == known)
        for (prefix, _) in Self.keyless {
            #expect(changing.contains { $0.hasPrefix(prefix) }, "\(prefix)")
        }
    }
}
