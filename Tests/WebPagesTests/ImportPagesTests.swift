import Contracts
import RPC
import Testing

@testable import WebPages

@Suite struct ImportPagesTests {
    private static let image = "<img onerror=x>"

    private static func report(
        _ id: Int64 = 7, file: String = "export.zip", isTruncated: Bool = false
    ) -> ImportReport {
        var report = ImportReport(
            id: id, importer: "apple-health", file: file, bytes: 1_100_000_000, seconds: 151,
            byType: [
                "heartRate": ImportReport.Counts(read: 1200, stored: 1000, duplicate: 200),
                "Workout": ImportReport.Counts(read: 12, stored: 10, quarantined: 2),
            ], problems: [], ignoredMetadata: [:], isTruncated: isTruncated, isDryRun: false,
            version: 3)
        report.importedAt = "2026-10-18T14:18:03+02:00"
        return report
    }

    private static func running(
        _ id: Int64 = 1, file: String = "export.zip", profile: String = "default",
        state: Imports.Progress.Stage = .reading, totalBytes: Int64 = 200
    ) -> Imports.RunningImport {
        Imports.RunningImport(
            id: id, file: file, importer: "apple-health", profile: profile, state: state,
            bytes: 124, totalBytes: totalBytes, silentSeconds: 0)
    }

    private static func bus(
        _ reports: [ImportReport], running: [Imports.RunningImport] = [],
        quarantined: [QuarantinedItem] = []
    ) -> FakeBus {
        FakeBus { router in
            router.answer(ImportLog.list) { _, _ in ImportLog.ListResponse(imports: reports) }
            router.answer(ImportLog.get) { request, _ in
                guard let report = reports.first(where: { $0.id == request.id }) else {
                    throw Status(.notFound, "There is no import \(request.id).")
                }
                return ImportLog.GetResponse(report: report, quarantinedItems: quarantined)
            }
            router.answer(Imports.running) { _, _ in Imports.RunningResponse(running: running) }
            router.answer(Imports.cancel) { request, _ in
                guard running.contains(where: { $0.id == request.id && $0.state == .reading })
                else { throw Status(.failedPrecondition, "The import is being stored.") }
                return Empty()
            }
        }
    }

    private static func page(
        _ past: [ImportReport], _ running: [Imports.RunningImport]? = [],
        failed: [Pushes.FailedPush] = [], problem: Status? = nil
    ) -> Page {
        ImportPage(
            past: ImportLog.ListResponse(imports: past), running: running, failed: failed,
            importers: [], visitor: FakeBus.visitor, problem: problem
        ).page
    }

    // MARK: List

    @Test func `a profile without imports shows the drop zone and an empty list`() {
        let page = Self.page([])

        #expect(page.markup.contains("No import yet"))
        #expect(page.values(of: "action") == ["/import"])
        #expect(page.values(of: "enctype") == ["multipart/form-data"])
        #expect(page.hasUniqueNames)
    }

    @Test func `running and past imports are listed with unique names`() {
        let page = Self.page([Self.report(7), Self.report(6, isTruncated: true)], [Self.running()])

        #expect(page.markup.contains("62 %"))
        #expect(page.markup.contains("18 October 2026 at 14:18, 1,010 of 1,212 stored"))
        #expect(page.markup.contains("ended early"))
        #expect(page.values(of: "action").contains("/import/running/1/cancel"))
        #expect(page.hasUniqueNames)
        #expect(page.isAllowedByPolicy)
    }

    @Test func `an import of which nothing was known is not listed as complete`() {
        var report = Self.report()
        (report.read, report.stored, report.duplicate, report.quarantined) = (2, 0, 0, 0)
        report.ignored = 2

        let page = Self.page([report])

        #expect(page.markup.contains("all ignored"))
        #expect(!page.markup.contains(">complete<"))
    }

