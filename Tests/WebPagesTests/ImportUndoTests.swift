import Contracts
import RPC
import Testing

@testable import WebPages

/// The undo of the tracker records of an import.
@Suite struct ImportUndoTests {
    private static func report(_ id: Int64, file: String = "diary.json") -> ImportReport {
        ImportReport(
            id: id, importer: "dayline-json", file: file, bytes: 100, seconds: 1,
            byType: ["Entry": ImportReport.Counts(read: 3, stored: 3)], problems: [],
            ignoredMetadata: [:], isTruncated: false, isDryRun: false, version: 3)
    }

    /// A bus with two imports of the same file name, the newest first, and the next steps.
    private static func bus(
        undo: String = "", redo: String = "", undone: Received<Int64?> = Received()
    ) -> FakeBus {
        FakeBus { router in
            let reports = [report(8), report(7)]
            router.answer(ImportLog.list) { _, _ in ImportLog.ListResponse(imports: reports) }
            router.answer(ImportLog.get) { request, _ in
                guard let report = reports.first(where: { $0.id == request.id }) else {
                    throw Status(.notFound, "There is no import \(request.id).")
                }
                return ImportLog.GetResponse(report: report, quarantinedItems: [])
            }
            router.answer(TrackerRecords.nextStep) { request, _ in
                let summary = request.direction == .undo ? undo : redo
                guard !summary.isEmpty else { throw Status(.failedPrecondition, "No step.") }
                return TrackerRecords.NextResponse(step: 41, summary: summary, sample: nil)
            }
            router.answer(Journal.undo) { request, _ in
                guard request.step == 41 else { throw Status(.aborted, "Another step is newer.") }
                undone.add(request.step)
                return Journal.StepResponse(summary: undo, records: [])
            }
        }
    }

    private func page(_ id: String, _ path: String, _ bus: FakeBus) async throws -> WebReply? {
        try await bus.reply(.get, path, in: ImportRoutes.routes, bus.request(["id": id]))
    }

    @Test func `only the newest step can be undone`() async throws {
        let newest = Self.bus(undo: "import diary.json")
        let other = Self.bus(undo: "log Floss")

        #expect(
            try await page("8", "/import/:id", newest)?.page?.values(of: "href")
                .contains("/import/8/undo") == true)
        #expect(
            try await page("7", "/import/:id", newest)?.page?.markup.contains("/undo") == false)
        #expect(try await page("8", "/import/:id", other)?.page?.markup.contains("/undo") == false)
        #expect(try await page("8", "/import/:id/undo", other)?.location == "/import/8")
    }

    @Test func `an undo is confirmed with the number of records`() async throws {
        let undone = Received<Int64?>()
        let bus = Self.bus(undo: "import diary.json", undone: undone)

        let question = try await page("8", "/import/:id/undo", bus)?.page
        let answer = try await bus.reply(
            .post, "/import/:id/undo", in: ImportRoutes.routes,
            bus.request(["id": "8"], form: ["step": "41"]))

        #expect(question?.markup.contains("stored 3 records") == true)
        #expect(question?.markup.contains("name=\"step\" value=\"41\"") == true)
        #expect(answer?.location == "/import/8?undone=1")
        #expect(undone.values == [41])
    }

    @Test func `an undo after another change is refused with its reason`() async throws {
        let bus = Self.bus(undo: "import diary.json")

        let reply = try await bus.reply(
            .post, "/import/:id/undo", in: ImportRoutes.routes,
            bus.request(["id": "8"], form: ["step": "40"]))

        #expect(reply?.page?.status == 409)
        #expect(reply?.page?.markup.contains("Another step is newer.") == true)
    }

    @Test func `the report of an undone import says so`() async throws {
        let bus = Self.bus(undo: "log Floss", redo: "import diary.json")

        let markup = try await page("8", "/import/:id", bus)?.page?.markup

        #expect(markup?.contains("The import is undone.") == true)
    }
}
