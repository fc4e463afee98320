import Foundation
import Testing

/// The descriptions of all services, compared with a stored copy: one line of JSON per method, without
/// texts for people.
///
/// A changed description is a changed protocol. Describe the change in docs/protocol.md, and write the
/// copy again with `DAYLINE_WRITE_GOLDEN=1 tools/test --filter ServiceDescriptionTests`.
@Suite struct ServiceDescriptionTests {
    private static let copy = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Golden/services.jsonl")

    @Test func `the description of each service equals the stored copy`() throws {
        let system = try DaylineSystem()
        let catalog = try system.json("services")
        let services = try #require(catalog["services"] as? [[String: Any]])

        let lines = try services.flatMap(Self.lines).sorted()

        if ProcessInfo.processInfo.environment["DAYLINE_WRITE_GOLDEN"] != nil {
            try (lines.joined(separator: "\n") + "\n")
                .write(to: Self.copy, atomically: true, encoding: .utf8)
        }
        let stored = try String(contentsOf: Self.copy, encoding: .utf8)
            .split(separator: "\n").map(String.init)
        #expect(lines.filter { !stored.contains($0) } == [])
        #expect(stored.filter { !lines.contains($0) } == [])
    }

    private static func lines(of service: [String: Any]) throws -> [String] {
        let methods = try #require(service["methods"] as? [[String: Any]])
        return try methods.map { method in
            var line = try #require(withoutTexts(method) as? [String: Any])
            line["name"] = "\(service["name"] ?? "")/\(method["name"] ?? "")"
            line["version"] = service["version"]
            let data = try JSONSerialization.data(
                withJSONObject: line, options: [.sortedKeys, .withoutEscapingSlashes])
            return String(decoding: data, as: UTF8.self)
        }
    }

    /// The JSON value without its descriptions and summaries, which are texts.
    private static func withoutTexts(_ value: Any) -> Any {
        if let object = value as? [String: Any] {
            return object.filter { key, value in
                !(["description", "summary"].contains(key) && value is String)
            }.mapValues(withoutTexts)
        }
        if let list = value as? [Any] { return list.map(withoutTexts) }
        return value
    }
}
