import Contracts
import HTTPTypes
import RPC
import Testing

@testable import Gateway

struct RequestSourceTests {
    private static let forwarded: KeyValuePairs = [
        "X-Forwarded-For": "203.0.113.7", "X-Forwarded-Host": "a.example",
        "X-Forwarded-Proto": "https", "Remote-User": "kim",
    ]

    private static func source(
        from peer: String, _ headers: KeyValuePairs<String, String> = forwarded,
        proxies: [String] = ["10.0.0.1", "10.0.0.2"]
    ) throws -> RequestSource {
        let settings = try WebSettings(
            WebAccess.Settings(
                listen: "0.0.0.0", publicURL: nil, prefix: "", trustedProxies: proxies,
                identityHeader: "Remote-User"))
        var head = HTTPRequest(method: .get, scheme: "http", authority: "own:8420", path: "/")
        for (name, value) in headers {
            head.headerFields.append(
                HTTPField(name: try #require(HTTPField.Name(name)), value: value))
        }
        return RequestSource(head, from: IPAddress(peer), isEncrypted: false, settings)
    }

    @Test func `headers of a trusted proxy are believed`() throws {
        let source = try Self.source(from: "10.0.0.1")

        #expect("\(source.address)" == "203.0.113.7")
        #expect(source.authority == "a.example")
        #expect(source.isSecure)
        #expect(source.identity == "kim")
    }

    @Test(arguments: ["203.0.113.9", "127.0.0.1", "::1"])
    func `headers of another address are not believed`(peer: String) throws {
        let source = try Self.source(from: peer)

        #expect("\(source.address)" == peer)
        #expect(source.authority == "own:8420")
        #expect(!source.isSecure)
        #expect(source.identity == nil)
    }

    @Test(arguments: [
        ("1.1.1.1, 203.0.113.7", "203.0.113.7"), ("203.0.113.7, 10.0.0.2", "203.0.113.7"),
        ("203.0.113.7 , 10.0.0.2,10.0.0.1", "203.0.113.7"), ("x, 10.0.0.2", "10.0.0.2"),
        ("", "10.0.0.1"), ("203.0.113.7, x", "10.0.0.1"),
    ])
    func `the client is the last address that is not a proxy`(header: String, client: String) throws
    {
        #expect(
            "\(try Self.source(from: "10.0.0.1", ["X-Forwarded-For": header]).address)" == client)
    }

    @Test func `an identity that was sent twice is not believed`() throws {
        let source = try Self.source(
            from: "10.0.0.1", ["Remote-User": "kim", "remote-user": "root"])

        #expect(source.identity == nil)
    }

    @Test func `a browser cannot state the client or the identity of a normalized request`() throws
    {
        let source = try Self.source(from: "203.0.113.9")
        var head = HTTPRequest(method: .get, scheme: "https", authority: "x", path: "/")
        head.headerFields[try #require(HTTPField.Name("Dayline-Identity"))] = "root"
        head.headerFields[try #require(HTTPField.Name("Dayline-Client"))] = "127.0.0.1"

        source.apply(to: &head)

        #expect(RequestSource.identity(of: head) == nil)
        #expect("\(RequestSource.client(of: head))" == "203.0.113.9")
        #expect(head.scheme == "http")
        #expect(head.authority == "own:8420")
    }
}
