import Foundation
import Testing

/// Imports on a disk without room.
@Suite(.enabled(if: LimitedFileSystem.isPossible, "this user may not mount a disk"))
struct FullDiskTests {
    @Test func `what adds nothing is imported, what is refused is lost nowhere`() throws {
        let (first, second) = (
            try GeneratedExport(days: 12, seed: 1), try GeneratedExport(days: 12, seed: 2)
        )
        defer {
            first.remove()
            second.remove()
        }
        let disk = try LimitedFileSystem(megabytes: 64)
        let system = try DaylineSystem(home: "\(disk.folder)/home")
        let stored = try #require(try system.json("import", first.zip)["stored"] as? Int)
        let days = try system.run("--json", "days", "steps").output

        // A log that was used before has room of its own on a full disk; a new one has none.
        #expect(try system.run("restart", "storage").status == 0)
        try disk.fill()
        let again = try system.json("import", first.zip)
        let unpacked = try system.json("import", first.xml)
        let promised = try system.json("import", second.xml, "--dry-run")
        let refused = try system.run("--json", "import", second.xml)
        let untouched = try system.run("--json", "days", "steps").output
        disk.empty()
        let done = try system.json("import", second.xml)
        let imports = try system.json("imports")["imports"] as? [[String: Any]]
        let checks = try system.run("--json", "doctor").json()["checks"] as? [[String: Any]]

        for report in [again, unpacked] {
            #expect(report["stored"] as? Int == 0)
            #expect(report["duplicate"] as? Int == stored)
            #expect(report["id"] as? Int == 0)
            #expect((report["notice"] as? String)?.contains("disk is full") == true)
        }
        #expect(refused.status == 1)
        #expect(refused.output.contains("RESOURCE_EXHAUSTED"), "\(refused.output)")
        #expect(untouched == days)
        #expect(done["stored"] as? Int == promised["stored"] as? Int)
        #expect(imports?.count == 2)
        let wrong = try #require(checks).filter { $0["ok"] as? Bool == false }
        // There is less room than a database should have.
        #expect(wrong.compactMap { $0["name"] as? String } == ["disk"], "\(wrong)")
        _ = try system.run("down")
    }
}

/// A disk in memory, with room for so much and no more. It goes with the last reference.
final class LimitedFileSystem {
    let folder: String

    static let isPossible = (try? LimitedFileSystem(megabytes: 1)) != nil

    init(megabytes: Int) throws {
        folder = NSTemporaryDirectory() + "dl-disk-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let mounted = try DaylineSystem.run(
            "/usr/bin/env", ["mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", folder])
        guard mounted.status == 0 else {
            try FileManager.default.removeItem(atPath: folder)
            throw CocoaError(.fileWriteNoPermission)
        }
    }

    deinit {
        _ = try? DaylineSystem.run("/usr/bin/env", ["umount", "--lazy", folder])
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Fails while a file on it is open for writing.
    func makeReadOnly() throws {
        let mounted = try DaylineSystem.run(
            "/usr/bin/env", ["mount", "-o", "remount,ro", folder])
        guard mounted.status == 0 else { throw CocoaError(.fileWriteNoPermission) }
    }

    private var ballast: String { "\(folder)/ballast" }

    /// Leaves no room at all.
    func fill() throws {
        try #require(FileManager.default.createFile(atPath: ballast, contents: nil))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: ballast))
        defer { try? file.close() }
        for size in [1 << 20, 4096] {
            let block = Data(repeating: 0xA5, count: size)
            // Until it is refused, which is what is wanted.
            while (try? file.write(contentsOf: block)) != nil {}
        }
    }

    func empty() {
        try? FileManager.default.removeItem(atPath: ballast)
    }
}
