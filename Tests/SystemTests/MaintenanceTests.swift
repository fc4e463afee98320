import Foundation
import Testing

/// Sample corrections, backups and checks, through all processes.
@Suite(.serialized) struct MaintenanceTests {
    private func checks(_ document: [String: Any]) throws -> [String: Bool] {
        let checks = try #require(document["checks"] as? [[String: Any]])
        // The free disk space depends on the machine.
        return Dictionary(
            uniqueKeysWithValues: try checks.map {
                (try #require($0["name"] as? String), try #require($0["ok"] as? Bool))
            }
        ).filter { $0.key != "disk" }
    }

    private func samples(_ system: DaylineSystem, _ key: String = "samples") throws
        -> [[String: Any]]
    {
        let day = try system.json("samples", "bodyMass", "--on", "2026-03-02", "--zone", "UTC")
        return try #require(day[key] as? [[String: Any]])
    }

    /// Imports one weight and returns the path of its file.
    private func weight(_ system: DaylineSystem) throws -> String {
        let file = "\(system.home)/weight.xml"
        let record = """
            <HealthData><Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" \
            startDate="2026-03-02 12:00:00 +0000" endDate="2026-03-02 12:00:00 +0000" value="81"/>
            </HealthData>
            """
        try #require(
            FileManager.default.createFile(
                atPath: file, contents: Data(record.utf8),
                attributes: [.posixPermissions: 0o600]))
        _ = try system.json("import", file)
        return file
    }

