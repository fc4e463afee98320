import Foundation
import Testing

/// The stored files of imports, through the commands.
@Suite struct OriginalFileTests {
    private let system: DaylineSystem

    init() throws {
        system = try DaylineSystem()
        try system.run("settings", "set", "originals", "on")
    }

    private func write(_ name: String, _ text: String) throws -> String {
        let url = URL(fileURLWithPath: "\(system.home)/files/\(name)")
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
        return url.path
    }

    @Test func `the files of an imported folder are stored as an archive and imported again`()
        throws
    {
        let folder = "Takeout"
        _ = try write(
            "\(folder)/Withings/weight.csv",
            "Date,\"Weight (kg)\",Comments\n2026-07-01 08:00:00,80.5,\n2026-07-02 08:00:00,80.1,\n")
        _ = try write(
            "\(folder)/Withings/height.csv", "Date,\"Height (m)\"\n2026-07-01 08:00:00,1.8\n")
        let path = "\(system.home)/files/\(folder)"

        let first = try system.json("import", path)
        let id = try #require(first["id"] as? Int)
        try FileManager.default.removeItem(atPath: path)
        let archive = "\(system.home)/copy.zip"
        let written = try system.json("imports", "original", "\(id)", archive)
        let again = try system.json("imports", "again", "\(id)")
        let copy = try system.json("import", archive)

        #expect(first["importer"] as? String == "withings")
        #expect(first["stored"] as? Int == 3, "\(first)")
        #expect(first["originalBytes"] as? Int == written["bytes"] as? Int)
        for report in [again, copy] {
            #expect(report["importer"] as? String == "withings")
            #expect(report["stored"] as? Int == 0)
            #expect(report["duplicate"] as? Int == 3)
        }
        // The same bytes are stored once.
        #expect(again["originalBytes"] as? Int == written["bytes"] as? Int)
    }

    @Test func `a tracker document is listed, stored and imported again`() throws {
        let document = try write("days.json", "")
        try system.run("activity", "add", "Read", "--target", "30", "--unit", "min")
        try system.run("log", "Read", "30")
        try system.run("export", document)
        let other = try DaylineSystem()
        try other.run("settings", "set", "originals", "on")

        let first = try other.json("import", document)
        let id = try #require(first["id"] as? Int)
        let list = try other.json("imports")
        let copy = "\(other.home)/copy.json"
        try other.run("imports", "original", "\(id)", copy)
        try other.run("undo")
        let undone = try other.run("entries", "Read")
        let again = try other.json("imports", "again", "\(id)")

        let listed = try #require((list["imports"] as? [[String: Any]])?.first)
        #expect(listed["importer"] as? String == "dayline-json")
        #expect(listed["id"] as? Int == id && id > 0)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: copy))
                == Data(contentsOf: URL(fileURLWithPath: document)))
        #expect(undone.status != 0)
        #expect(again["stored"] as? Int == first["stored"] as? Int)
        let entries = try other.json("entries", "Read")
        #expect((entries["entries"] as? [Any])?.count == 1)
    }
}
