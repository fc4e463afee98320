import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import Presentation
import RPC

/// The API: each method of the bus that is for callers over HTTP, as `POST /api/v1/SERVICE/METHOD`.
struct APIServer: Sendable {
    static let path = "/api/v1"
    /// The length of a request in bytes; files have no limit here.
    static let bodyLimit = 1 << 20
    static let asOfHeader = HTTPField.Name("Dayline-As-Of")
    private static let keyLengths = 1...128
    /// A long import ends within this time.
    private static let streamTimeout = Duration.seconds(6 * 3600)

    let catalog: APICatalog
    let tokens: APITokens
    /// A client of the bus.
    let bus: Client
    /// The login session; nil: not signed in.
    let session: @Sendable (Request) -> Sessions.Session?
    /// Seconds since 1970.
    let now: @Sendable () -> Int64
    /// The time that the data of a replica is as of (RFC 3339); nil: the data is that of now.
    var asOf: @Sendable () -> String? = { nil }

    func addRoutes(to router: Hummingbird.Router<some RequestContext>) {
        router.get("\(Self.path)/openapi.json") { request, _ in
            await answer {
                _ = try caller(of: request)
                let document = OpenAPIDocument(of: try await catalog.all())
                return Response.json(try JSONBody.encode(document), for: request)
            }
        }
        for method: HTTPRequest.Method in [.get, .post, .put, .patch, .delete] {
            router.on("\(Self.path)/:service/:method", method: method) { request, context in
                let service = context.parameters.get("service") ?? ""
                let name = context.parameters.get("method") ?? ""
                return await respond(to: request, service: service, method: name)
            }
            router.on("/api/**", method: method) { request, _ in
                await answer {
                    _ = try caller(of: request)
                    throw APICatalog.noMethod
                }
            }
        }
    }

    /// Calls a method for a request.
    func respond(to request: Request, service: String, method: String) async -> Response {
        await answer { try await call(service, method, request) }
    }

    private func answer(_ body: () async throws -> Response) async -> Response {
        // Before the call, which then reads data of this time or later.
        let time = asOf()
        var response: Response
        do {
            response = try await body()
        } catch {
            response = APIFailure.response(error)
        }
        if let time, let name = Self.asOfHeader { response.headers[name] = time }
        return response
    }

    // MARK: Access

    /// The caller by its token or, without one, by the cookie of its session.
    /// - Throws: UNAUTHENTICATED.
    private func caller(of request: Request) throws(Status) -> APICaller {
        if let token = try tokens.token(of: request, now: now()) {
            return APICaller(token: token)
        }
        guard let session = session(request) else {
            throw Status(
                .unauthenticated, "The request has no token.",
                hint: "Send the header \"Authorization: Bearer TOKEN\".")
        }
        return APICaller(session: session)
    }

    private static func isSameOrigin(_ request: Request) -> Bool {
        request.fetchSite == "same-origin"
    }

    // MARK: Calls

    private func call(
        _ service: String, _ name: String, _ request: Request
    ) async throws -> Response {
        let caller = try caller(of: request)
        let method = try await catalog.method(service, name)
        let isRead = request.method == .get
        guard request.method == .post || isRead && method.isQuery else {
            throw APIFailure.wrongMethod(method)
        }
        try caller.check(method, isChange: !isRead, isSameOrigin: Self.isSameOrigin(request))
        let isInQuery = isRead || method.hasFileRequest
        let key = try Self.key(request)
        let call = OutgoingCall(
            name: method.name, kind: method.description.kind,
            content: isInQuery
                ? WireContent(
                    body: try method.request(query: FormBody.fields(request.uri.query ?? "")))
                : try await Self.content(request, of: method),
            options: CallOptions(
                deadline: .after(
                    method.description.kind == .unary
                        ? CallOptions.defaultTimeout : Self.streamTimeout),
                profile: caller.profile, idempotencyKey: key),
            // The body of a file is read once, so it cannot be sent again.
            isRepeatable: !method.hasFileRequest && (method.description.isRepeatable || key != nil))
        switch method.description.kind {
        case .unary:
            let reply = try await bus.transport.perform(call, upload: { _ in }, receive: { _ in })
            return Response.json(Bytes(try reply.jsonText), for: request)
        case .clientStream: return try await upload(call, request.body)
        case .serverStream: return try await stream(call, of: method)
        }
    }

    private static func key(_ request: Request) throws(APIFailure) -> String? {
        guard let key = HTTPField.Name("Idempotency-Key").flatMap({ request.headers[$0] }) else {
            return nil
        }
        guard keyLengths.contains(key.utf8.count),
            key.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else { throw APIFailure.badKey }
        return key
    }

    /// The request in the body of a POST; an empty body is an empty object.
    private static func content(
        _ request: Request, of method: APIMethod
    ) async throws -> WireContent {
        let buffer: ByteBuffer
        do {
            buffer = try await request.body.collect(upTo: bodyLimit)
        } catch is NIOTooManyBytesError {
            throw APIFailure.tooLarge(bodyLimit)
        }
        let text = Bytes(Array(buffer.readableBytesView))
        let value: JSONValue
        do {
            value = try JSONBody.decode(JSONValue.self, from: text)
        } catch {
            throw APIFailure.notJSON("\(error)")
        }
        guard value.object != nil else { throw APIFailure.notJSON("it is another value") }
        let content = try WireContent(json: value, text: text)
        try method.check(try JSONBody.decode(JSONValue.self, from: content.body))
        return content
    }

    /// Sends the body of a request as the bytes of a file.
    private func upload(_ call: OutgoingCall, _ body: RequestBody) async throws -> Response {
        let reply = try await bus.transport.perform(
            call,
            upload: { writer in
                var packets = UploadPackets {
                    try await writer.send(WireContent(body: .empty, columns: [$0]))
                }
                for try await buffer in body { try await packets.append(buffer.readableBytesView) }
                try await packets.finish()
            }, receive: { _ in })
        return Response.json(Bytes(try reply.jsonText))
    }

    /// Answers with the items and the response of a call, one JSON document a line, or with the bytes of a
    /// file. A failure before the first message is a response of its own; a later one is the last line,
    /// and ends a file early.
    private func stream(_ call: OutgoingCall, of method: APIMethod) async throws -> Response {
        let stream = APIStream(call, bus.transport)
        let first = try await stream.next()
        return Response(
            status: .ok,
            headers: [
                .contentType: method.hasFileResponse
                    ? "application/octet-stream" : "application/x-ndjson",
                .cacheControl: "no-store",
            ],
            body: ResponseBody { writer in
                do {
                    var message = first
                    while let current = message {
                        let bytes = try Self.bytes(current, isFile: method.hasFileResponse)
                        if !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
                        message = try await stream.next()
                    }
                } catch let status as Status where !method.hasFileResponse {
                    try await writer.write(ByteBuffer(bytes: APIFailure.document(status) + [0x0a]))
                }
                try await writer.finish(nil)
            })
    }

    /// A message as a line, or the bytes of a file in it.
    private static func bytes(_ message: APIStream.Message, isFile: Bool) throws -> [UInt8] {
        switch message {
        case .item(let content) where isFile:
            try content.columns.column("data", .bytes).array(of: UInt8.self)
        case .reply where isFile: []
        case .item(let content), .reply(let content): Array(try content.jsonText.utf8) + [0x0a]
        }
    }
}
