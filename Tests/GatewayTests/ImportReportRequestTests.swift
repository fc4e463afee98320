import HTTPTypes
import Hummingbird
import RPC
import Testing

@testable import Gateway

/// Requests for the report of an import with a token.
@Suite struct ImportReportRequestTests {
    private let system: PushSystem

    init() throws { system = try PushSystem() }

    @Test(
        arguments: [
            ("1", Scope.push, "kim", HTTPResponse.Status.ok), ("1", .read, "kim", .ok),
            ("1", .log, "kim", .forbidden), ("1", .push, "anna", .notFound),
            ("2", .push, "kim", .notFound), ("x", .push, "kim", .notFound),
        ])
    func `the report of an import is for tokens of its profile`(
        id: String, scope: Scope, profile: String, status: HTTPResponse.Status
    ) async throws {
        let server = try system.server()
        let text = try system.token(scope, for: profile)

        let response = try #require(
            await server.importReport(
                id,
                SampleBus.request(
                    .get, "/import/\(id)", "", [.authorization: "Bearer \(text)"])))

        #expect(response.status == status)
        let body = try await BodyText.of(response)
        #expect(body.contains(#""id":1"#) == (status == .ok))
        #expect(body.contains("81.25") == (status == .ok && scope == .read))
    }

    @Test func `the report of an import without a token is a page`() async throws {
        let server = try system.server()

        #expect(
            await server.importReport("1", SampleBus.request(.get, "/import/1", "", [:])) == nil)
        let unknown = await server.importReport(
            "1", SampleBus.request(.get, "/import/1", "", [.authorization: "Bearer x"]))
        #expect(unknown?.status == .unauthorized)
    }
}
