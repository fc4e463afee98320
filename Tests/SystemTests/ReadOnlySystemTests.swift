import Foundation
import TestKit
import Testing

/// The real workers with a read-only home.
@Suite(.serialized, .enabled(if: LimitedFileSystem.isPossible, "this user may not mount a disk"))
struct ReadOnlySystemTests {
    enum Cause: CaseIterable {
        case readOnlyDisk, fullDisk
    }

    enum End: CaseIterable {
        /// The database has no write-ahead log.
        case stopped
        /// The newest changes are only in the write-ahead log, whose index cannot be created.
        case killed
    }

    @Test(arguments: Cause.allCases, End.allCases)
    func `a read-only home answers queries and rejects every change`(
        cause: Cause, end: End
    ) async throws {
        let disk = try LimitedFileSystem(megabytes: 32)
        let system = try DaylineSystem(home: "\(disk.folder)/home")
        let export = try GeneratedExport(days: 5, seed: 4, density: 0.2)
        defer { export.remove() }
        try #require(try system.run("import", export.zip).status == 0)
        try #require(try system.run("activity", "add", "Water").status == 0)
        try #require(try system.run("log", "Water").status == 0)
        let days = try system.run("days", "stepCount").output
        switch end {
        case .stopped: try #require(try system.run("down").status == 0)
        case .killed: try killAll(of: system)
        }
        switch cause {
        case .fullDisk: try disk.fill()
        case .readOnlyDisk:
            // Killed processes close their files with a delay.
            try await eventually("the disk to become read-only") {
                (try? disk.makeReadOnly()) != nil
            }
        }
        let before = try files(in: system.home)

        let up = try system.run("--json", "up", "--detach")
        let today = try system.run("today")
        let daysNow = try system.run("days", "stepCount")
        let tracker = try system.run("export", "-", "--format", "json")
        let doctor = try system.run("--json", "doctor")
        let refused = [
            try system.run("log", "Water"), try system.run("import", export.zip),
            try system.run("activity", "add", "Tea"),
        ]
        let down = try system.run("down")

        #expect(up.status == 0, "\(up.output) \(up.errors)")
        #expect(try up.json()["readOnly"] as? String != nil)
        #expect(today.status == 0)
        #expect(today.output.contains("[x] Water"), "\(today.output)")
        #expect(daysNow.status == 0)
        #expect(daysNow.output == days)
        #expect(tracker.status == 0)
        #expect(tracker.output.contains("Water"))
        #expect(doctor.status == 1)
        #expect(try failedChecks(doctor).contains("writing"))
        #expect(try Set(failedChecks(doctor)).isSubset(of: ["writing", "disk", "privacy"]))
        for outcome in refused {
            #expect(outcome.status == 5, "\(outcome.errors)")
            #expect(outcome.errors.contains("read-only"), "\(outcome.errors)")
            #expect(outcome.errors.contains("dayline"), "\(outcome.errors)")
        }
        #expect(down.status == 0)
        #expect(try files(in: system.home) == before)
    }

    private func failedChecks(_ doctor: DaylineSystem.Outcome) throws -> [String] {
        let checks = try #require(try doctor.json()["checks"] as? [[String: Any]])
        return checks.filter { $0["ok"] as? Bool == false }.compactMap { $0["name"] as? String }
    }

    /// The contents of the database and its write-ahead log.
    private func files(in home: String) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in ["dayline.sqlite", "dayline.sqlite-wal"] {
            files[name] = FileManager.default.contents(atPath: "\(home)/\(name)")
        }
        return files
    }

    /// Kills the supervisor first, so that it restarts nothing.
    private func killAll(of system: DaylineSystem) throws {
        let status = try system.json("status")
        let supervisor = try #require(status["supervisor"] as? [String: Any])
        let workers = try #require(status["workers"] as? [[String: Any]])
        for process in [supervisor] + workers {
            kill(pid_t(try #require(process["pid"] as? Int)), SIGKILL)
        }
    }
}
