import Foundation
import Testing

/// A home in a file system of gocryptfs, where the machine permits FUSE.
@Suite struct EncryptedHomeTests {
    private let folder = NSTemporaryDirectory() + "dl-crypt-" + UUID().uuidString.prefix(8)
    /// A machine without permission for FUSE may never mount.
    private static let longestMount: TimeInterval = 20
    private var encrypted: String { "\(folder)/encrypted" }
    private var home: String { "\(folder)/home" }
    private var mounting: String { "gocryptfs -quiet -extpass 'echo secret' \(encrypted) \(home)" }

    private static func shell(_ command: String) -> Int32 {
        (try? DaylineSystem.run("/usr/bin/timeout", ["60", "/bin/sh", "-c", command]).status) ?? -1
    }

    /// True if a file system of gocryptfs can be mounted here; otherwise the test is skipped.
    private static let canMount: Bool = {
        let test = EncryptedHomeTests()
        defer { test.remove() }
        return test.create() && test.mount()
    }()

    private func create() -> Bool {
        Self.shell(
            "mkdir -p \(encrypted) \(home) && chmod 700 \(folder) \(home)"
                + " && gocryptfs -init -quiet -scryptn 10 -extpass 'echo secret' \(encrypted)") == 0
    }

    /// Mounts the home. The program runs in the foreground: a daemon would inherit the descriptor by which
    /// `Process` notices the end.
    private func mount() -> Bool {
        let process = DaylineSystem.process(
            "/usr/bin/gocryptfs",
            ["-fg", "-quiet", "-extpass", "echo secret", encrypted, home])
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        let deadline = Date.now + Self.longestMount
        while process.isRunning, Date.now < deadline {
            if Self.shell("mountpoint -q \(home)") == 0 { return true }
        }
        process.terminate()
        return false
    }

    private func unmount() -> Bool { Self.shell("fusermount3 -u \(home)") == 0 }

    private func remove() {
        _ = unmount()
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func run(_ arguments: String...) throws -> DaylineSystem.Outcome {
        try DaylineSystem.run(
            "\(DaylineSystem.programs)/dayline", ["--home", home] + arguments)
    }

    @Test(.enabled("gocryptfs can be mounted", { canMount }))
    func `the main job runs in an encrypted home, and a home that is not mounted is refused`()
        throws
    {
        let export = try GeneratedExport(days: 20, seed: 3)
        defer {
            export.remove()
            _ = try? run("down")
            remove()
        }
        try #require(create())
        try "\(mounting)\n".write(toFile: "\(home).mount", atomically: true, encoding: .utf8)

        let refused = try run("up", "--detach")
        #expect(refused.status != 0)
        #expect(refused.errors.contains("\(home) is not mounted"))
        #expect(refused.errors.contains("Mount it with: \(mounting)"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: home).isEmpty)

        try #require(mount())
        let up = try run("up", "--detach")
        try #require(up.status == 0, "\(up.errors)")
        #expect(try run("activity", "add", "Zwiebelkuchen").status == 0)
        #expect(try run("log", "Zwiebelkuchen").status == 0)
        #expect(try run("import", export.zip).status == 0)
        let days = try run("--json", "days", "stepCount").output
        #expect(days.contains("\"days\":[{"))
        #expect(try run("doctor").status == 0)
        #expect(try run("down").status == 0)
        try #require(unmount())
        #expect(try run("up", "--detach").errors.contains("is not mounted"))
        // Neither a name nor a text of a file is readable.
        #expect(Self.shell("grep -rq Zwiebelkuchen \(folder)/encrypted") == 1)
        #expect(Self.shell("ls -R \(folder)/encrypted | grep -q dayline") == 1)

        try #require(mount())
        #expect(try run("up", "--detach").status == 0)
        #expect(try run("--json", "days", "stepCount").output == days)
        #expect(try run("entries", "Zwiebelkuchen").status == 0)
    }
}
