import Foundation
import TestKit
import Testing

/// Erasing a profile, through all processes.
@Suite struct ProfileEraseTests {
    /// The files of a folder that have a text, in any case of its letters.
    static func files(of folder: String, with text: String) throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
        return names.filter { name in
            // Sockets have no contents.
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else {
                return false
            }
            return String(decoding: data, as: UTF8.self).lowercased().contains(text)
        }.sorted()
    }

    /// Adds records, credentials and rejected input of a profile; all have the text "xylo".
    static func addData(_ system: DaylineSystem) throws {
        try system.run("profile", "add", "xyloname")
        try system.run("--profile", "xyloname", "activity", "add", "Xyloactivity", "--daily")
        try system.run(
            "--profile", "xyloname", "log", "Xyloactivity", "--note", "a xylonote of the day")
        try system.run("--profile", "xyloname", "token", "new", "xylotoken", "--scope", "read")
        try system.run("--profile", "xyloname", "feed", "new", "xylofeed")
        let key = try system.run(
            "keys", "new", "xylokey", "--profile", "xyloname", "--role", "read", "--output",
            "\(system.home)-xylo.key")
        try #require(key.status == 0, "\(key.errors)")
        try FileManager.default.removeItem(atPath: "\(system.home)-xylo.key")
        let channel = try system.run(
            "--profile", "xyloname", "notify", "add", "webhook",
            input: "http://127.0.0.1:9/xylochannel\n")
        try #require(channel.status == 0, "\(channel.errors)")
        let file = "\(system.home)-xylo.xml"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let document = """
            <HealthData>
            <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Xylosource" unit="kg" \
            startDate="2026-03-02 12:00:00 +0000" endDate="2026-03-02 12:00:00 +0000" value="81"/>
            <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Xyloquarantine" unit="kg" \
            startDate="2026-03-02 13:00:00 +0000" endDate="2026-03-02 13:00:00 +0000" value="much"/>
            </HealthData>
            """
        try Data(document.utf8).write(to: URL(fileURLWithPath: file))
        // A report with rejected items has the exit status of partial success.
        let report = try system.run("--json", "--profile", "xyloname", "import", file).json()
        try #require(report["quarantined"] as? Int == 1)
    }

    /// A system with the data of two profiles, a backup in the folder `drive`, and a replaced database
    /// in the home, which a restore keeps.
    static func systemWithReplacedDatabase() throws -> (system: DaylineSystem, drive: String) {
        let system = try DaylineSystem()
        let drive = "\(system.home)-drive"
        let copy = "\(system.home)-copy.sqlite"
        defer { try? FileManager.default.removeItem(atPath: copy) }
        try FileManager.default.createDirectory(
            atPath: drive, withIntermediateDirectories: true)
        try system.run("activity", "add", "Keepsake", "--daily")
        try addData(system)
        _ = try system.json("backups", "to", drive)
        _ = try system.json("backup", copy)
        _ = try system.json("restore", copy)
        return (system, drive)
    }

    @Test func `an erased profile is in no file of the home, and others keep their data`() throws {
        let (system, drive) = try Self.systemWithReplacedDatabase()
        defer { try? FileManager.default.removeItem(atPath: drive) }
        let before = try Self.files(of: system.home, with: "xylo")

        let refused = try system.run("profile", "erase", "xyloname")
        let erased = try system.json("profile", "erase", "xyloname", "--yes")
        let again = try system.run("profile", "erase", "xyloname", "--yes")

        #expect(before.contains { $0.hasPrefix("dayline.sqlite.kept-") })
        #expect(before.contains("web-tokens.json"))
        #expect(before.contains("bus-keys.json"))
        #expect(before.contains("notification-channels.json"))
        #expect(refused.status != 0)
        #expect(try Self.files(of: system.home, with: "xylo") == [])
        #expect(try Self.files(of: system.home, with: "keepsake").contains("dayline.sqlite"))
        #expect((erased["snapshots"] as? [String])?.count == 1)
        #expect(erased["backupFolder"] as? String == drive)
        #expect((erased["remainingFiles"] as? [String]) == [])
        #expect(again.status != 0)
        let doctor = try system.run("doctor")
        #expect(doctor.status == 0, "\(doctor.output)")
        #expect(try system.run("log", "Keepsake").status == 0)
    }

    @Test func `a profile that is erased after a rename is in no file under either name`()
        async throws
    {
        let (system, drive) = try Self.systemWithReplacedDatabase()
        defer { try? FileManager.default.removeItem(atPath: drive) }
        let changes = ["xyloname", "default"].map { profile in
            """
            {"number":9,"at":"2026-03-01T00:00:00.000Z","profile":"\(profile)","who":"person",\
            "kind":"activity","key":"a","after":"\(profile) superseded"}
            """
        }
        let document = """
            {"$format":"dayline-superseded-changes","version":1,"epoch":2,"after":8,\
            "at":"2026-03-01T00:00:00.000Z","changes":[\(changes.joined(separator: ","))]}
            """
        try document.write(
            toFile: "\(system.home)/superseded-2.json", atomically: true, encoding: .utf8)
        _ = try system.json("profile", "rename", "xyloname", "xylosecond")

        let erased = try system.json("profile", "erase", "xylosecond", "--yes")

        #expect((erased["snapshots"] as? [String])?.count == 1)
        #expect(erased["earlierNames"] as? [String] == ["xyloname"])
        #expect((erased["remainingFiles"] as? [String]) == [])
        try await eventually("no file has the profile") {
            (try? Self.files(of: system.home, with: "xylo")) == []
        }
        #expect(
            try Self.files(of: system.home, with: "default superseded") == ["superseded-2.json"])
    }

    @Test func `the access to a removed profile does not open the next one with its name`()
        async throws
    {
        let system = try DaylineSystem()
        try system.run("profile", "add", "kim")
        try system.run("--profile", "kim", "token", "new", "phone", "--scope", "read")
        let file = "\(system.home)-kim.key"
        let key = try system.run(
            "keys", "new", "laptop", "--profile", "kim", "--role", "read", "--output", file)
        try #require(key.status == 0, "\(key.errors)")
        defer { try? FileManager.default.removeItem(atPath: file) }
        let channel = try system.run(
            "--profile", "kim", "notify", "add", "webhook", input: "http://127.0.0.1:9/x\n")
        try #require(channel.status == 0, "\(channel.errors)")

        _ = try system.json("profile", "rename", "kim", "lee")
        try system.run("profile", "add", "kim")

        let files = ["web-tokens.json", "bus-keys.json", "notification-channels.json"]
        try await eventually("the access ends") {
            files.allSatisfy { name in
                let text = try? String(
                    contentsOfFile: "\(system.home)/\(name)", encoding: .utf8)
                return text?.contains("\"kim\"") == false
            }
        }
        try system.run("--profile", "kim", "token", "new", "tablet", "--scope", "read")
        let tokens = try system.json("--profile", "kim", "token")["tokens"] as? [[String: Any]]
        #expect(tokens?.map { $0["name"] as? String } == ["tablet"])
    }

    @Test func `an unknown profile is not erased, and the profiles are named as a remedy`() throws {
        let system = try DaylineSystem()

        let outcome = try system.run("profile", "erase", "absent", "--yes")

        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("profile list"), "\(outcome.errors)")
    }

    @Test func `the default profile is empty after it was erased`() throws {
        let system = try DaylineSystem()
        try system.run("activity", "add", "Xyloactivity", "--daily")
        try system.run("log", "Xyloactivity", "--note", "xylonote")

        _ = try system.json("profile", "erase", "default", "--yes")

        #expect(try Self.files(of: system.home, with: "xylo") == [])
        let list = try system.run("activity", "list")
        #expect(list.status == 0)
        #expect(!list.output.contains("Xyloactivity"))
        try system.run("activity", "add", "Fresh", "--daily")
        #expect(try system.run("log", "Fresh").status == 0)
    }
}
