import CivilTime
import Contracts
import RPC
import Testing

@testable import WebPages

@Suite struct VacationsPageTests {
    private static let first = CivilDate(2026, 12, 24) ?? CivilDate(days: 0)

    /// A profile with a vacation. The first days that are added or removed change no day.
    private static func bus(_ received: Received<String> = Received()) -> FakeBus {
        @Sendable func change(
            _ verb: String, _ vacation: Vacations.Vacation
        ) throws -> Vacations.ChangeResponse {
            guard vacation.from.distance(to: vacation.to) < 366 else {
                throw Status(.invalidArgument, "The range has more than 366 days.")
            }
            received.add("\(verb) \(vacation.from) \(vacation.to)")
            let days = vacation.from == first ? [] : [vacation.from]
            return Vacations.ChangeResponse(days: days, skips: days.count)
        }
        return FakeBus { router in
            router.answer(Vacations.list) { _, _ in
                Vacations.ListResponse(vacations: [
                    Vacations.Vacation(from: first, to: first.advanced(by: 3))
                ])
            }
            router.answer(Vacations.add) { request, _ in try change("add", request) }
            router.answer(Vacations.remove) { request, _ in try change("remove", request) }
        }
    }

    private func reply(
        _ method: WebRoute.Method, _ path: String, _ bus: FakeBus, form: [String: String] = [:]
    ) async throws -> WebReply? {
        try await bus.reply(
            method, "/settings/vacations" + path, in: VacationRoutes.routes,
            bus.request(form: form))
    }

    @Test func `a vacation has its days and a button that removes it`() async throws {
        let page = try #require(try await reply(.get, "", Self.bus())?.page)

        #expect(page.markup.contains("4 days"))
        #expect(page.values(of: "value").contains("2026-12-27"))
        #expect(page.hasUniqueNames)
        #expect(page.isAllowedByPolicy)
    }

    @Test(
        arguments: [
            (
                "", ["from": "2027-01-02", "to": "2027-01-03"], "add 2027-01-02 2027-01-03",
                "?done=1"
            ),
            ("", ["from": "2027-01-02", "to": ""], "add 2027-01-02 2027-01-02", "?done=1"),
            ("", ["from": "2026-12-24", "to": ""], "add 2026-12-24 2026-12-24", "?done=complete"),
            (
                "/remove", ["from": "2027-01-02", "to": "2027-01-03"],
                "remove 2027-01-02 2027-01-03", "?done=1"
            ),
            (
                "/remove", ["from": "2026-12-24", "to": "2026-12-24"],
                "remove 2026-12-24 2026-12-24", ""
            ),
        ] as [(String, [String: String], String, String)])
    func `a form changes the days that it names`(
        path: String, form: [String: String], expected: String, query: String
    ) async throws {
        let received = Received<String>()

        let reply = try await reply(.post, path, Self.bus(received), form: form)

        #expect(reply?.location == "/settings/vacations\(query)")
        #expect(received.values == [expected])
    }

    @Test(
        arguments: [
            (["from": ""], "vacation-from-error"), (["from": "x"], "vacation-from-error"),
            (["from": "2027-01-02", "to": "2027-01-01"], "vacation-to-error"),
            (["from": "2027-01-02", "to": "2029-01-02"], "vacation-to-error"),
        ] as [([String: String], String)])
    func `a refused vacation is explained beside its field`(
        form: [String: String], field: String
    ) async throws {
        let page = try #require(try await reply(.post, "", Self.bus(), form: form)?.page)

        #expect(page.status == 422)
        #expect(page.markup.contains("id=\"\(field)\""))
    }
}
