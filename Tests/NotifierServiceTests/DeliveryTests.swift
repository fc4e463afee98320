import Contracts
import Foundation
import HostFiles
import NotifierService
import RPC
import TestKit
import Testing

/// Reminders that a tracker has, on real receivers.
@Suite(.cleanup) struct DeliveryTests {
    private static let eight = 8 * 60

    /// A notifier that was started at seven with a channel and an open activity, and stopped.
    private func stopped(
        _ receiver: LoopbackReceiver, without: [String] = []
    ) async throws -> TemporaryNotifier {
        let notifier = try TemporaryNotifier(at: 7 * 60)
        _ = try await notifier.bus.call(Activities.add, Activities.AddRequest(name: "Read"))
        try await notifier.add(receiver.url, without: without)
        try await eventually("the first position is stored") {
            let log = try String(contentsOfFile: notifier.home.notificationLog, encoding: .utf8)
            return log.contains("2026-01-05T07:00")
        }
        notifier.stop()
        return notifier
    }

    @Test func `a reminder that was due while the worker was stopped is sent once`() async throws {
        let receiver = try LoopbackReceiver()
        let first = try await stopped(receiver)

        let second = try TemporaryNotifier(at: Self.eight, restarting: first)
        try await eventually("the reminder is delivered") {
            try await second.deliveries().first?.state == "delivered"
        }
        second.stop()
        let third = try TemporaryNotifier(at: Self.eight + 1, restarting: second)

        let deliveries = try await third.deliveries()
        #expect(deliveries.map(\.title) == ["1 thing is open"])
        #expect(receiver.bodies.count == 1)
        #expect(receiver.bodies.first?.contains("\"body\":\"Read\"") == true)
    }

    @Test func `after a day of downtime each part of the day is sent at most once`() async throws {
        let receiver = try LoopbackReceiver()
        let first = try await stopped(receiver)
        _ = try await first.client.call(
            Notifications.setActivityTimes,
            Notifications.SetTimesRequest(
                activity: "Read", times: ["09:00", "10:00", "14:00", "21:00"]))

        let second = try TemporaryNotifier(at: 22 * 60, restarting: first)
        try await eventually("all are delivered") {
            try await second.deliveries().filter { $0.state == "delivered" }.count == 3
        }

        #expect(receiver.bodies.count == 3)
        #expect(receiver.bodies.contains { $0.contains("3 reminders") })
    }

    @Test func `a failed attempt is repeated with the same key`() async throws {
        let receiver = try LoopbackReceiver(statuses: [503])
        let first = try await stopped(receiver)

        let second = try TemporaryNotifier(at: Self.eight, restarting: first)
        try await eventually("the first attempt has failed") {
            try await second.deliveries().first?.attempts == 1
        }
        second.stop()
        let third = try TemporaryNotifier(at: Self.eight + 2, restarting: second)
        try await eventually("the second attempt succeeds") {
            try await third.deliveries().first?.state == "delivered"
        }

        #expect(receiver.bodies.count == 2)
        #expect(Set(receiver.bodies).count == 1)
    }

    @Test func `an activity that was completed before the next attempt is not sent`() async throws {
        let receiver = try LoopbackReceiver(statuses: [500])
        let first = try await stopped(receiver)
        let second = try TemporaryNotifier(at: Self.eight, restarting: first)
        try await eventually("the first attempt has failed") {
            try await second.deliveries().first?.attempts == 1
        }
        second.stop()
        _ = try await second.bus.call(Journal.log, Journal.LogRequest(activity: "Read"))

        let third = try TemporaryNotifier(at: Self.eight + 2, restarting: second)
        try await eventually("the delivery is withdrawn") {
            try await third.deliveries().first?.state == "withdrawn"
        }

        #expect(receiver.bodies.count == 1)
    }

    @Test func `after the clock was set back, later reminders are sent and sent ones are not`()
        async throws
    {
        let receiver = try LoopbackReceiver()
        let first = try await stopped(receiver, without: ["partOfDay"])
        _ = try await first.client.call(
            Notifications.setActivityTimes,
            Notifications.SetTimesRequest(activity: "Read", times: ["08:00", "10:00"]))
        let second = try TemporaryNotifier(at: 9 * 60, restarting: first)
        try await eventually("the first reminder arrives") { receiver.bodies.count == 1 }
        second.set(minute: (24 + 10) * 60)
        try await eventually("the reminders of the next day arrive") { receiver.bodies.count == 2 }

        second.set(minute: 9 * 60 + 30)
        second.set(minute: 10 * 60)
        try await eventually("the later reminder arrives") { receiver.bodies.count == 3 }
        second.set(minute: (24 + 11) * 60)

        let deliveries = try await second.deliveries()
        #expect(deliveries.map(\.title) == ["2 reminders", "Read", "Read"])
        #expect(receiver.bodies.count == 3)
    }

