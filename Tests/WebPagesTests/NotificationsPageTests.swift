import Contracts
import RPC
import Testing
import Tracker

@testable import WebPages

/// The page of notifications.
@Suite struct NotificationsPageTests {
    private static func delivery(
        _ title: String, state: String, reason: String? = nil
    ) -> Notifications.Delivery {
        Notifications.Delivery(
            at: "2026-11-22T08:00:00Z", local: "2026-11-22T09:00", title: title, body: "",
            channel: "home", state: state, attempts: 1, reason: reason)
    }

    private static func page(
        times: [Notifications.ActivityTimes] = [], history: [Notifications.Delivery] = []
    ) async throws -> Page {
        let bus = FakeBus { router in
            router.answer(Notifications.list) { _, _ in
                Notifications.ListResponse(channels: [], next: [], pushKey: "key")
            }
            router.answer(Notifications.activityTimes) { _, _ in
                Notifications.TimesResponse(activities: times)
            }
            router.answer(Notifications.history) { request, _ in
                Notifications.HistoryResponse(
                    deliveries: Array(history.prefix(request.limit ?? 50)))
            }
        }
        let reply = try await bus.reply(
            .get, NotificationRoutes.path, in: NotificationRoutes.routes, bus.request())
        return try #require(reply?.page)
    }

    @Test func `reminder times lead to the page of their activity`() async throws {
        let page = try await Self.page(times: [
            Notifications.ActivityTimes(
                id: "read", name: "<img onerror=x>", times: ["08:00", "21:30"],
                isForLogging: false),
            Notifications.ActivityTimes(
                id: "read", name: "<img onerror=x>", times: ["22:00"], isForLogging: true,
                weekdays: [1, 3]),
        ])

        #expect(page.values(of: "href").contains("/activities/read/reminders"))
        #expect(page.markup.contains("08:00, 21:30"))
        #expect(page.markup.contains("22:00 on Monday, Wednesday, to log it"))
        #expect(page.hasUniqueNames)
        #expect(page.isAllowedByPolicy)
    }

    @Test func `the latest deliveries have their outcome`() async throws {
        let page = try await Self.page(history: [
            Self.delivery("Read", state: "delivered"),
            Self.delivery("Floss", state: "failed", reason: "The host does not answer."),
            Self.delivery("Walk", state: "withdrawn"),
        ])

        for text in [
            "home: delivered", "home: failed: The host does not answer.", "home: not sent",
        ] {
            #expect(page.markup.contains(text))
        }
    }

    @Test func `without times and deliveries the page says so`() async throws {
        let page = try await Self.page()

        #expect(page.markup.contains("No activity has reminder times."))
        #expect(page.markup.contains("No notification was sent yet."))
    }
}