    @Test func `a sample is edited, deleted and restored across a restart of storage`() throws {
        let system = try DaylineSystem()
        let file = try weight(system)
        let ref = try #require(try samples(system).first?["ref"] as? String)

        let edited = try system.json("sample", "edit", ref, "80.5")
        try system.run("restart", "storage")
        let again = try system.json("import", file)
        let edits = try samples(system)
        let original = try #require(edited["original"] as? String)
        _ = try system.json("sample", "delete", original)
        let rest = try samples(system)
        let removed = try samples(system, "removed")
        _ = try system.json("sample", "restore", original)

        #expect(edits.compactMap { $0["value"] as? Double } == [80.5])
        #expect(edits.compactMap { $0["source"] as? String } == ["Dayline"])
        #expect(again["ignored"] as? Int == 1)
        #expect(rest.isEmpty)
        #expect(removed.compactMap { $0["ref"] as? String } == [original])
        #expect(try samples(system).compactMap { $0["value"] as? Double } == [81])
        let days = try #require(
            try system.json("days", "bodyMass", "--zone", "UTC")["days"] as? [[String: Any]])
        #expect(days.compactMap { $0["last"] as? Double } == [81])
    }

    @Test func `restoring a backup restores its data and keeps the replaced database`() throws {
        let system = try DaylineSystem()
        _ = try weight(system)
        let copy = "\(system.home)-copy.sqlite"
        defer { try? FileManager.default.removeItem(atPath: copy) }
        _ = try system.json("backup", copy)
        let ref = try #require(try samples(system).first?["ref"] as? String)
        _ = try system.json("sample", "delete", ref)

        let restored = try system.json("restore", copy)
        let refused = try system.run("restore", "\(system.home)/settings.json")
        let doctor = try system.json("doctor")

        #expect(try samples(system).compactMap { $0["value"] as? Double } == [81])
        let replaced = try #require(restored["kept"] as? String)
        #expect(FileManager.default.fileExists(atPath: replaced))
        #expect(refused.status != 0)
        #expect(try checks(doctor).values.allSatisfy { $0 })
    }

    @Test(arguments: [false, true])
    func `a daily backup is verified and restored into a new home`(isEncrypted: Bool) throws {
        let system = try DaylineSystem()
        _ = try weight(system)
        let drive = "\(system.home)-drive"
        let key = "\(system.home)-secret.key"
        let target = "\(system.home)-restored"
        defer {
            for path in [drive, key] { try? FileManager.default.removeItem(atPath: path) }
        }
        try FileManager.default.createDirectory(
            atPath: drive, withIntermediateDirectories: true)
        let pair = try system.json("backups", "key", key)
        let recipient = try #require(pair["recipient"] as? String)
        let keyed = isEncrypted ? ["--recipient", recipient] : []
        let opened = isEncrypted ? ["--key", key] : []

        let written = try system.json(["backups", "to", drive, "--at", "04:30"] + keyed)
        let status = try system.json("status")
        let text = try system.run("status").output
        let listed = try system.json(["backups", "--from", drive] + opened)
        let restore = try DaylineSystem.run(
            "\(DaylineSystem.programs)/dayline",
            ["--home", target, "restore", "--from", drive] + opened)
        let restored = try DaylineSystem(home: target)

        #expect(written["samples"] as? Int == 1)
        let backups = try #require(status["backups"] as? [String: Any])
        #expect(backups["time"] as? String == "04:30")
        #expect(backups["recipient"] as? String == (isEncrypted ? recipient : nil))
        #expect(text.contains("The last verified backup is less than a minute old, in \(drive)."))
        #expect((listed["snapshots"] as? [Any])?.count == 1)
        #expect(restore.status == 0, "\(restore.errors)")
        #expect(try samples(restored).compactMap { $0["value"] as? Double } == [81])
        #expect(try checks(try restored.json("doctor")).values.allSatisfy { $0 })
    }

    @Test func `an encrypted backup is restored by its secret key only`() throws {
        let system = try DaylineSystem()
        _ = try weight(system)
        let (copy, key, other) = (
            "\(system.home)-copy", "\(system.home)-secret.key", "\(system.home)-other.key"
        )
        defer {
            for path in [copy, key, other] { try? FileManager.default.removeItem(atPath: path) }
        }
        let recipient = try #require(
            try system.json("backups", "key", key)["recipient"] as? String)
        _ = try system.json("backups", "key", other)
        let written = try system.run("backup", copy, "--recipient", recipient)
        let target = "\(system.home)-restored"
        func restore(_ options: String...) throws -> (status: Int32, errors: String) {
            let done = try DaylineSystem.run(
                "\(DaylineSystem.programs)/dayline", ["--home", target, "restore", copy] + options)
            return (done.status, done.errors)
        }

        let running = try system.run("restore", copy)
        let without = try restore()
        let wrong = try restore("--key", other)
        let right = try restore("--key", key)
        let restored = try DaylineSystem(home: target)
        let again = try restored.json("restore", copy, "--key", key)

        #expect(written.output.contains("--key SECRET_KEY_FILE"))
        #expect((again["file"] as? String)?.hasSuffix("-copy") == true)
        let summary = try #require(again["summary"] as? [String: Any])
        #expect(summary["path"] as? String == again["file"] as? String)
        #expect(running.status != 0 && running.errors.contains("is encrypted"))
        #expect(without.status != 0 && without.errors.contains("is encrypted"))
        #expect(wrong.status != 0 && wrong.errors.contains("another key"))
        #expect(right.status == 0, "\(right.errors)")
        #expect(try samples(restored).compactMap { $0["value"] as? Double } == [81])
        let left = try FileManager.default.contentsOfDirectory(atPath: target)
        #expect(!left.contains("backup-copies"))
    }

    @Test(arguments: [
        ("settings.json", #"{"counts": {}, "database": {"address": "postgresql://db/health"}}"#),
        (
            "replication.json",
            #"{"epoch": 1, "following": {"address": "tcp://127.0.0.1:1", "hasOwnData": false}}"#
        ),
    ])
    func `no file is written to a home whose data a backup cannot replace`(
        name: String, content: String
    ) throws {
        let home: String = NSTemporaryDirectory() + "dl-" + UUID().uuidString.prefix(8)
        let (copy, key) = ("\(home)-copy", "\(home)-secret.key")
        defer {
            for path in [home, copy, key] { try? FileManager.default.removeItem(atPath: path) }
        }
        try FileManager.default.createDirectory(
            atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Data(content.utf8).write(to: URL(fileURLWithPath: "\(home)/\(name)"))
        try Data("dayline-encrypted-backup-1\n".utf8).write(to: URL(fileURLWithPath: copy))
        let program = "\(DaylineSystem.programs)/dayline"
        _ = try DaylineSystem.run(program, ["--home", home, "backups", "key", key])
        let before = try FileManager.default.contentsOfDirectory(atPath: home).sorted()

        let refused = try DaylineSystem.run(
            program, ["--home", home, "restore", copy, "--key", key])

        #expect(refused.status != 0)
        #expect(refused.errors.contains(name == "settings.json" ? "PostgreSQL" : "replica"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: home).sorted() == before)
    }

    @Test func `a backup is restored into a home without a folder`() throws {
        let system = try DaylineSystem()
        let copy = "\(system.home)-copy.sqlite"
        let other = "\(system.home)-other"
        defer { for path in [copy, other] { try? FileManager.default.removeItem(atPath: path) } }
        _ = try weight(system)
        _ = try system.json("backup", copy)
        let program = "\(DaylineSystem.programs)/dayline"

        let refused = try DaylineSystem.run(program, ["--home", other, "restore", program])
        #expect(refused.status != 0 && !FileManager.default.fileExists(atPath: other))
        let restored = try DaylineSystem.run(program, ["--home", "\(other)/new", "restore", copy])

        #expect(restored.status == 0, "\(restored.errors)")
        let folder = try FileManager.default.attributesOfItem(atPath: "\(other)/new")
        #expect(folder[.posixPermissions] as? Int == 0o700)
        let restarted = try DaylineSystem(home: "\(other)/new")
        #expect(try samples(restarted).compactMap { $0["value"] as? Double } == [81])
    }

    @Test func `data written after a backup is in no answer once the backup is restored`() throws {
        let system = try DaylineSystem()
        let copy = "\(system.home)-copy.sqlite"
        defer { try? FileManager.default.removeItem(atPath: copy) }
        try system.run("activity", "add", "Old", "--daily")
        _ = try system.json("backup", copy)
        try system.run("activity", "add", "New", "--daily")
        try system.run("log", "Old")
        try system.run("log", "New")

        let first = try system.json("restore", copy)
        let list = try system.run("activity", "list")
        let unknown = try system.run("log", "New")
        let entries = try system.json("entries", "Old")["entries"] as? [[String: Any]]
        let old = try system.run("log", "Old")
        // Mostly within the same second as the first.
        let second = try system.json("restore", copy)

        #expect(list.output.contains("Old") && !list.output.contains("New"))
        #expect(unknown.status != 0)
        #expect(entries?.isEmpty == true)
        #expect(old.status == 0)
        let replaced = [first, second].compactMap { $0["kept"] as? String }
        #expect(Set(replaced).count == 2)
        #expect(replaced.allSatisfy { FileManager.default.fileExists(atPath: $0) })
    }

    @Test func `files that other users may read are found and made private`() throws {
        let system = try DaylineSystem()
        _ = try weight(system)
        let database = "\(system.home)/dayline.sqlite"
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: database)

        let found = try system.run("--json", "doctor")
        let repaired = try system.run("--json", "doctor", "--repair")

        #expect(found.status == 1)
        #expect(try checks(found.json())["privacy"] == false)
        #expect(try checks(repaired.json()).values.allSatisfy { $0 }, "\(repaired.output)")
        let attributes = try FileManager.default.attributesOfItem(atPath: database)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
}
