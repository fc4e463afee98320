import Foundation
import Testing

/// Identifiers and keys of one profile in calls of another.
@Suite(.serialized) struct ProfileIsolationTests {
    private let system: DaylineSystem

    init() throws {
        system = try DaylineSystem()
        for name in ["kim", "lee"] { _ = try system.json("profile", "add", name, "--zone", "UTC") }
    }

    private func call(
        _ profile: String, _ method: String, _ request: String, key: String? = nil
    ) throws -> DaylineSystem.Outcome {
        try DaylineSystem.run(
            "\(DaylineSystem.programs)/dayline",
            ["--home", system.home, "--profile", profile, "--json", "call", method, request]
                + (key.map { ["--key", $0] } ?? []))
    }

    private func isNotFound(_ outcome: DaylineSystem.Outcome) throws -> Bool {
        let error = try outcome.json()["error"] as? [String: Any]
        return outcome.status == 1 && error?["code"] as? String == "NOT_FOUND"
    }

    @Test func `samples of another profile are in no answer`() throws {
        let export = try GeneratedExport(days: 6, seed: 4)
        defer { export.remove() }
        _ = try system.json("--profile", "kim", "import", export.xml)

        let samples = try call("lee", "dayline.aggregation.Samples/Read", "{\"name\":\"steps\"}")
        let metrics = try system.json("--profile", "lee", "metrics")
        let changes = try DaylineSystem.run(
            "\(DaylineSystem.programs)/dayline",
            ["--home", system.home, "--profile", "lee", "--json", "events", "--since", "0"])

        #expect(try samples.json()["samples"] as? Int == 0)
        #expect((metrics["metrics"] as? [Any])?.isEmpty == true)
        #expect(!changes.output.contains("change.import"))
    }

    @Test func `an idempotency key of another profile reveals nothing`() throws {
        let set = "{\"key\":\"note\",\"value\":\"mine\"}"
        #expect(try call("kim", "dayline.storage.Settings/Set", set, key: "k-1").status == 0)

        let other = try call("lee", "dayline.storage.Settings/Set", set, key: "k-1")

        #expect(other.status == 5)
        #expect(
            try call("lee", "dayline.storage.Settings/List", "{}").output == "{\"values\":{}}\n")
    }

    @Test func `an unknown profile is not found`() throws {
        #expect(try isNotFound(call("unknown", "dayline.storage.Settings/List", "{}")))
    }
}
