import Contracts
import Foundation
import RPC
import Synchronization
import Testing
import Tracker

/// Manual entries as health data in Apple's formats.
@Suite struct HealthExportTests {
    private let monday = TemporaryTracker.monday

    private func tracker(
        _ kind: ActivityType, unit: String? = nil, health: String
    ) async throws -> TemporaryTracker {
        let tracker = try await TemporaryTracker()
        try await tracker.add("It") { fields in
            fields.type = kind
            fields.unit = unit
            fields.health = health
            fields.healthMode = .write
        }
        return tracker
    }

    private func outbox(
        _ tracker: TemporaryTracker, _ format: HealthLinks.Format
    ) async throws -> String {
        let text = Mutex<[UInt8]>([])
        _ = try await tracker.client.stream(
            HealthLinks.outbox, HealthLinks.ExportRequest(format: format)
        ) { piece in
            let data = try piece.columns.column("data", .bytes)
            text.withLock { text in data.withUnsafeBytes { text += $0 } }
        }
        return text.withLock { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        arguments: [
            ("%", "bodyFatPercentage", 18.5, "%", "0.185"),
            (nil, "oxygenSaturation", 98, "%", "0.98"),
            ("km", "distanceWalkingRunning", 5, "m", "5000.0"),
            (nil, "distanceWalkingRunning", 5, "m", "5000.0"),
            ("steps", "stepCount", 800, "count", "800.0"),
            ("lb", "bodyMass", 10, "kg", "4.5359237"),
            ("degF", "bodyTemperature", 212, "degC", "100.0"),
        ] as [(String?, String, Double, String, String)])
    func `a number is written in Apple's unit`(
        unit: String?, metric: String, value: Double, writtenUnit: String, written: String
    ) async throws {
        let tracker = try await tracker(.value, unit: unit, health: metric)
        try await tracker.log("It", value, on: monday)

        let xml = try await outbox(tracker, .xml)
        let csv = try await outbox(tracker, .csv)

        #expect(xml.contains(" unit=\"\(writtenUnit)\" "))
        #expect(xml.contains(" value=\"\(written)\">"))
        #expect(csv.hasSuffix(",\(written)\r\n"))
    }

    @Test func `a checkbox is exported as one count, and an occurrence without a value`()
        async throws
    {
        for (metric, form) in [
            ("numberOfTimesFallen", " unit=\"count\" "),
            ("mindfulSession", " value=\"HKCategoryValueNotApplicable\">"),
        ] {
            let tracker = try await tracker(.checkbox, health: metric)
            try await tracker.log("It", on: monday)

            let xml = try await outbox(tracker, .xml)

            #expect(xml.contains(form))
            #expect(xml.contains(" unit=") == (metric == "numberOfTimesFallen"))
        }
    }

    @Test(arguments: ["appleStandHour", "sleepAnalysis", "sleepHours", "workoutCount"])
    func `categories and computed metrics cannot be written`(metric: String) async throws {
        let refusal = await status {
            _ = try await tracker(.checkbox, health: metric)
        }

        #expect(refusal?.code == .invalidArgument)
        #expect(refusal?.hint == "Read it with: --health-mode read")
    }
}
