import Contracts
import RPC
import Testing

@testable import WebPages

@Suite struct ToastTests {
    private func bus(
        _ summary: String = "log Walk on 2026-11-22", _ undone: Received<Int64?> = Received()
    ) -> FakeBus {
        FakeBus { router in
            router.handle(TrackerRecords.nextStep) { request, _ in
                TrackerRecords.NextResponse(
                    step: 7, summary: request.direction == .undo ? summary : "redo \(summary)",
                    sample: nil)
            }
            router.handle(Journal.undo) { request, _ in
                undone.add(request.step)
                return Journal.StepResponse(summary: summary, records: [])
            }
        }
    }

    private func toast(
        _ path: String, _ query: [String: String], after summary: String = "log Walk on 2026-11-22"
    ) async -> String {
        let request = WebRequest(
            path: path, parameters: [:], query: query, form: [:], visitor: FakeBus.visitor,
            client: Client(inProcess: bus(summary)))
        return await Toast.html(request).markup
    }

    @Test func `the undo of a change names its step and the page`() async {
        let markup = await toast("/weight", ["done": "1", "range": "a b"])

        #expect(markup.contains("name=\"step\" value=\"7\""))
        #expect(markup.contains("name=\"back\" value=\"/weight?range=a%20b\""))
    }

    @Test(arguments: [
        ("/goals/g1", "/goals"), ("/activities/water", "/activities"), ("/weight", "/weight"),
        ("/photos", "/photos"),
    ])
    func `the undo of an addition leads to a page that exists`(path: String, back: String) async {
        let markup = await toast(path, ["done": "1"], after: "add Water")

        #expect(markup.contains("name=\"back\" value=\"\(back)\""))
    }

    @Test func `an undone step is named, and a page without a mark has no toast`() async {
        let undone = await toast("/weight", ["undone": "1"])

        #expect(undone.contains("Undone: redo log Walk on 22 November 2026."))
        #expect(!undone.contains("<form"))
        #expect(await toast("/weight", [:]).isEmpty)
    }

    @Test(arguments: [
        ("/weight", "/weight?undone=1"), ("/week?on=2026-11-22", "/week?on=2026-11-22&undone=1"),
        ("//example.com/", "/?undone=1"), ("https://example.com/", "/?undone=1"),
        ("/\\example.com", "/?undone=1"), ("/a\r\nb", "/?undone=1"), ("", "/?undone=1"),
    ])
    func `undo leads back to a page of the web app`(back: String, location: String) async throws {
        let undone = Received<Int64?>()
        let bus = bus("log Walk", undone)

        let reply = try await bus.reply(
            .post, "/undo", in: DayRoutes.routes, bus.request(form: ["step": "7", "back": back]))

        #expect(reply?.location == location)
        #expect(undone.values == [7])
    }
}
