import Foundation
import HTTPTypes
import Hummingbird
import RPC
import Testing

@testable import Gateway

/// Requests to the API before a bus in this process.
@Suite final class APIServerTests {
    private let path = NSTemporaryDirectory() + "dayline-api-\(UUID().uuidString).json"
    private let tokens: APITokens

    init() throws {
        tokens = try APITokens(path: path)
    }

    deinit { unlink(path) }

    private struct Outcome {
        var code: Int
        var text: String
        var headers: HTTPFields
    }

    /// Calls a method of the sample service with a token of these scopes.
    private func call(
        _ method: String, _ body: String = "{}", scopes: [Scope] = [.admin],
        verb: HTTPRequest.Method = .post, query: String = "", headers: HTTPFields = [:],
        service: String = SampleBus.name
    ) async throws -> Outcome {
        let name = UUID().uuidString
        let token = try tokens.create(name, for: "kim", scopes: scopes, now: 1000)
        var headers = headers
        headers[.authorization] = "Bearer \(token.text)"
        return try await outcome(
            SampleBus.server(tokens), service, method,
            SampleBus.request(verb, "/api/v1/\(service)/\(method)\(query)", body, headers))
    }

    private func outcome(
        _ server: APIServer, _ service: String, _ method: String, _ request: Request
    ) async throws -> Outcome {
        let response = await server.respond(to: request, service: service, method: method)
        return Outcome(
            code: response.status.code, text: try await BodyText.of(response),
            headers: response.headers)
    }

