import Foundation
import TestKit
import Testing

/// The notifier of a real system, with a receiver on the loopback interface.
@Suite struct NotifierTests {
    @Test func `a due reminder arrives, also after the worker was killed`() async throws {
        let receiver = try LoopbackReceiver()
        let system = try DaylineSystem()
        try system.run("activity", "add", "Read")
        // Both parts of the day before noon may be over; the evening ends at midnight.
        for part in ["Morning", "Afternoon", "Evening"] {
            _ = try system.json("settings", "set", "reminder\(part)", "off")
        }
        let added = try system.run("notify", "add", "webhook", input: receiver.url + "\n")
        #expect(added.status == 0, "\(added.errors)")
        #expect(try system.run("notify", "test", "webhook").status == 0)
        #expect(receiver.bodies.count == 1)
        let before = try #require(try system.pid(of: "notifier"))

        kill(before, SIGKILL)
        try await eventually("the worker is restarted") {
            let pid = try system.pid(of: "notifier")
            return pid != nil && pid != before
        }
        let minute = try Self.nextMinute()
        try await eventually("the times are stored") {
            try system.run("notify", "times", "Read", minute).status == 0
        }
        let clock = ContinuousClock.now
        while receiver.bodies.count < 2, ContinuousClock.now - clock < .seconds(130) {
            try await Task.sleep(for: .milliseconds(50))
        }

        #expect(receiver.bodies.count == 2)
        #expect(receiver.bodies.last?.contains("\"title\":\"Read\"") == true)
        let history = try system.json("notify", "history")
        let deliveries = try #require(history["deliveries"] as? [[String: Any]])
        #expect(deliveries.map { $0["state"] as? String } == ["delivered"])
    }

    /// The next minute of the local clock that is at least some seconds ahead, as `HH:MM`.
    private static func nextMinute() throws -> String {
        var now = time(nil) + 65
        var parts = tm()
        gmtime_r(&now, &parts)
        return String(format: "%02d:%02d", Int(parts.tm_hour), Int(parts.tm_min))
    }
}
