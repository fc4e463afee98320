import Foundation
import Testing

/// `dayline report` with a real system.
@Suite(.serialized) struct ReportSystemTests {
    @Test func `a report is text, JSON, HTML, PDF and Markdown with pictures`() throws {
        let system = try DaylineSystem()
        let day = "2026-01-07"
        _ = try system.json("activity", "add", "Floss", "--on", "2026-01-01")
        _ = try system.json("log", "Floss", "--on", "2026-01-05..2026-01-06")
        _ = try system.json("weight", "add", "81.2", "kg", "--on", "2026-01-06")
        let folder = "\(system.home)/reports"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        func contents(_ file: String) throws -> Data {
            try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)"))
        }

        let json = try system.json("report", "week", "--on", day)
        let text = try system.run("report", "month", "--on", day)
        let files = try system.run(
            "report", "week", "--on", day, "--html", "\(folder)/r.html", "--pdf",
            "\(folder)/r.pdf", "--md", "\(folder)/r.md")
        let output = try system.run("report", "year", "--on", day, "--md", "-")

        #expect(json["from"] as? String == "2026-01-05")
        #expect(json["to"] as? String == "2026-01-11")
        let activities = try #require(json["activities"] as? [[String: Any]])
        #expect(activities.map { $0["rate"] as? Double } == [1])
        let metrics = try #require(json["metrics"] as? [[String: Any]])
        #expect(metrics.map { $0["average"] as? Double } == [81.2])
        #expect(json["milestones"] as? [String] == [])
        #expect(text.status == 0 && text.output.contains("Report: Jan 2026, through 2026-01-07"))
        #expect(files.status == 0, "\(files.errors)")
        #expect(try contents("r.pdf").starts(with: Data("%PDF-".utf8)))
        let html = String(decoding: try contents("r.html"), as: UTF8.self)
        #expect(html.contains("<svg ") && html.contains("Weight"))
        let markdown = String(decoding: try contents("r.md"), as: UTF8.self)
        for name in ["r-1.svg", "r-2.svg", "r-3.svg"] {
            #expect(markdown.contains("](<\(name)>)"))
            #expect(String(decoding: try contents(name), as: UTF8.self).contains("<svg "))
        }
        #expect(output.output.hasPrefix("# Report: 2026, through 2026-01-07"))
        #expect(!output.output.contains("!["))
    }

    @Test func `an invalid period and two files for standard output are usage errors`() throws {
        let system = try DaylineSystem()

        let period = try system.run("report", "decade")
        let files = try system.run("report", "week", "--html", "-", "--md", "-")
        let json = try system.run("report", "week", "--html", "-", "--json")

        #expect([period.status, files.status, json.status] == [2, 2, 2])
        #expect(period.errors.contains("week"))
    }
}
