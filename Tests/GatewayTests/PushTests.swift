import Foundation
import HTTPTypes
import HostFiles
import Hummingbird
import RPC
import Testing

@testable import Gateway

/// Pushed files, from the request to the answer about their state.
@Suite struct PushTests {
    private let system: PushSystem

    init() throws { system = try PushSystem() }

    @Test(arguments: [true, false])
    func `a push with a token is on the disk when the answer is sent`(
        isBearer: Bool
    ) async throws {
        let server = try system.server()
        let text = try system.token(.push)
        let key = try #require(HTTPField.Name("api-key"))
        let headers: HTTPFields = isBearer ? [.authorization: "Bearer \(text)"] : [key: text]

        let response = try await server.receivePush(system.request(#"{"data":{}}"#, headers))

        #expect(response.status == .accepted)
        let waiting = server.pushes.folder.waiting
        #expect(waiting.map(\.profile) == ["kim"])
        let push = try #require(waiting.first)
        #expect(response.headers[.location] == "/import/push/\(push.id)")
        let path = server.pushes.folder.file(of: push)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == #"{"data":{}}"#)
    }

    @Test func `a push without a token or its scope is refused`() async throws {
        let server = try system.server()
        let other = try system.token(.read)

        for (headers, code): (HTTPFields, Status.Code) in [
            ([:], .unauthenticated), ([.authorization: "Bearer x"], .unauthenticated),
            ([.authorization: "Bearer \(other)"], .permissionDenied),
        ] {
            let error = await #expect(throws: Status.self) {
                try await server.receivePush(system.request("{}", headers))
            }
            #expect(error?.code == code)
            #expect(code == .permissionDenied || error?.hint?.contains("--scope push") == true)
        }
        #expect(server.pushes.folder.waiting.isEmpty)
    }

    @Test(arguments: ["", " \n", "hello", "[1]", "\u{FEFF}", "a {}"])
    func `a body that is not a JSON object is refused and not stored`(body: String) async throws {
        let server = try system.server()
        let text = try system.token(.push)

        let failure = await #expect(throws: APIFailure.self) {
            try await server.receivePush(
                system.request(body, [.authorization: "Bearer \(text)"]))
        }

        #expect(failure?.code == .badRequest)
        #expect(failure?.status.hint != nil)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: "\(system.folder)/pushes").isEmpty)
    }

    @Test(arguments: ["../x", "0-1", ""])
    func `an unknown push has no state`(id: String) async throws {
        let server = try system.server()
        let text = try system.token(.push)

        let error = await #expect(throws: Status.self) {
            try await system.state(of: id, text, server)
        }

        #expect(error?.code == .notFound)
    }
}
