import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Testing

@testable import Gateway

/// A context without a connection.
private struct PlainContext: RequestContext {
    struct Source: RequestContextSource {
        let logger = Logger(label: "test")
    }

    var coreContext: CoreRequestContextStorage

    init(source: Source) { coreContext = .init(source: source) }
}

@Suite struct RequestGuardTests {
    private static func headers(scheme: String, isStrict: Bool) async throws -> HTTPFields {
        let request = Request(
            head: HTTPRequest(
                method: .get, scheme: scheme, authority: "a.example", path: "/"),
            body: RequestBody(buffer: ByteBuffer()))
        let checked = RequestGuard<PlainContext>(isOwn: { _ in true }, isStrict: { isStrict })
        return try await checked.handle(
            request, context: PlainContext(source: PlainContext.Source())
        ) { _, _ in Response(status: .ok) }.headers
    }

    @Test func `strict transport is set over TLS with a public certificate only`() async throws {
        #expect(
            try await Self.headers(scheme: "https", isStrict: true)[.strictTransportSecurity]
                == "max-age=15552000")
        for (scheme, isStrict) in [("https", false), ("http", true), ("http", false)] {
            #expect(
                try await Self.headers(scheme: scheme, isStrict: isStrict)[.strictTransportSecurity]
                    == nil)
        }
    }
}
