import Foundation
import TestKit
import Testing

/// The notifier of a real system, with a receiver on the loopback interface.
@Suite struct NotifierTests {
    @Test func `a due reminder arrives, also after the worker was killed`() async throws {
        let receiver = try LoopbackReceiver()
        let start = try NotifierStart(at: "11:00:00")
        defer { start.remove() }
        let system = try DaylineSystem(variables: start.variables)
        try system.run("activity", "add", "Read")
        // The reminders of the parts of the day could be due at noon as well.
        for part in ["Morning", "Afternoon", "Evening"] {
            _ = try system.json("settings", "set", "reminder\(part)", "off")
        }
        let added = try system.run("notify", "add", "webhook", input: receiver.url + "\n")
        #expect(added.status == 0, "\(added.errors)")
        #expect(try system.run("notify", "test", "webhook").status == 0)
        #expect(receiver.bodies.count == 1)

        try await killNotifier(of: system)
        try await eventually("the times are stored") {
            try system.run("notify", "times", "Read", "12:00").status == 0
        }
        try start.set("11:59:58")
        try await killNotifier(of: system)
        try await eventually("the reminder") { receiver.bodies.count >= 2 }

        #expect(receiver.bodies.count == 2)
        #expect(receiver.bodies.last?.contains("\"title\":\"Read\"") == true)
        let history = try system.json("notify", "history")
        let deliveries = try #require(history["deliveries"] as? [[String: Any]])
        #expect(deliveries.map { $0["state"] as? String } == ["delivered"])
    }

    /// Kills the process of the notifier and waits for the next one.
    private func killNotifier(of system: DaylineSystem) async throws {
        let before = try #require(try system.pid(of: "notifier"))
        kill(before, SIGKILL)
        try await eventually("the worker is restarted") {
            let pid = try system.pid(of: "notifier")
            return pid != nil && pid != before
        }
    }
}

/// Plugins whose notifier starts at a time of today in UTC that the test sets, through libfaketime.
private struct NotifierStart {
    private let folder = NSTemporaryDirectory() + "dl-clock-" + UUID().uuidString

    init(at time: String) throws {
        let library = try #require(
            try FileManager.default.contentsOfDirectory(atPath: "/usr/lib")
                .map { "/usr/lib/\($0)/faketime/libfaketime.so.1" }
                .first { FileManager.default.fileExists(atPath: $0) },
            "libfaketime is not installed: apt-get install libfaketime")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: "\(DaylineSystem.package)/Plugins", toPath: plugins)
        let program = "\(plugins)/Notifier/Notifier"
        let script = """
            #!/bin/sh
            FAKETIME=$(cat '\(file)') || exit
            export FAKETIME FAKETIME_DONT_FAKE_MONOTONIC=1 FAKETIME_NO_CACHE=1
            export LD_PRELOAD='\(library)'
            exec '\(DaylineSystem.programs)/Notifier'
            """
        try Data(script.utf8).write(to: URL(fileURLWithPath: program))
        try #require(chmod(program, 0o755) == 0)
        try set(time)
    }

    /// Sets the time, such as `11:59:58`, at which the next process starts.
    func set(_ time: String) throws {
        let day = Date.now.ISO8601Format(.iso8601.year().month().day())
        try "@\(day) \(time)".write(toFile: file, atomically: true, encoding: .utf8)
    }

    /// The environment of the system.
    var variables: [String: String] { ["DAYLINE_PLUGINS": plugins, "TZ": "UTC"] }

    func remove() {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private var plugins: String { "\(folder)/plugins" }
    private var file: String { "\(folder)/time" }
}
