import Foundation
import Testing

/// A run folder in which the count of changes cannot be kept.
@Suite struct UncountedChangesTests {
    @Test func `storage starts without a count of changes, and no answer is out of date`() throws {
        let home = NSTemporaryDirectory() + "dl-" + UUID().uuidString.prefix(8)
        // No file can be created where a folder is.
        try FileManager.default.createDirectory(
            atPath: "\(home)/run/changes", withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let system = try DaylineSystem(home: home)
        try system.run("activity", "add", "Water")

        var marks: [Bool] = []
        for command in ["log", "undo", "redo"] {
            let done = command == "log" ? try system.run("log", "Water") : try system.run(command)
            try #require(done.status == 0, "\(command): \(done.errors)")
            marks.append(try system.run("today").output.contains("[x] Water"))
        }

        #expect(marks == [true, false, true])
        #expect(try system.run("logs", "storage").output.contains("Changes are not counted"))
    }
}
