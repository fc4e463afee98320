import Contracts
import RPC
import Testing

@testable import WebPages

/// The undo of the tracker records of an import.
@Suite struct ImportUndoTests {
    private static func report(_ id: Int64, step: Int64?) -> ImportReport {
        var report = ImportReport(
            id: id, importer: "dayline-json", file: "diary.json", bytes: 100, seconds: 1,
            byType: ["Entry": ImportReport.Counts(read: 3, stored: 3)], problems: [],
            ignoredMetadata: [:], isTruncated: false, isDryRun: false, version: 3)
        report.step = step
        return report
    }

    /// A bus with three imports of the same file name, of which the oldest has stored no tracker records, and
    /// the next steps by number.
    private static func bus(
        undo: Int64? = nil, redo: Int64? = nil, undone: Received<Int64?> = Received()
    ) -> FakeBus {
        FakeBus { router in
            let reports = [report(8, step: 41), report(7, step: 30), report(6, step: nil)]
            router.answer(ImportLog.get) { request, _ in
                guard let report = reports.first(where: { $0.id == request.id }) else {
                    throw Status(.notFound, "There is no import \(request.id).")
                }
                return ImportLog.GetResponse(report: report, quarantinedItems: [])
            }
            router.answer(TrackerRecords.nextStep) { request, _ in
                guard let step = request.direction == .undo ? undo : redo else {
                    throw Status(.failedPrecondition, "No step.")
                }
                return TrackerRecords.NextResponse(
                    step: step, summary: "import diary.json", sample: nil)
            }
            router.answer(Journal.undo) { request, _ in
                guard request.step == 41 else { throw Status(.aborted, "Another step is newer.") }
                undone.add(request.step)
                return Journal.StepResponse(summary: "import diary.json", records: [])
            }
        }
    }

    private func page(_ id: String, _ path: String, _ bus: FakeBus) async throws -> WebReply? {
        try await bus.reply(.get, path, in: ImportRoutes.routes, bus.request(["id": id]))
    }

    @Test func `only the import of the newest step can be undone`() async throws {
        let newest = Self.bus(undo: 41)
        let older = Self.bus(undo: 30, redo: 41)
        let other = Self.bus(undo: 42)

        #expect(try await offersUndo(of: "8", newest))
        #expect(try await !offersUndo(of: "7", newest))
        #expect(try await !offersUndo(of: "8", older))
        #expect(try await offersUndo(of: "7", older))
        #expect(try await !offersUndo(of: "8", other))
        #expect(try await page("8", "/import/:id/undo", other)?.location == "/import/8")
    }

    @Test(arguments: [nil, 41] as [Int64?])
    func `an import without tracker records has no undo`(step: Int64?) async throws {
        let bus = Self.bus(undo: step, redo: step)

        let markup = try #require(try await page("6", "/import/:id", bus)?.page?.markup)

        #expect(!markup.contains("/undo"))
        #expect(!markup.contains("The import is undone."))
    }

    private func offersUndo(of id: String, _ bus: FakeBus) async throws -> Bool {
        try await page(id, "/import/:id", bus)?.page?.values(of: "href")
            .contains("/import/\(id)/undo") == true
    }

    @Test func `an undo is confirmed with the number of records`() async throws {
        let undone = Received<Int64?>()
        let bus = Self.bus(undo: 41, undone: undone)

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
        let bus = Self.bus(undo: 41)

        let reply = try await bus.reply(
            .post, "/import/:id/undo", in: ImportRoutes.routes,
            bus.request(["id": "8"], form: ["step": "40"]))

        #expect(reply?.page?.status == 409)
        #expect(reply?.page?.markup.contains("Another step is newer.") == true)
    }

    @Test func `a form that does not say what it undoes removes nothing`() async throws {
        let undone = Received<Int64?>()
        let bus = FakeBus { router in
            router.answer(Imports.undo) { request, _ in
                undone.add(request.id)
                return Self.report(9, step: nil)
            }
        }

        let refusal = await #expect(throws: Status.self) {
            _ = try await bus.reply(
                .post, "/import/:id/undo", in: ImportRoutes.routes, bus.request(["id": "8"]))
        }

        #expect(refusal?.code == .invalidArgument)
        #expect(undone.values.isEmpty)
    }

    @Test func `the report of an undone import says so`() async throws {
        let bus = Self.bus(undo: 40, redo: 41)

        let markup = try await page("8", "/import/:id", bus)?.page?.markup

        #expect(markup?.contains("The import is undone.") == true)
    }
}