    @Test func `a channel that rejects notifications does not delay another`() async throws {
        let receiver = try LoopbackReceiver()
        let rejecting = try LoopbackReceiver(statuses: [404])
        let first = try await stopped(receiver)
        let second = try TemporaryNotifier(at: 7 * 60 + 1, restarting: first)
        try await second.add(rejecting.url, name: "a")
        try await second.add("http://127.0.0.1:1/", name: "b")
        second.stop()

        let third = try TemporaryNotifier(at: Self.eight, restarting: second)
        try await eventually("all channels were tried") {
            let deliveries = try await third.deliveries()
            return deliveries.count == 3 && deliveries.allSatisfy { $0.attempts > 0 }
        }

        let states = try await third.deliveries().reduce(into: [:]) { $0[$1.channel] = $1.state }
        #expect(states == ["a": "failed", "b": "waiting", "hook": "delivered"])
    }

    @Test func `a channel without a kind sends none of it`() async throws {
        let receiver = try LoopbackReceiver()
        let first = try await stopped(receiver, without: ["partOfDay"])

        let second = try TemporaryNotifier(at: Self.eight, restarting: first)
        try await eventually("the reminder is evaluated") {
            try String(contentsOfFile: second.home.notificationLog, encoding: .utf8)
                .contains("2026-01-05T08:00")
        }

        #expect(try await second.deliveries().isEmpty)
    }

    @Test func `done completes the activity, and done again changes nothing`() async throws {
        let receiver = try LoopbackReceiver()
        let first = try await stopped(receiver, without: ["partOfDay"])
        _ = try await first.client.call(
            Notifications.setActivityTimes,
            Notifications.SetTimesRequest(activity: "Read", times: ["07:30"]))
        let second = try TemporaryNotifier(at: Self.eight, restarting: first)
        try await eventually("the reminder is delivered") { !receiver.bodies.isEmpty }
        let body = try #require(
            JSONSerialization.jsonObject(with: Data(receiver.bodies[0].utf8)) as? [String: Any])
        let request = Notifications.ActRequest(
            token: try #require(body["token"] as? String), action: .done)

        let found = try await second.client.call(
            Notifications.find, Notifications.TokenRequest(token: request.token))
        let answer = try await second.client.call(Notifications.act, request)
        let repeated = try await second.client.call(Notifications.act, request)

        #expect(found.title == "Read" && found.actions == [.done, .later, .skip])
        #expect(!answer.isRepeated && repeated.isRepeated)
        let today = try await second.bus.call(Journal.today, Journal.DayRequest())
        #expect(today.completed.map(\.name) == ["Read"])
    }

    @Test func `a token that was changed answers nothing`() async throws {
        let receiver = try LoopbackReceiver()
        let first = try await stopped(receiver)
        let second = try TemporaryNotifier(at: Self.eight, restarting: first)
        try await eventually("the reminder is delivered") { !receiver.bodies.isEmpty }
        let body = try #require(
            JSONSerialization.jsonObject(with: Data(receiver.bodies[0].utf8)) as? [String: Any])
        let token = try #require(body["token"] as? String)

        for text in ["", String(token.dropLast()) + "g", String(token.reversed())] {
            let failure = await #expect(throws: Status.self) {
                try await second.client.call(
                    Notifications.act, Notifications.ActRequest(token: text, action: .later))
            }
            #expect(failure?.code == .notFound)
        }
    }

    @Test(arguments: [
        ("ftp://example.org/", Notifications.ChannelKind.webhook), ("", .webhook),
        ("https://ntfy.sh", .ntfy), ("http://example.org/push", .push),
        ("https://example.org/push", .push), ("mailto", .apprise), ("https://a.example", .desktop),
    ])
    func `an address that the kind cannot use is refused`(
        url: String, kind: Notifications.ChannelKind
    ) async throws {
        let notifier = try TemporaryNotifier(at: 7 * 60)

        let failure = await #expect(throws: Status.self) {
            try await notifier.client.call(
                Notifications.add, Notifications.AddRequest(name: "x", kind: kind, url: url))
        }

        #expect(failure?.code == .invalidArgument)
        #expect(failure?.message.contains("ftp") != true)
    }

    @Test func `the file of the channels can be read by its owner only`() async throws {
        let receiver = try LoopbackReceiver()
        let notifier = try await stopped(receiver)

        let attributes = try FileManager.default.attributesOfItem(
            atPath: notifier.home.notificationChannels)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let listed = try await notifier.client.call(Notifications.list, Empty())
        #expect(listed.channels.first?.host.hasPrefix("127.0.0.1:") == true)
    }
}
