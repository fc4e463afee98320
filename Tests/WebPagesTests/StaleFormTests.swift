import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@testable import WebPages

/// Stale forms of goals, weights and entries.
@Suite struct StaleFormTests {
    private func page(_ reply: WebReply) throws -> Page { try #require(reply.page) }

    @Test func `a stale form of a goal shows both titles`() async throws {
        let goal = Goals.Goal.sample()
        let services = FakeGoals(goals: [goal])

        let reply = try await services.answer(
            .post, "/goals/:id", id: goal.id,
            form: ["title": "Mine", "deadline": "", "revision": "0"])

        let page = try page(reply)
        #expect(page.status == 409)
        #expect(page.markup.contains(">Mine<"))
        #expect(page.markup.contains("value=\"\(goal.revision)\""))
        #expect(page.hasUniqueNames)
    }

    @Test func `a form of the present goal is saved`() async throws {
        let goal = Goals.Goal.sample()
        let services = FakeGoals(goals: [goal])

        let reply = try await services.answer(
            .post, "/goals/:id", id: goal.id,
            form: ["title": "Mine", "deadline": "", "revision": goal.revision])

        #expect(reply.location == "/goals/\(goal.id)?done=1")
    }

    @Test func `a stale form of a weight shows both weights`() async throws {
        let row = Weights.Row.sample("w1", weight: 78)
        let services = FakeGoals(weights: [row])

        let reply = try await services.answer(
            .post, "/weight/:id", id: "w1",
            form: [
                "value": "81.5", "unit": "kg", "on": "\(row.date)", "revision": "0",
                "note": row.note ?? "",
            ])

        let page = try page(reply)
        #expect(page.status == 409)
        #expect(page.markup.contains(">78<"))
        #expect(page.markup.contains(">81.5<"))
        #expect(page.markup.contains("value=\"\(row.revision)\""))
    }

    @Test func `a stale sheet of an entry shows both notes`() async throws {
        let entry = FakeActivities.entry(note: "cold")
        let fake = FakeActivities([], entries: [entry])
        let stored = EntryForm(entry)
        var form = [
            "entry": entry.id.rawValue, "date": stored.day, "note": "warm", "revision": "0",
        ]
        form["value"] = stored.value

        let page = try await fake.page(
            .post, "/activities/:id/entries", ["id": "water"], form: form)

        #expect(page?.status == 409)
        #expect(page?.markup.contains(">cold<") == true)
        #expect(page?.markup.contains(">warm<") == true)
        #expect(fake.changes.isEmpty)
    }
}
