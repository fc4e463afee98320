import Contracts
import Foundation
import HostFiles
import NotifierService
import RPC
import TestKit
import Testing

/// Failures of imports and backups, and of channels.
@Suite(.cleanup) struct FailureTests {
    private static let failure = [
        "profile": CallMetadata.defaultProfile, "file": "a.csv", "message": "It is damaged.",
    ]

    /// A notifier at noon whose channel `hook` answers with the statuses in order, then with 200.
    private func notifier(
        _ receiver: LoopbackReceiver, _ log: RecordedLog = RecordedLog()
    ) async throws -> TemporaryNotifier {
        let notifier = try TemporaryNotifier(at: 12 * 60, logger: log.logger)
        try await notifier.add(receiver.url, without: ["partOfDay", "milestone", "goalShare"])
        return notifier
    }

    private func record(
        _ topic: String, at minute: Int = 12 * 60, _ fields: [String: String] = failure
    ) -> FailureRecords.Record {
        FailureRecords.Record(
            topic: topic, fields: fields, at: TemporaryNotifier.monday + Int64(minute) * 60_000)
    }

    @Test func `a failure that was stored while the notifier was dead is sent once`() async throws {
        let receiver = try LoopbackReceiver()
        let first = try await notifier(receiver)
        first.stop()
        let records = FailureRecords(folder: first.home.failures)
        try records.write(record(Imports.failedTopic))
        try records.write(record(Backups.failedTopic))

        let second = try TemporaryNotifier(at: 12 * 60 + 1, restarting: first)
        try await eventually("both are delivered and removed") {
            receiver.bodies.count == 2 && records.names.isEmpty
        }
        try await second.settle()
        second.stop()
        // Killed between the line of the log and the removal of the record.
        try records.write(record(Imports.failedTopic))
        let third = try TemporaryNotifier(at: 12 * 60 + 2, restarting: second)
        try await eventually("the record is removed") { records.names.isEmpty }
        try await third.settle()

        let titles = try await third.deliveries().map(\.title).sorted()
        #expect(titles == ["The backup failed", "The import failed"])
        #expect(receiver.bodies.count == 2)
        #expect(receiver.bodies.contains { $0.contains("a.csv: It is damaged.") })
    }

    @Test func `a start with many profiles has few open calls`()
        async throws
    {
        let receiver = try LoopbackReceiver()
        let first = try await notifier(receiver)
        for number in 0..<100 {
            let profile = "P\(number)"
            _ = try await first.bus.call(
                Profiles.add, Profiles.AddRequest(name: profile, zone: "UTC"))
            _ = try await first.client.call(
                Notifications.add,
                Notifications.AddRequest(
                    name: "hook", kind: .webhook, url: receiver.url, without: ["partOfDay"]),
                CallOptions(profile: profile))
        }
        first.stop()
        try FailureRecords(folder: first.home.failures).write(record(Imports.failedTopic))

        let slow = SlowTransports()
        let second = try TemporaryNotifier(
            at: 12 * 60 + 1, restarting: first, transport: { slow.transport(over: $0) })
        try await eventually("the failure arrives") { receiver.bodies.count == 1 }
        let transport = try #require(slow.newest)
        try await second.settle()

        // Each profile needs several calls.
        #expect(transport.calls > 300)
        #expect(transport.highest < 50)
    }

    @Test func `a failure is sent when its record is stored`() async throws {
        let receiver = try LoopbackReceiver()
        let notifier = try await notifier(receiver)
        try await notifier.settle()

        try FailureRecords(folder: notifier.home.failures).write(record(Imports.failedTopic))

        try await eventually("the failure arrives") { receiver.bodies.count == 1 }
    }

    @Test(arguments: [
        (["profile": CallMetadata.defaultProfile, "code": "CANCELLED"], 12 * 60),
        (["profile": "Other"], 12 * 60),
        (["file": "a.csv"], 12 * 60), (["profile": CallMetadata.defaultProfile], -48 * 60),
    ])
    func `a failure without a receiver is removed and not sent`(
        fields: [String: String], minute: Int
    ) async throws {
        let receiver = try LoopbackReceiver()
        let notifier = try await notifier(receiver)
        let records = FailureRecords(folder: notifier.home.failures)

        try records.write(record(Imports.failedTopic, at: minute, fields))
        try await eventually("the record is removed") { records.names.isEmpty }
        try await notifier.settle()

        #expect(receiver.bodies.isEmpty)
    }

    @Test func `a record without a reader replaces the oldest`() throws {
        let folder = NSTemporaryDirectory() + "dl-failures-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let records = FailureRecords(folder: folder)

        for minute in 0..<210 { try records.write(record(Imports.failedTopic, at: minute)) }

        #expect(records.names.count == 200)
        let oldest = try #require(records.names.first)
        #expect(try records.record(oldest)?.at == record(Imports.failedTopic, at: 10).at)
        let mode = try FileManager.default.attributesOfItem(
            atPath: "\(folder)/\(oldest)")[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test func `a channel that fails is tried again after longer pauses, and reported once`()
        async throws
    {
        let receiver = try LoopbackReceiver(statuses: [503, 503, 503, 503])
        let log = RecordedLog()
        let notifier = try await notifier(receiver, log)
        _ = try await notifier.bus.call(Activities.add, Activities.AddRequest(name: "Read"))
        try await notifier.setTimes("Read", ["13:00"])
        // Rules are read again with the channels.
        try await notifier.add(receiver.url, name: "other", without: ["activity", "partOfDay"])
        notifier.stop()
        let second = try TemporaryNotifier(
            at: 13 * 60, restarting: notifier, logger: log.logger)

        var pauses: [Int64] = []
        try await eventually("the notification is delivered") {
            try await second.settle()
            guard try await second.deliveries().first?.state != "delivered" else { return true }
            pauses.append(second.advanceToAlarm())
            return false
        }

        #expect(pauses == [2000, 4000, 8000, 16_000])
        let reported = log.lines.filter { $0.contains("hook") }
        #expect(
            reported == [
                "warning: The channel hook failed, and is tried again: "
                    + "the server answered with status 503.",
                "notice: The channel hook accepts again.",
            ])
    }

    @Test func `a channel that never answers delays no other`() async throws {
        let receiver = try LoopbackReceiver()
        let first = try await notifier(receiver)
        _ = try await first.bus.call(Activities.add, Activities.AddRequest(name: "Read"))
        try await first.setTimes("Read", ["13:00"])
        for name in ["a", "z"] { try await first.add("http://127.0.0.1:1/hang", name: name) }
        first.stop()

        let second = try TemporaryNotifier(at: 13 * 60, restarting: first) { _, url, _ in
            if url.hasSuffix("hang") { try? await Task.sleep(for: .seconds(3600)) }
            return .status(200)
        }
        try await eventually("the other channel has it") {
            try await second.deliveries().contains {
                $0.channel == "hook" && $0.state == "delivered"
            }
        }

        let states = try await second.deliveries().map { "\($0.channel) \($0.state)" }.sorted()
        #expect(states == ["a waiting", "hook delivered", "z waiting"])
    }
}