    @Test func `a call has the profile of the token and the reply of the bus`() async throws {
        let key = try #require(HTTPField.Name("Idempotency-Key"))
        let reply = try await call("Add", #"{"name":"a"}"#, headers: [key: "k-1"])

        #expect(reply.code == 200)
        #expect(reply.text == #"{"key":"k-1","name":"a","profile":"kim"}"#)
        #expect(reply.headers[.contentType] == "application/json")
        #expect(reply.headers[.cacheControl] == "no-store")
    }

    @Test(arguments: ["2026-11-27T18:04:31.20Z", nil])
    func `each response of a replica has the time of its data`(time: String?) async throws {
        let header = try #require(HTTPField.Name("Dayline-As-Of"))
        let server = SampleBus.server(tokens, asOf: time)
        let refused = try await outcome(
            server, SampleBus.name, "Show",
            SampleBus.request(.post, "/api/v1/\(SampleBus.name)/Show", "{}"))
        let token = try tokens.create("reader", for: "kim", scopes: [.read], now: 1000)
        let reply = try await outcome(
            server, SampleBus.name, "Show",
            SampleBus.request(
                .post, "/api/v1/\(SampleBus.name)/Show", "{}",
                [.authorization: "Bearer \(token.text)"]))

        #expect(refused.code == 401 && refused.headers[header] == time)
        #expect(reply.code == 200 && reply.headers[header] == time)
    }

    @Test(arguments: [
        ("Show", Scope.read, 200), ("Show", .log, 403), ("Show", .push, 403),
        ("Add", .log, 200), ("Add", .read, 403), ("Add", .push, 403),
        ("Send", .push, 200), ("Send", .read, 403), ("Send", .log, 403),
        ("Clear", .admin, 200), ("Clear", .read, 403), ("Clear", .log, 403), ("Clear", .push, 403),
        ("Show", .admin, 200), ("Add", .admin, 200), ("Send", .admin, 200),
    ])
    func `a method needs its scope`(method: String, scope: Scope, code: Int) async throws {
        #expect(try await call(method, scopes: [scope]).code == code)
    }

    @Test(arguments: ["Local", "Missing", "Show@x", "..", "%2e%2e", ""])
    func `a method that is not for callers over HTTP is not found`(method: String) async throws {
        #expect(try await call(method).code == 404)
        #expect(try await call("Apply", service: "dayline.storage.Rows").code == 404)
        #expect(try await call("Describe", service: BusReflection.service).code == 404)
    }

    @Test func `a query has the types of the schema`() async throws {
        let reply = try await call("Show", verb: .get, query: "?name=1%202&count=3&isDone=true")
        #expect(reply.text == #"{"name":"1 2","profile":"kim"}"#)
        #expect(try await call("Show", verb: .get, query: "?count=three").code == 422)
        #expect(try await call("Show", verb: .get, query: "?other=1").code == 422)
    }

    @Test func `a change cannot be called with GET, nor with other verbs`() async throws {
        let refused = try await call("Add", verb: .get)
        #expect(refused.code == 405 && refused.headers[.allow] == "POST")
        #expect(try await call("Show", verb: .delete).headers[.allow] == "GET, POST")
    }

    @Test(arguments: [("{", 400), ("[]", 400), ("3", 400), ("\u{0}", 400), (#"{"name":1}"#, 422)])
    func `a body of another form is rejected`(body: String, code: Int) async throws {
        let reply = try await call("Add", body)
        #expect(reply.code == code)
        #expect(reply.text.hasPrefix(#"{"error":{"code":"INVALID_ARGUMENT","#))
    }

    @Test func `a body above the limit is rejected`() async throws {
        let name = String(repeating: "a", count: APIServer.bodyLimit)
        #expect(try await call("Add", #"{"name":"\#(name)"}"#).code == 413)
    }

    @Test func `a key for programs on the bus is refused`() async throws {
        #expect(try await call("Add", #"{"path":"/etc/passwd"}"#).code == 403)
        #expect(try await call("Add", #"{"body":{"path":"/"},"columns":{}}"#).code == 403)
    }

    @Test(arguments: ["", "a b", "ä", String(repeating: "k", count: 129)])
    func `an idempotency key of another form is rejected`(key: String) async throws {
        let name = try #require(HTTPField.Name("Idempotency-Key"))
        #expect(try await call("Add", headers: [name: key]).code == 400)
    }

    @Test(arguments: [
        (Status.Code.invalidArgument, 422), (.outOfRange, 422), (.notFound, 404),
        (.permissionDenied, 403), (.unauthenticated, 401), (.aborted, 409), (.alreadyExists, 409),
        (.failedPrecondition, 409), (.unavailable, 503), (.internal, 500),
    ])
    func `a failure has the code of its status`(code: Status.Code, http: Int) async throws {
        let key = try #require(HTTPField.Name("Idempotency-Key"))
        let reply = try await call("Fail", #"{"count":\#(code.rawValue)}"#, headers: [key: "k"])
        let error = #"{"code":"\#(code.name)","hint":"A remedy.","message":"A failure."}"#
        #expect(reply.code == http)
        #expect(reply.text == #"{"error":\#(error)}"#)
    }

    @Test(arguments: [
        (2000, "gzip", true), (2000, "br", false), (2000, nil, false), (100, "gzip", false),
    ])
    func `a long reply is compressed for a client that accepts it`(
        length: Int, accepted: String?, isCompressed: Bool
    ) async throws {
        var headers: HTTPFields = [:]
        headers[.acceptEncoding] = accepted
        let name = String(repeating: "a", count: length)

        let reply = try await call("Show", #"{"name":"\#(name)"}"#, headers: headers)

        #expect(reply.headers[.contentEncoding] == (isCompressed ? "gzip" : nil))
        #expect(reply.headers[.vary] == "Accept-Encoding")
        let sent = try #require(reply.headers[.contentLength].flatMap { Int($0) })
        #expect(isCompressed ? sent < 500 : sent > length)
    }

    @Test func `a stream has a line for each item and the reply`() async throws {
        let reply = try await call("Lines", #"{"count":20}"#)
        let lines = reply.text.split(separator: "\n")
        #expect(reply.code == 200 && lines.count == 21)
        #expect(lines.first == #"{"name":"0","profile":"kim"}"#)
        #expect(lines.last == #"{"name":"end","profile":"kim"}"#)
        #expect(try await call("Lines", "{}").code == 422)
    }

    @Test func `a file is the body, and its request the query`() async throws {
        let reply = try await call("Send", "12345", query: "?name=a.xml")
        #expect(reply.text.contains(#""name":"a.xml 5""#))
    }

    @Test func `a request without a known token or session is unauthenticated`() async throws {
        let server = SampleBus.server(tokens)
        for header in [nil, "", "Bearer", "Bearer x", "Basic eDp5", "bearer \(Token().text)"] {
            var headers: HTTPFields = [:]
            headers[.authorization] = header
            let reply = try await outcome(
                server, SampleBus.name, "Show",
                SampleBus.request(.get, "/api/v1/\(SampleBus.name)/Show", "", headers))
            #expect(reply.code == 401 && reply.headers[.wwwAuthenticate] == "Bearer")
        }
    }

    @Test(arguments: [
        (HTTPRequest.Method.get, nil, 200), (.post, "same-origin", 200), (.post, nil, 403),
        (.post, "none", 403), (.post, "same-site", 403),
    ])
    func `a session reads, and changes from its own pages only`(
        verb: HTTPRequest.Method, site: String?, code: Int
    ) async throws {
        let session = Sessions.Session(
            id: "1", hash: "", profile: "kim", formToken: "", device: "", created: 0, used: 0)
        var headers: HTTPFields = [:]
        headers[try #require(HTTPField.Name("Sec-Fetch-Site"))] = site
        let reply = try await outcome(
            SampleBus.server(tokens, session: session), SampleBus.name, "Show",
            SampleBus.request(verb, "/api/v1/\(SampleBus.name)/Show", "", headers))
        #expect(reply.code == code)
    }

    @Test func `the document has an operation for each method with its scope`() async throws {
        let bus = Client(inProcess: SampleBus())
        let document = OpenAPIDocument(of: try await APICatalog(bus: bus).all())
        let data = Data(try JSONBody.encode(document).array(of: UInt8.self))
        let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let paths = try #require(json["paths"] as? [String: [String: Any]])

        let prefix = "/\(SampleBus.name)/"
        #expect(
            Set(paths.keys)
                == Set(["Show", "Add", "Clear", "Fail", "Lines", "Send"].map { prefix + $0 }))
        #expect(Set((paths[prefix + "Show"] ?? [:]).keys) == ["get", "post"])
        #expect(Set((paths[prefix + "Add"] ?? [:]).keys) == ["post"])
        let add = try #require(paths[prefix + "Add"]?["post"] as? [String: Any])
        let security = try #require(add["security"] as? [[String: [String]]])
        #expect(security.first == ["token": ["log"]])
        let schema = try JSONSerialization.data(withJSONObject: add["requestBody"] ?? [:])
        #expect(!String(decoding: schema, as: UTF8.self).contains(#""path""#))
    }
}
