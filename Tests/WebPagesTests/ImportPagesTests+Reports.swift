import Contracts
import RPC
import Testing

@testable import WebPages

/// The page of the report of an import, and its undo.
extension ImportPagesTests {
    @Test func `a report has its counts by type and in total`() async throws {
        let bus = Self.bus([Self.report()])

        let page = try await bus.reply(
            .get, "/import/:id", in: ImportRoutes.routes, bus.request(["id": "7"]))?.page

        let markup = try #require(page?.markup)
        #expect(markup.contains("1,212 records read, 1,010 stored, 200 stored before"))
        #expect(markup.contains("<th scope=\"row\">Heart rate</th>"))
        #expect(markup.contains("<th scope=\"row\">All 2 types</th>"))
        #expect(!markup.contains("/rollback"))
        #expect(page?.hasUniqueNames == true)
    }

    @Test(arguments: [
        (
            "If the file was written in another zone, import it again with --zone.",
            "import it again, with that zone in &quot;Time zone of a file that does not record zones"
        ),
        (
            "If you lived there, set it with: dayline profile zone Asia/Tokyo",
            "set it in Settings, Time zone: Asia/Tokyo"
        ),
    ])
    func `the notice of a report says what to do in the browser`(notice: String, remedy: String) {
        var report = Self.report()
        report.notice = notice

        let page = ImportReportPage(
            report: report, quarantined: [], visitor: FakeBus.visitor
        ).page

        #expect(page.markup.contains(remedy))
        #expect(!page.markup.contains("--zone"))
        #expect(!page.markup.contains("dayline profile"))
    }

    @Test func `quarantined items and problems are escaped`() {
        var report = Self.report()
        report.problems = [
            ImportReport.Problem(offset: 9, line: 88_120, reason: Self.image, count: 3)
        ]
        let item = QuarantinedItem(
            type: "Workout", offset: 12, line: 0, reason: Self.image, text: Self.image)

        let page = ImportReportPage(
            report: report, quarantined: [item], visitor: FakeBus.visitor
        ).page

        #expect(!page.markup.contains("<img"))
        #expect(page.markup.contains("Line 88,120"))
        #expect(page.markup.contains("Byte 12"))
        #expect(page.hasUniqueNames)
    }

    @Test func `a cut file and a repeated file are named`() {
        var report = Self.report(isTruncated: true)
        report.sameAs = 3

        let page = ImportReportPage(report: report, quarantined: [], visitor: FakeBus.visitor).page

        #expect(page.markup.contains("The file ended early."))
        #expect(page.values(of: "href").contains("/import/3"))
    }

    @Test func `rows that reconciliation removed can be restored`() async throws {
        var report = Self.report()
        var removal = ImportReport.Removal(
            metric: "stepCount", source: "Phone", device: "", unit: "count")
        removal.count = 4
        report.removed = [removal]
        let bus = FakeBus { router in
            router.answer(Imports.rollBack) { _, _ in Self.report(8) }
        }

        let page = ImportReportPage(report: report, quarantined: [], visitor: FakeBus.visitor).page
        let reply = try await bus.reply(
            .post, "/import/:id/rollback", in: ImportRoutes.routes, bus.request(["id": "7"]))

        #expect(page.values(of: "action") == ["/import/7/rollback"])
        #expect(reply?.location == "/import/8?done=restored")
    }

    @Test func `an import is undone after a confirmation, and its undo can be restored`()
        async throws
    {
        var report = Self.report()
        report.canBeUndone = true
        let reports = [report]
        let bus = FakeBus { router in
            router.answer(ImportLog.get) { _, _ in
                ImportLog.GetResponse(report: reports[0], quarantinedItems: [])
            }
            router.answer(Imports.undo) { request, _ in Self.report(request.id + 1) }
        }

        let shown = try await bus.reply(
            .get, "/import/:id", in: ImportRoutes.routes, bus.request(["id": "7"]))?.page
        let confirmation = try await bus.reply(
            .get, "/import/:id/undo", in: ImportRoutes.routes, bus.request(["id": "7"]))?.page
        let reply = try await bus.reply(
            .post, "/import/:id/undo", in: ImportRoutes.routes,
            bus.request(["id": "7"], form: ["what": "samples"]))

        #expect(shown?.values(of: "href").contains("/import/7/undo") == true)
        #expect(confirmation?.values(of: "action") == ["/import/7/undo"])
        #expect(confirmation?.markup.contains("stored 1,010 records") == true)
        #expect(confirmation?.markup.contains("name=\"what\" value=\"samples\"") == true)
        #expect(confirmation?.hasUniqueNames == true)
        #expect(confirmation?.isAllowedByPolicy == true)
        #expect(reply?.location == "/import/8?done=undone")
    }

