import Contracts
import RPC
import Testing
import Tracker

@testable import WebPages

/// The page of the reminder times of an activity.
@Suite struct ActivityTimesTests {
    private static let path = "/activities/:id/reminders"

    /// A notifier that knows Water at 08:00, and to log it at 22:00 on Monday and Wednesday.
    private static func bus(_ received: Received<Notifications.SetTimesRequest>) -> FakeBus {
        FakeBus { router in
            router.answer(Activities.show) { _, _ in FakeActivities.water }
            router.answer(Notifications.activityTimes) { _, _ in
                Notifications.TimesResponse(activities: [
                    times("water", "08:00", isForLogging: false),
                    times("water", "22:00", isForLogging: true, weekdays: [1, 3]),
                    times("other", "09:00", isForLogging: false),
                ])
            }
            router.answer(Notifications.setActivityTimes) { request, _ in
                guard request.times.allSatisfy({ $0.utf8.count == 5 }) else {
                    throw Status(.invalidArgument, "\"8\" is not a time of day.")
                }
                received.add(request)
                return times("water", "", isForLogging: false)
            }
        }
    }

    private static func times(
        _ id: Activity.ID, _ time: String, isForLogging: Bool, weekdays: [Int]? = nil
    ) -> Notifications.ActivityTimes {
        Notifications.ActivityTimes(
            id: id, name: "Water", times: [time], isForLogging: isForLogging, weekdays: weekdays)
    }

    private func reply(
        _ method: WebRoute.Method, _ received: Received<Notifications.SetTimesRequest> = Received(),
        form: [String: String] = [:]
    ) async throws -> WebReply? {
        let bus = Self.bus(received)
        return try await bus.reply(
            method, Self.path, in: ActivityRoutes.routes, bus.request(["id": "water"], form: form))
    }

    @Test func `each kind of reminders has a form with its times`() async throws {
        let page = try #require(try await reply(.get)?.page)

        #expect(page.markup.contains("name=\"times\" type=\"text\" value=\"08:00\""))
        #expect(page.markup.contains("name=\"times\" type=\"text\" value=\"22:00\""))
        #expect(!page.markup.contains("09:00"))
        let checked = page.markup.split(separator: "<input").filter { $0.contains(" checked") }
        #expect(checked.count == 2)
        for (box, weekday) in zip(checked, [1, 3]) {
            #expect(box.contains("id=\"times-logging-weekday-\(weekday)\""))
        }
        #expect(page.hasUniqueNames)
        #expect(page.isAllowedByPolicy)
    }

    @Test(
        arguments: [
            ("doing", "07:30, 21:00", ["07:30", "21:00"], false),
            ("doing", "", [], false), ("logging", " 21:15  22:00,", ["21:15", "22:00"], true),
        ] as [(String, String, [String], Bool)])
    func `the times of one kind are saved`(
        kind: String, text: String, times: [String], isForLogging: Bool
    ) async throws {
        let received = Received<Notifications.SetTimesRequest>()

        let reply = try await reply(.post, received, form: ["kind": kind, "times": text])

        #expect(reply?.location == "/activities/water/reminders?done=1")
        #expect(
            received.values == [
                Notifications.SetTimesRequest(
                    activity: "water", times: times, isForLogging: isForLogging, weekdays: [])
            ])
    }

    @Test(arguments: [([1, 3], false), ([3], true), ([], true)] as [([Int], Bool)])
    func `changed weekdays are saved`(weekdays: [Int], isChanged: Bool) async throws {
        let received = Received<Notifications.SetTimesRequest>()
        var form = ["kind": "logging", "times": "22:00"]
        for weekday in weekdays { form["weekday-\(weekday)"] = "1" }

        _ = try await reply(.post, received, form: form)

        let saved: [[Int]?] = isChanged ? [weekdays] : []
        #expect(received.values.map(\.weekdays) == saved)
    }

    @Test func `unchanged times are not saved`() async throws {
        let received = Received<Notifications.SetTimesRequest>()

        let reply = try await reply(.post, received, form: ["kind": "doing", "times": "08:00"])

        #expect(reply?.location == "/activities/water/reminders")
        #expect(received.values.isEmpty)
    }

    @Test func `a refused time is explained beside the field of its kind`() async throws {
        let reply = try await reply(
            .post, form: ["kind": "logging", "times": "8", "weekday-6": "1"])

        let page = try #require(reply?.page)
        #expect(page.status == 422)
        #expect(page.markup.contains("id=\"times-logging-error\""))
        let checked = page.markup.split(separator: "<input").filter { $0.contains(" checked") }
        #expect(checked.count == 1)
        #expect(checked.first?.contains("id=\"times-logging-weekday-6\"") == true)
        #expect(page.markup.contains("type=\"text\" value=\"8\""))
        #expect(page.markup.contains("type=\"text\" value=\"08:00\""))
        #expect(page.hasUniqueNames)
    }

    @Test func `a stale form shows both lists of times`() async throws {
        let received = Received<Notifications.SetTimesRequest>()

        let reply = try await reply(
            .post, received,
            form: [
                "kind": "doing", "times": "07:00", "weekday-7": "1",
                "revision": Revision.of(["06:00"]),
            ])

        let page = try #require(reply?.page)
        #expect(page.status == 409)
        #expect(page.markup.contains(">08:00<"))
        #expect(page.markup.contains(">07:00<"))
        #expect(page.markup.contains(">Sunday<"))
        #expect(page.markup.contains("value=\"\(Revision.of(["08:00"]))\""))
        #expect(received.values.isEmpty)
    }
}
