import Foundation
import Testing

/// Calls of the bus without the commands have the same effects as the commands.
@Suite struct BusImportTests {
    private static func export(_ steps: Int) -> String {
        """
        <?xml version="1.0"?>
        <HealthData locale="en">
         <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" \
        creationDate="2026-01-05 09:00:00 +0000" startDate="2026-01-05 08:00:00 +0000" \
        endDate="2026-01-05 09:00:00 +0000" value="\(steps)"/>
         <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" \
        creationDate="2026-01-05 09:00:00 +0000" startDate="2026-01-05 08:00:00 +0000" \
        endDate="2026-01-05 09:00:00 +0000" value="\(steps + 100)"/>
        </HealthData>
        """
    }

    private func call(
        _ system: DaylineSystem, _ method: String, _ request: [String: Any]
    ) throws -> [String: Any] {
        let body = String(
            decoding: try JSONSerialization.data(withJSONObject: request), as: UTF8.self)
        let outcome = try system.run("call", method, body)
        try #require(outcome.status == 0, "\(outcome.errors)")
        let last = try #require(outcome.output.split(separator: "\n").last)
        return try #require(
            try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
    }

    private func steps(_ system: DaylineSystem) throws -> [Double] {
        let entries = try system.json("entries", "Steps")["entries"] as? [[String: Any]]
        return try #require(entries).compactMap { $0["value"] as? Double }
    }

    @Test func `linked activities follow imports, corrections, source orders and zones`() throws {
        let system = try DaylineSystem()
        _ = try system.json("profile", "zone", "UTC")
        let file = "\(system.home)/export.xml"
        try Self.export(1000).write(toFile: file, atomically: true, encoding: .utf8)
        _ = try system.json(
            "activity", "add", "Steps", "--type", "cumulative", "--unit", "count", "--health",
            "stepCount", "--health-mode", "read", "--on", "2026-01-01")

        let report = try call(
            system, "dayline.ingestion.Imports/Run",
            ["path": file, "isDryRun": false, "isReconciling": false])
        let imported = try steps(system)
        let samples = try system.json("samples", "stepCount", "--on", "2026-01-05")["samples"]
        let watch = try #require(
            (samples as? [[String: Any]])?.first { $0["source"] as? String == "Watch" })
        _ = try call(
            system, "dayline.ingestion.SampleEdits/Edit",
            ["ref": try #require(watch["ref"]), "value": 1500])
        let corrected = try steps(system)
        _ = try call(
            system, "dayline.ingestion.SampleEdits/Restore", ["ref": try #require(watch["ref"])])
        _ = try call(
            system, "dayline.storage.Sources/SetOrder",
            ["metric": "stepCount", "order": ["Phone", "Watch"]])
        try eventually { try steps(system) == [1100] }
        _ = try call(
            system, "dayline.storage.Profiles/SetZone",
            ["name": "default", "change": ["zone": "Asia/Tokyo"]])

        #expect(imported == [1000])
        #expect(corrected == [1500])
        let linked = try #require(report["linked"] as? [String: Any])
        let activities = try #require(linked["activities"] as? [[String: Any]])
        #expect(activities.map { $0["added"] as? Int } == [1])
        try eventually {
            let entries = try system.json("entries", "Steps")["entries"] as? [[String: Any]]
            return entries?.compactMap { $0["date"] as? String } == ["2026-01-05"]
        }
    }

    @Test func `a tracker document is imported like any other file`() throws {
        let system = try DaylineSystem()
        let file = "\(system.home)/tracker.json"
        let document = #"{"version":"1.0","activities":[{"id":"w","name":"Walk"}]}"#
        try document.write(toFile: file, atomically: true, encoding: .utf8)

        let trial = try call(
            system, "dayline.ingestion.Imports/Run",
            ["path": file, "isDryRun": true, "isReconciling": false])
        let report = try call(
            system, "dayline.ingestion.Imports/Run",
            ["path": file, "isDryRun": false, "isReconciling": false])
        let input = try system.run("import", "-", "--json", input: document)
        let listed = try system.json("imports")["imports"] as? [[String: Any]]

        #expect(trial["isDryRun"] as? Bool == true)
        #expect(report["importer"] as? String == "dayline-json")
        #expect(report["stored"] as? Int == 1)
        #expect(trial["step"] == nil)
        let step = try #require(report["step"] as? Int)
        #expect(listed?.last?["step"] as? Int == step)
        #expect(try input.json()["duplicate"] as? Int == 1, "\(input.errors)")
        #expect(try input.json()["step"] == nil)
        #expect(!input.errors.contains("undo"), "an undo would revert the first import")
        #expect(try system.run("activity", "list").output.contains("Walk"))
    }

    /// Waits up to ten seconds until a condition holds.
    private func eventually(_ condition: () throws -> Bool) throws {
        for _ in 0..<100 {
            if try condition() { return }
            Thread.sleep(forTimeInterval: 0.1)
        }
        Issue.record("The condition did not hold within ten seconds.")
    }
}
