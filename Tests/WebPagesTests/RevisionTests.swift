import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@testable import WebPages

/// Forms of an older state than that of their record.
@Suite struct RevisionTests {
    @Test(arguments: [
        (["a", "b"], ["ab", ""]), (["a", nil], ["a", ""]), (["1", "2"], ["2", "1"]),
        ([nil, "a"], ["a", nil]),
    ])
    func `different values have different revisions`(first: [String?], second: [String?]) {
        #expect(Revision.of(first) != Revision.of(second))
        #expect(Revision.of(first) == Revision.of(first))
    }

    @Test func `a form without a revision is not stale`() {
        #expect(!Revision.isStale([:], current: "1"))
        #expect(!Revision.isStale(["revision": "1"], current: "1"))
        #expect(Revision.isStale(["revision": "0"], current: "1"))
    }

    // MARK: Settings

    private static func settings(
        _ stored: [String: String], changes: Received<String>
    ) -> FakeBus {
        FakeBus { router in
            router.answer(Settings.list) { _, _ in Settings.ListResponse(values: stored) }
            router.answer(Settings.set) { request, _ in
                changes.add("\(request.key)=\(request.value ?? "")")
                return Empty()
            }
        }
    }

    @Test func `a stale form of settings shows both values and stores none`() async throws {
        let changes = Received<String>()
        let bus = Self.settings(["weekStart": "sunday"], changes: changes)
        let form = [
            "weekStart": "monday", "units": "metric", "csrf": "t", "key": "k",
            "revision": SettingsForm.revision(of: [:]),
        ]

        let reply = try await bus.reply(
            .post, "/settings", in: SettingsRoutes.routes, bus.request(form: form))

        let page = try #require(reply?.page)
        #expect(page.status == 409)
        #expect(page.markup.contains("Sunday"))
        #expect(page.markup.contains("Monday"))
        #expect(page.values(of: "name").filter { $0 == "revision" }.count == 1)
        #expect(page.values(of: "name").filter { $0 == "csrf" }.count == 1)
        #expect(
            page.markup.contains(
                SettingsForm.revision(of: ["weekStart": "sunday"])))
        #expect(page.hasUniqueNames)
        #expect(changes.values.isEmpty)
    }

    @Test func `a form of the present settings is stored`() async throws {
        let changes = Received<String>()
        let stored = ["weekStart": "sunday"]
        let bus = Self.settings(stored, changes: changes)

        let reply = try await bus.reply(
            .post, "/settings", in: SettingsRoutes.routes,
            bus.request(form: [
                "weekStart": "monday", "revision": SettingsForm.revision(of: stored),
            ]))

        #expect(reply?.location == "/settings?done=1")
        #expect(changes.values == ["weekStart=monday"])
    }

    // MARK: Photos

    private static let photo = Photo(
        id: "e1:Front", entry: Entry.ID("e1"), activityID: Activity.ID("a1"), activity: "Face",
        date: CivilDate(days: 20_779), view: "Front",
        file: String(repeating: "0", count: 64) + ".jpg", note: "before")

    private static func photos(_ edits: Received<Entries.EditRequest>) -> FakeBus {
        FakeBus { router in
            router.answer(Photos.show) { _, _ in photo }
            router.answer(Photos.list) { _, _ in
                Photos.ListResponse(photos: [photo], total: 1, views: ["Front"])
            }
            router.answer(Entries.edit) { request, _ in
                edits.add(request)
                throw Status(.invalidArgument, "The day is after today.")
            }
        }
    }

    private func edit(
        _ form: [String: String], _ edits: Received<Entries.EditRequest> = Received()
    ) async throws -> Page {
        let bus = Self.photos(edits)
        let reply = try await bus.reply(
            .post, "/photos/:id/edit", in: PhotoRoutes.routes,
            bus.request(["id": "e1%3AFront"], form: form))
        return try #require(reply?.page)
    }

    @Test func `only the changed caption of a photo is sent`() async throws {
        let edits = Received<Entries.EditRequest>()

        let page = try await edit(
            ["note": "after", "date": "2026-11-22", "revision": Self.photo.revision], edits)

        #expect(edits.values == [Entries.EditRequest(id: Entry.ID("e1"), note: "after")])
        #expect(page.status == 422)
        #expect(page.markup.contains("id=\"photo-caption-error\""))
    }

    @Test(arguments: ["", "soon"])
    func `a photo needs a day`(day: String) async throws {
        let edits = Received<Entries.EditRequest>()

        let page = try await edit(["note": "after", "date": day], edits)

        #expect(page.status == 422)
        #expect(page.markup.contains("id=\"photo-day-error\""))
        #expect(page.markup.contains("value=\"after\""))
        #expect(edits.values.isEmpty)
    }

    @Test func `a stale form of a photo shows both captions`() async throws {
        let edits = Received<Entries.EditRequest>()

        let page = try await edit(
            ["note": "mine", "date": "2026-11-22", "revision": "0"], edits)

        #expect(page.status == 409)
        #expect(page.markup.contains("before"))
        #expect(page.markup.contains("mine"))
        #expect(page.markup.contains("name=\"revision\" value=\"\(Self.photo.revision)\""))
        #expect(edits.values.isEmpty)
    }
}
