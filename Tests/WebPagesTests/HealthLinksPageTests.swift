import Contracts
import RPC
import Testing
import Tracker

@testable import WebPages

/// A profile with an activity that reads steps, one that is written, and one without a link.
private struct FakeLinks {
    let syncs = Received<HealthLinks.SyncRequest>()
    var readsWeights = false
    var areLinked = true
    /// The problem of the synced activity; nil: none.
    var problem: String?

    private static var activities: [Activities.Item] {
        var steps = FakeActivities.item("a1", "<b>Steps")
        steps.health = HealthLink(metric: "stepCount")
        var water = FakeActivities.item("a2", "Water")
        water.health = HealthLink(metric: "dietaryWater", mode: .write)
        return [steps, water, FakeActivities.item("a3", "Floss")]
    }

    private var bus: FakeBus {
        let (syncs, areLinked, problem) = (syncs, areLinked, problem)
        let settings = readsWeights ? [Settings.weightHealth: "read"] : [:]
        return FakeBus { router in
            router.handle(Activities.list) { _, _ in
                Activities.ListResponse(activities: areLinked ? Self.activities : [])
            }
            router.handle(Settings.list) { _, _ in Settings.ListResponse(values: settings) }
            router.handle(HealthLinks.sync) { request, _ in
                syncs.add(request)
                return HealthLinks.SyncResponse(
                    activities: [
                        HealthLinks.ActivityResult(
                            activity: "<b>Steps", metric: "stepCount", added: 12, updated: 1,
                            problem: problem)
                    ], weight: nil)
            }
        }
    }

    func page(_ method: WebRoute.Method = .get) async throws -> Page {
        let reply = try await bus.reply(
            method, "/settings/health", in: HealthLinkRoutes.routes,
            bus.request(form: method == .post ? ["key": "k1"] : [:]))
        return try #require(reply?.page)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct HealthLinksPageTests {
    @Test func `linked activities have their metric and direction`() async throws {
        let page = try await FakeLinks().page()

        #expect(page.markup.contains("&lt;b&gt;Steps"))
        #expect(page.markup.contains("Reads Steps"))
        #expect(page.markup.contains("Is written to Water"))
        #expect(!page.markup.contains("Floss"))
        #expect(page.values(of: "href").contains("/export/outbox.xml"))
        #expect(MarkupAudit(page).faults == [])
    }

    @Test func `the button reads health data and states the changes`() async throws {
        let links = FakeLinks()

        let page = try await links.page(.post)

        #expect(links.syncs.values.count == 1)
        #expect(page.markup.contains("12 days added, 1 changed"))
        #expect(page.toast.markup.contains("Health data was read."))
    }

    @Test func `an activity that cannot be read has the reason`() async throws {
        let page = try await FakeLinks(problem: "The unit is wrong since 2026-11-03.").page(.post)

        #expect(page.markup.contains("The unit is wrong since 3 November 2026."))
        #expect(!page.markup.contains("12 days added"))
    }

    @Test(arguments: [true, false])
    func `without a link only weights can be read`(readsWeights: Bool) async throws {
        let page = try await FakeLinks(readsWeights: readsWeights, areLinked: false).page()

        #expect(page.markup.contains("No activity is linked."))
        #expect(page.markup.contains("health-read-now") == readsWeights)
        #expect(!page.markup.contains("/export/outbox.xml"))
    }
}
