import CivilTime
import Contracts
import Foundation
import NotifierService
import RPC
import TestKit
import Testing

/// The list of what is sent next, with the reasons.
@Suite(.cleanup) struct ExplainTests {
    private static let noon = 12 * 60

    /// A notifier at noon with one activity that has a reminder at nine in the evening.
    private func notifier(_ receiver: LoopbackReceiver) async throws -> TemporaryNotifier {
        let notifier = try TemporaryNotifier(at: Self.noon)
        _ = try await notifier.bus.call(Activities.add, Activities.AddRequest(name: "Read"))
        try await notifier.setTimes("Read", ["21:00"])
        try await notifier.add(receiver.url, without: ["partOfDay"])
        try await notifier.settle()
        return notifier
    }

    /// The subject, reason and channels of the reminder at nine in the evening.
    private func planned(
        _ notifier: TemporaryNotifier
    ) async throws -> (what: String, why: String, channels: [String])? {
        let next = try await notifier.client.call(Notifications.explain, Empty()).next
        return next.first { $0.local.hasSuffix("2026-01-05T21:00") }.map {
            ($0.what, $0.why, $0.channels)
        }
    }

    @Test func `an open activity is sent on its channels`() async throws {
        let notifier = try await notifier(try LoopbackReceiver())

        let next = try #require(await planned(notifier))

        #expect(next.what == "Read: It is open today." && next.channels == ["hook"])
        #expect(next.why.contains("it is sent if its condition still holds then"))
    }

    @Test func `a completed activity is named with the reason`() async throws {
        let notifier = try await notifier(try LoopbackReceiver())
        _ = try await notifier.bus.call(Journal.log, Journal.LogRequest(activity: "Read"))

        let next = try #require(await planned(notifier))

        #expect(next.what == "Read" && next.channels == [])
        #expect(next.why.contains("Read is done on that day, so nothing is sent"))
    }

    @Test func `quiet hours until the next day silence a reminder`() async throws {
        let notifier = try await notifier(try LoopbackReceiver())
        _ = try await notifier.bus.call(
            Settings.set, Settings.SetRequest(key: Settings.quietHours, value: "20:30-07:00"))

        let next = try #require(await planned(notifier))

        #expect(next.channels == [])
        #expect(next.why.contains("quiet hours last until the next day"))
    }

    @Test func `a notification that was put off is listed until it does not hold`() async throws {
        let receiver = try LoopbackReceiver()
        let notifier = try await notifier(receiver)
        notifier.set(minute: 21 * 60)
        try await notifier.settle()
        let body = try #require(
            JSONSerialization.jsonObject(with: Data(receiver.bodies[0].utf8)) as? [String: Any])
        _ = try await notifier.client.call(
            Notifications.act,
            Notifications.ActRequest(
                token: try #require(body["token"] as? String), action: .later, minutes: 30))

        let waiting = try await notifier.client.call(Notifications.explain, Empty()).next.first
        _ = try await notifier.bus.call(Journal.log, Journal.LogRequest(activity: "Read"))
        let done = try await notifier.client.call(Notifications.explain, Empty()).next.first

        #expect(waiting?.local.hasSuffix("2026-01-05T21:30") == true)
        #expect(
            waiting?.why
                == "The notification was put off; it is sent if its condition still holds then.")
        #expect(waiting?.channels == ["hook"])
        #expect(
            done?.why
                == "The notification was put off; its condition does not hold any more, so nothing is sent."
        )
        #expect(done?.channels == [])
    }
}
