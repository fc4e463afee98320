import Foundation
import Testing

/// Imports on a full disk.
@Suite(.enabled(if: LimitedFileSystem.isPossible, "this user may not mount a disk"))
struct FullDiskTests {
    @Test func `on a full disk a duplicate import succeeds, and a rejected one leaves no trace`()
        throws
    {
        let (first, second) = (
            try GeneratedExport(days: 12, seed: 1, routes: 20),
            try GeneratedExport(days: 12, seed: 2, routes: 20)
        )
        defer {
            first.remove()
            second.remove()
        }
        let disk = try LimitedFileSystem(megabytes: 64)
        let system = try DaylineSystem(home: "\(disk.folder)/home")
        let stored = try #require(try system.json("import", first.zip)["stored"] as? Int)
        let days = try system.run("--json", "days", "steps").output

        // An existing write-ahead log has allocated space on a full disk; a new one has none.
        #expect(try system.run("restart", "storage").status == 0)
        try disk.fill()
        let again = try system.json("import", first.zip)
        let unpacked = try system.json("import", first.xml)
        let expected = try system.json("import", second.xml, "--dry-run")
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
        #expect(done["stored"] as? Int == expected["stored"] as? Int)
        #expect(imports?.count == 2)
        let wrong = try #require(checks).filter { $0["ok"] as? Bool == false }
        // The disk has less space than recommended.
        #expect(wrong.compactMap { $0["name"] as? String } == ["disk"], "\(wrong)")
        _ = try system.run("down")
    }
}

/// A file system in memory with a size limit, unmounted with the last reference.
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

    /// Remounts the file system read-only; fails while one of its files is open for writing.
    func makeReadOnly() throws {
        let mounted = try DaylineSystem.run(
            "/usr/bin/env", ["mount", "-o", "remount,ro", folder])
        guard mounted.status == 0 else { throw CocoaError(.fileWriteNoPermission) }
    }

    private var ballast: String { "\(folder)/ballast" }

    /// Fills all free space.
    func fill() throws {
        try #require(FileManager.default.createFile(atPath: ballast, contents: nil))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: ballast))
        defer { try? file.close() }
        for size in [1 << 20, 4096] {
            let block = Data(repeating: 0xA5, count: size)
            // Until the write fails.
            while (try? file.write(contentsOf: block)) != nil {}
        }
    }

    func empty() {
        try? FileManager.default.removeItem(atPath: ballast)
    }
}
