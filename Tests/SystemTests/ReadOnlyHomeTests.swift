import Foundation
import Testing

/// Starting with a read-only home.
@Suite(.enabled(if: LimitedFileSystem.isPossible, "this user may not mount a disk"))
struct ReadOnlyHomeTests {
    /// A worker that prints its environment variable and offers no services.
    private static let witness = """
        #!/bin/sh
        echo "reason: $DAYLINE_READ_ONLY"; echo ready >&3; read order <&3
        """

    private let disk: LimitedFileSystem
    private let home: String
    private let plugins: String

    init() throws {
        disk = try LimitedFileSystem(megabytes: 8)
        home = "\(disk.folder)/home"
        plugins = "\(disk.folder)/plugins"
        let files = FileManager.default
        try files.createDirectory(atPath: plugins, withIntermediateDirectories: true)
        // Only the broker: ReadOnlySystemTests covers storage.
        try files.copyItem(
            atPath: "\(DaylineSystem.package)/Plugins/BrokerWorker",
            toPath: "\(plugins)/BrokerWorker")
        let folder = "\(home)/plugins/witness"
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Self.witness.write(toFile: "\(folder)/run", atomically: true, encoding: .utf8)
        chmod("\(folder)/run", 0o700)
        let manifest = """
            {"name": "witness", "kind": "worker", "executable": "run", "summary": "Tests.",
             "version": "1.0"}
            """
        try manifest.write(toFile: "\(folder)/plugin.json", atomically: true, encoding: .utf8)
    }

    private func run(_ arguments: String...) throws -> DaylineSystem.Outcome {
        try DaylineSystem.run(
            "\(DaylineSystem.programs)/dayline", ["--home", home, "--json"] + arguments,
            variables: ["DAYLINE_PLUGINS": plugins])
    }

    @Test func `on a full disk the system starts read-only with the reason`() throws {
        try disk.fill()

        let up = try run("up", "--detach")
        let status = try run("status")
        let logs = try run("logs", "witness")
        let again = try run("up", "--detach")
        let down = try run("down")

        #expect(up.status == 0, "\(up.output) \(up.errors)")
        #expect(try reason(up.json()).contains("No space left on device"))
        let supervisor = try #require(try status.json()["supervisor"] as? [String: Any])
        #expect(try reason(supervisor).contains("No space left on device"))
        #expect(logs.output.contains("reason: Cannot write to"), "\(logs.output)")
        #expect(try again.json()["alreadyRunning"] as? Bool == true)
        #expect(down.status == 0)
    }

    @Test func `once the disk has space, the next start is writable`() throws {
        try disk.fill()
        let full = try run("up", "--detach")
        _ = try run("down")
        disk.empty()

        let up = try run("up", "--detach")
        let logs = try run("logs", "witness")
        let down = try run("down")

        #expect(full.status == 0, "\(full.output)")
        #expect(up.status == 0, "\(up.output)")
        #expect(try up.json()["readOnly"] == nil)
        #expect(logs.output.contains("reason: \""), "\(logs.output)")
        #expect(down.status == 0)
        #expect(FileManager.default.fileExists(atPath: "\(home)/logs/witness.log"))
    }

    private func reason(_ document: [String: Any]) throws -> String {
        try #require(document["readOnly"] as? String, "\(document)")
    }
}
