import Foundation
import Testing

/// A series with a sample per second, which exceeds the size of a message.
struct LongSeriesTests {
    private static let samples = 70_000

    @Test func `samples beyond the size of a message are streamed in several messages`() throws {
        let system = try DaylineSystem()
        let path = "\(system.home)/export.xml"
        try Self.export.write(toFile: path, atomically: true, encoding: .utf8)
        let report = try system.json("import", path)

        let outcome = try system.run(
            "--json", "call", "dayline.aggregation.Samples/Read", #"{"name": "heartRate"}"#)

        #expect(report["stored"] as? Int == Self.samples)
        let documents = try outcome.output.split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        let starts = documents.compactMap {
            ($0["columns"] as? [String: Any])?["start"] as? [Int]
        }
        #expect(starts.map(\.count) == [1 << 16, Self.samples - (1 << 16)])
        #expect(starts.joined().count == Set(starts.joined()).count)
        #expect(documents.last?["samples"] as? Int == Self.samples)
    }

    private static var export: String {
        let records = (0..<samples).map { second in
            let (hour, minute) = (second / 3600, second / 60 % 60)
            let day = 2 + hour / 24
            let instant = String(
                format: "2024-01-%02d %02d:%02d:%02d +0000", day, hour % 24, minute, second % 60)
            return #"<Record type="HKQuantityTypeIdentifierHeartRate" sourceName="W" "#
                + #"unit="count/min" creationDate="\#(instant)" startDate="\#(instant)" "#
                + #"endDate="\#(instant)" value="\#(60 + second % 40)"/>"#
        }
        return #"<?xml version="1.0" encoding="UTF-8"?><HealthData locale="en_US">"#
            + #"<ExportDate value="2024-02-01 00:00:00 +0000"/>"# + records.joined(separator: "\n")
            + "</HealthData>"
    }
}
