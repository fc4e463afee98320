import Foundation
import Testing

/// Every method that changes something, asked twice with one idempotency key.
@Suite(.serialized) struct RepeatedKeyTests {
    private let changeable: ChangeableSystem
    private let export: GeneratedExport

    init() throws {
        export = try GeneratedExport(days: 6, seed: 4)
        changeable = ChangeableSystem(system: try DaylineSystem())
        _ = try changeable.system.json("import", export.xml)
    }

    /// Methods that keep no answer with a key, and why.
    private static let keyless: [(prefix: String, reason: String)] = [
        ("dayline.bus.", "about processes, not about what is kept"),
        ("dayline.supervisor.", "about processes, not about what is kept"),
        ("dayline.storage.Staging/", "what is staged is no change before it is published"),
        ("dayline.storage.Folds/", "folded again, days are the same"),
        ("dayline.storage.Backups/Write", "no copy is written over another"),
        ("dayline.storage.Checkups/SetAside", "names the damaged chunk by its hash"),
        ("dayline.ingestion.Imports/", "of what an import brings nothing is taken in twice"),
        ("dayline.tracker.Documents/Import", "of what an import brings nothing is taken in twice"),
    ]

    @Test func `a key that comes again is answered as the first time, and changes nothing`() throws
    {
        defer { export.remove() }
        for change in changeable.changes {
            let (method, request) = (change.method, try change.request())
            let key = UUID().uuidString
            let before = try changeable.newestChange()

            let first = try changeable.call(method, request, key: key)
            let after = try changeable.newestChange()
            // Whatever happens in between.
            _ = try changeable.activity()
            let between = try changeable.newestChange()
            let second = try changeable.call(method, request, key: key)

            #expect(first.status == 0, "\(method): \(first.output)")
            #expect(after > before, "\(method)")
            #expect(second.output == first.output, "\(method)")
            #expect(second.status == 0, "\(method)")
            #expect(try changeable.newestChange() == between, "\(method)")
        }
    }

    @Test func `no method that changes something is left out`() throws {
        defer { export.remove() }
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