    @Test func `a refused undo shows its reason on the confirmation`() async throws {
        let bus = FakeBus { router in
            router.answer(ImportLog.get) { _, _ in
                ImportLog.GetResponse(report: Self.report(), quarantinedItems: [])
            }
            router.answer(Imports.undo) { _, _ in
                throw Status(.failedPrecondition, "Import 7 has added nothing.")
            }
        }

        let reply = try await bus.reply(
            .post, "/import/:id/undo", in: ImportRoutes.routes,
            bus.request(["id": "7"], form: ["what": "samples"]))

        #expect(reply?.page?.status == 409)
        #expect(reply?.page?.markup.contains("Import 7 has added nothing.") == true)
    }

    @Test func `an undone import names its undo, and has no undo itself`() {
        var undone = Self.report()
        undone.canBeUndone = false
        undone.undoneBy = 8
        var undo = Self.report(8, file: "undo of import 7")
        undo.undoes = 7
        var removal = ImportReport.Removal(
            metric: "stepCount", source: "Phone", device: "", unit: "count")
        removal.count = 4
        undo.removed = [removal]

        let page = ImportReportPage(
            report: undone, quarantined: [], visitor: FakeBus.visitor, undo: .removed(by: 8)
        ).page
        let undoPage = ImportReportPage(
            report: undo, quarantined: [], visitor: FakeBus.visitor
        ).page

        #expect(page.markup.contains("The import is undone."))
        #expect(page.values(of: "href").contains("/import/8"))
        #expect(!page.values(of: "href").contains("/import/7/undo"))
        #expect(undoPage.markup.contains("Import 7 had added these rows."))
        #expect(undoPage.values(of: "action") == ["/import/8/rollback"])
        #expect(Self.page([undone]).markup.contains(">undone<"))
    }

    @Test func `an undone import that was put back leads to the import that restored it`()
        async throws
    {
        var report = Self.report()
        report.canBeUndone = false
        report.undoneBy = 8
        report.restoredBy = 9
        let bus = Self.bus([report])

        let page = try await bus.reply(
            .get, "/import/:id", in: ImportRoutes.routes, bus.request(["id": "7"]))?.page

        #expect(page?.values(of: "href").contains("/import/9") == true)
        #expect(page?.markup.contains("The import is undone.") == false)
        #expect(page?.hasUniqueNames == true)
        #expect(Self.page([report]).markup.contains(">restored<"))
        #expect(!Self.page([report]).markup.contains(">undone<"))
    }

    @Test func `a report is also a JSON document`() async throws {
        let bus = Self.bus([Self.report()])

        let reply = try await bus.reply(
            .get, "/import/:id", in: ImportRoutes.routes, bus.request(["id": "7.json"]))

        guard case .document(let type, let bytes) = reply else {
            Issue.record("The reply is not a document.")
            return
        }
        #expect(type == "application/json")
        #expect(String(decoding: bytes, as: UTF8.self).contains("\"importer\""))
    }

    @Test(arguments: ["x", "", "0", "-3", "99999999999999999999", ".json"])
    func `an invalid number is not found`(id: String) async throws {
        let bus = Self.bus([])

        let error = await #expect(throws: Status.self) {
            _ = try await bus.reply(
                .get, "/import/:id", in: ImportRoutes.routes, bus.request(["id": id]))
        }

        #expect(error?.code == .notFound)
    }
}