    @Test func `a pushed file that failed is listed with its reason and two buttons`() {
        let push = Pushes.FailedPush(
            id: "019ac3f0b2c4-5e1f", receivedAt: "2026-10-18T12:18:03Z", bytes: 2048,
            reason: Self.image)

        let page = Self.page([], failed: [push])

        #expect(page.markup.contains("&lt;img onerror=x&gt;"))
        #expect(!page.markup.contains("<img"))
        #expect(
            page.values(of: "action") == [
                "/import", "/import/push/019ac3f0b2c4-5e1f/retry",
                "/import/push/019ac3f0b2c4-5e1f/remove",
            ])
        #expect(page.hasUniqueNames)
        #expect(page.isAllowedByPolicy)
    }

    @Test func `a pushed file without its profile waits and can be removed`() {
        let push = Pushes.FailedPush(
            id: "019ac3f0b2c4-5e1f", receivedAt: "2026-10-18T12:18:03Z", bytes: 2048,
            reason: "There is no profile \"kim\".", missingProfile: "kim")

        let page = Self.page([], failed: [push])

        #expect(page.markup.contains("waiting"))
        #expect(!page.markup.contains("It could not be imported."))
        #expect(
            page.values(of: "action") == ["/import", "/import/push/019ac3f0b2c4-5e1f/remove"])
        #expect(page.hasUniqueNames)
    }

    @Test func `names of files are escaped`() {
        let page = Self.page([Self.report(file: Self.image)], [Self.running(file: Self.image)])

        #expect(!page.markup.contains("<img"))
        #expect(page.markup.contains("&lt;img onerror=x&gt;"))
    }

    @Test func `without the ingestion worker the past imports are listed`() {
        let page = Self.page([Self.report()], nil)

        #expect(page.markup.contains("Running imports are not shown."))
        #expect(page.markup.contains("/import/7"))
    }

    @Test func `a refused file shows the reason beside the field`() {
        let problem = Status(.invalidArgument, "The file is empty.", hint: "Choose another file.")

        let page = Self.page([], problem: problem)

        #expect(page.status == 422)
        #expect(page.values(of: "aria-describedby") == ["file-error"])
        #expect(page.markup.contains("The file is empty. Choose another file."))
    }

    @Test func `imports of other profiles are not listed`() async throws {
        let bus = Self.bus([], running: [Self.running(profile: "anna")])

        let page = try await ImportRoutes.list(bus.request())

        #expect(page.markup.contains("No import yet"))
    }

    // MARK: Running imports

    @Test func `a running import shows its progress`() {
        let page = ImportRunPage(running: Self.running(), visitor: FakeBus.visitor).page

        #expect(page.markup.contains("<progress"))
        #expect(page.markup.contains("value=\"62\""))
        #expect(page.script == "import")
        #expect(page.topics == [.imports])
        #expect(page.hasUniqueNames)
    }

    @Test func `an import of unknown size has a bar without a value`() {
        let page = ImportRunPage(
            running: Self.running(totalBytes: 0), visitor: FakeBus.visitor
        ).page

        #expect(!page.markup.contains("value=\"62\""))
        #expect(page.markup.contains("124 B so far read"))
    }

    @Test func `an import that is being stored cannot be stopped`() {
        let page = ImportRunPage(
            running: Self.running(state: .publishing), visitor: FakeBus.visitor
        ).page

        #expect(page.values(of: "action").isEmpty)
    }

    @Test func `a stopped import leads to the list`() async throws {
        let bus = Self.bus([], running: [Self.running()])

        let reply = try await bus.reply(
            .post, "/import/running/:id/cancel", in: ImportRoutes.routes, bus.request(["id": "1"]))

        #expect(reply?.location == "/import?done=stopped")
    }

    @Test func `a refused stop shows the import with the reason`() async throws {
        let bus = Self.bus([], running: [Self.running(state: .publishing)])

        let reply = try await bus.reply(
            .post, "/import/running/:id/cancel", in: ImportRoutes.routes, bus.request(["id": "1"]))

        #expect(reply?.page?.status == 409)
        #expect(reply?.page?.markup.contains("The import is being stored.") == true)
    }

    @Test(arguments: ["2", "1"])
    func `an ended import and one of another profile lead to the list`(id: String) async throws {
        let bus = Self.bus([], running: [Self.running(profile: "anna")])

        let reply = try await bus.reply(
            .get, "/import/running/:id", in: ImportRoutes.routes, bus.request(["id": id]))

        #expect(reply?.location == "/import?done=ended")
    }

    // MARK: Reports

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

    @Test(
        arguments: [
            ("heartRate", "Heart rate"),
            ("heartRateVariabilitySDNN", "Heart rate variability SDNN"),
            ("Workout", "Workout"), ("ActivitySummary", "Activity summary"), ("", ""),
            ("vo2Max", "Vo2 max"),
        ])
    func `a key becomes words`(key: String, title: String) {
        #expect(KeyTitle.title(key) == title)
    }
}
