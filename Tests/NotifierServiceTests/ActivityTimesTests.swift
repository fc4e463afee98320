import Contracts
import RPC
import TestKit
import Testing

/// The reminder times of single activities.
@Suite(.cleanup) struct ActivityTimesTests {
    private func set(
        _ times: [String], on weekdays: [Int]?, in notifier: TemporaryNotifier
    ) async throws -> Notifications.ActivityTimes {
        try await notifier.client.call(
            Notifications.setActivityTimes,
            Notifications.SetTimesRequest(activity: "Read", times: times, weekdays: weekdays))
    }

    @Test func `weekdays stay until others are set`() async throws {
        let notifier = try TemporaryNotifier(at: 8 * 60)
        _ = try await notifier.bus.call(Activities.add, Activities.AddRequest(name: "Read"))

        let first = try await set(["09:00"], on: [3, 1], in: notifier)
        let second = try await set(["10:00"], on: nil, in: notifier)
        let listed = try await notifier.client.call(Notifications.activityTimes, Empty())
        let third = try await set(["10:00"], on: [], in: notifier)

        #expect(first.weekdays == [1, 3])
        #expect(second.weekdays == [1, 3] && second.times == ["10:00"])
        #expect(listed.activities == [second])
        #expect(third.weekdays == nil)
    }

    @Test func `a number outside of 1 to 7 is refused as a weekday`() async throws {
        let notifier = try TemporaryNotifier(at: 8 * 60)
        _ = try await notifier.bus.call(Activities.add, Activities.AddRequest(name: "Read"))

        let error = await #expect(throws: Status.self) {
            try await self.set(["09:00"], on: [8], in: notifier)
        }

        #expect(error?.code == .invalidArgument)
    }
}
