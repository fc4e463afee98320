import Foundation
import Testing

/// A run folder in which the commit counter cannot be created.
@Suite struct UncountedChangesTests {
    @Test func `without a commit counter no answer is out of date`() throws {
        let home = NSTemporaryDirectory() + "dl-" + UUID().uuidString.prefix(8)
        // A folder with the name of the counter's file.
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
