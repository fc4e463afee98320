import Contracts
import RPC
import Testing

@testable import WebPages

@Suite struct ImportPagesTests {
    static let image = "<img onerror=x>"

    static func report(
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

    static func bus(
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

    static func page(
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
