import Contracts
import NotifierService
import RPC
import TestKit
import Testing
import Tracker

/// A running notifier whose clock is set.
@Suite(.cleanup) struct ClockChangeTests {
    /// A notifier at seven, with reminders of two activities at eight, nine, ten and eleven.
    private func notifier(_ receiver: LoopbackReceiver) async throws -> TemporaryNotifier {
        let first = try TemporaryNotifier(at: 7 * 60)
        for name in ["Read", "Walk"] {
            _ = try await first.bus.call(Activities.add, Activities.AddRequest(name: name))
            try await first.setTimes(name, ["08:00", "09:00", "10:00", "11:00"])
        }
        try await first.add(receiver.url, without: ["partOfDay"])
        try await first.settle()
        return first
    }

    /// The number of notifications that name an activity.
    private func count(_ receiver: LoopbackReceiver, _ name: String) -> Int {
        receiver.bodies.count { $0.contains(name) }
    }

    @Test func `a jump forward sends what it passes, and completed activities no more`()
        async throws
    {
        let receiver = try LoopbackReceiver()
        let notifier = try await notifier(receiver)

        notifier.set(minute: 9 * 60 + 30)
        try await notifier.settle()
        _ = try await notifier.bus.call(Journal.log, Journal.LogRequest(activity: "Walk"))
        notifier.set(minute: 10 * 60 + 30)
        try await notifier.settle()

        #expect(receiver.bodies.count == 2)
        #expect(receiver.bodies.first?.contains("4 reminders") == true)
        #expect(count(receiver, "Walk") == 1)
        #expect(count(receiver, "Read") == 2)
    }

    @Test func `a jump back sends nothing again, and a later jump what was not sent`() async throws
    {
        let receiver = try LoopbackReceiver()
        let notifier = try await notifier(receiver)
        notifier.set(minute: 9 * 60)
        try await notifier.settle()

        notifier.set(minute: 7 * 60 + 30)
        try await notifier.settle()
        let afterJumpBack = receiver.bodies.count
        notifier.set(minute: 9 * 60 + 1)
        try await notifier.settle()
        let afterSameTime = receiver.bodies.count
        _ = try await notifier.bus.call(Journal.log, Journal.LogRequest(activity: "Walk"))
        notifier.set(minute: 11 * 60)
        try await notifier.settle()

        #expect([afterJumpBack, afterSameTime, receiver.bodies.count] == [1, 1, 2])
        #expect(receiver.bodies.last?.contains("Walk") == false)
    }

    @Test func `a reminder that a wrong day withdraws is sent when the clock is right again`()
        async throws
    {
        let receiver = try LoopbackReceiver(statuses: [503, 200])
        let notifier = try await notifier(receiver)
        notifier.set(minute: 8 * 60)
        try await notifier.settle()

        // The next attempt is on another day.
        notifier.set(minute: (24 + 7) * 60)
        try await notifier.settle()
        let states = try await notifier.deliveries().map(\.state)
        notifier.set(minute: 8 * 60 + 1)
        try await notifier.settle()

        #expect(states == ["withdrawn"])
        #expect(try await notifier.deliveries().map(\.state) == ["delivered"])
        #expect(receiver.bodies.count == 2)
    }

    @Test func `a reminder that a channel alone withdraws on a wrong day is sent after it`()
        async throws
    {
        let receiver = try LoopbackReceiver(statuses: [503, 200])
        let notifier = try TemporaryNotifier(at: 7 * 60)
        // Nothing else is evaluated before eight on the next day.
        for key in [
            Settings.reminder(.morning), Settings.reminder(.afternoon), Settings.reminder(.evening),
            Settings.streakReminder, Settings.weightReminders, Settings.goalNotifications,
        ] {
            _ = try await notifier.bus.call(
                Settings.set, Settings.SetRequest(key: key, value: "off"))
        }
        _ = try await notifier.bus.call(Activities.add, Activities.AddRequest(name: "Read"))
        try await notifier.setTimes("Read", ["08:00"])
        try await notifier.add(receiver.url)
        try await notifier.settle()
        notifier.set(minute: 8 * 60)
        try await notifier.settle()

        notifier.set(minute: 24 * 60 + 30)
        try await notifier.settle()
        let states = try await notifier.deliveries().map(\.state)
        notifier.set(minute: 8 * 60 + 5)
        try await notifier.settle()

        #expect(states == ["withdrawn"])
        #expect(try await notifier.deliveries().map(\.state) == ["delivered"])
    }
}
