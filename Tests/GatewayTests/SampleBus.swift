import HTTPTypes
import Hummingbird
import NIOCore
import RPC

@testable import Gateway

/// A bus with one service for clients and one method of another kind each, and the API in front of it.
struct SampleBus: Service {
    static let name = "dayline.tracker.Sample"

    struct Request: Codable, WireValue {
        var name: String?
        var count: Int?
        var isDone: Bool?
        var path: String?
    }

    struct Reply: Codable, WireValue {
        var name: String
        var profile: String
        var key: String?
    }

    static let show = Method<Request, Reply>(name, "Show", repeatable: true)
    static let add = Method<Request, Reply>(
        name, "Add", access: .scope(.log, localKeys: ["path"]))
    static let clear = Method<Request, Reply>(name, "Clear", access: .scope(.admin))
    static let fail = Method<Request, Reply>(name, "Fail")
    static let local = Method<Request, Reply>(name, "Local", access: .onlyBus)
    static let lines = StreamMethod<Request, Reply, Reply>(name, "Lines", repeatable: true)
    static let send = UploadMethod<Request, Packet<Empty>, Reply>(
        name, "Send", access: .scope(.push))
    static let stored = Method<Request, Reply>("dayline.storage.Rows", "Apply", repeatable: true)

    func register(on router: inout RPC.Router) {
        router.notes[Self.send.name] = MethodNote(
            "Stores a file.", item: [.init("data", .bytes, "The bytes of the file.")])
        for method in [Self.show, Self.add, Self.clear, Self.local, Self.stored] {
            router.handle(method) { request, context in Self.reply(request.name ?? "", context) }
        }
        router.handle(Self.fail) { request, _ in
            throw Status(
                Status.Code(rawValue: UInt16(request.count ?? 0)) ?? .unknown, "A failure.",
                hint: "A remedy.")
        }
        router.handle(Self.lines) { request, context, writer in
            guard let count = request.count else { throw Status(.outOfRange, "No count.") }
            for number in 0..<max(count, 0) {
                try await writer.send(Self.reply("\(number)", context))
            }
            if count < 0 { throw Status(.dataLoss, "Lost.") }
            return Self.reply("end", context)
        }
        router.handle(Self.send) { request, context, reader in
            var bytes = 0
            while let item = try await reader.next() {
                bytes += try item.columns.column("data", .bytes).count
            }
            return Self.reply("\(request.name ?? "") \(bytes)", context)
        }
        router.handleEncoded(BusBroker.list) { _, _ in
            let services = [Self.name, "dayline.storage.Rows"].map {
                #"{"name":"\#($0)","queued":0,"version":1,"workers":1}"#
            }
            return WireContent(
                body: Bytes(
                    #"{"clients":0,"malformed":0,"services":["#
                        + services.joined(separator: ",") + #"],"workers":[]}"#))
        }
    }

    private static func reply(_ name: String, _ context: CallContext) -> Reply {
        Reply(name: name, profile: context.profile, key: context.metadata.idempotencyKey)
    }

    // MARK: Requests

    /// The API with one token, and a session where `session` is given.
    static func server(
        _ tokens: APITokens, session: Sessions.Session? = nil, asOf: String? = nil
    ) -> APIServer {
        let bus = Client(inProcess: SampleBus())
        return APIServer(
            catalog: APICatalog(bus: bus), tokens: tokens, bus: bus, session: { _ in session },
            now: { 1000 }, asOf: { asOf })
    }

    static func request(
        _ verb: HTTPRequest.Method, _ path: String, _ body: String = "",
        _ headers: HTTPFields = [:]
    ) -> Hummingbird.Request {
        Hummingbird.Request(
            head: HTTPRequest(
                method: verb, scheme: "http", authority: "127.0.0.1", path: path,
                headerFields: headers), body: RequestBody(buffer: ByteBuffer(string: body)))
    }
}

/// Collects the body of a response.
struct BodyText: ResponseBodyWriter {
    // Unchecked: one response is written by one task.
    private final class Storage: @unchecked Sendable {
        var bytes: [UInt8] = []
    }

    private let storage = Storage()

    var text: String { String(decoding: storage.bytes, as: UTF8.self) }

    func write(_ buffer: ByteBuffer) async throws {
        storage.bytes += Array(buffer.readableBytesView)
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}

    static func of(_ response: Response) async throws -> String {
        let writer = BodyText()
        try await response.body.write(writer)
        return writer.text
    }
}
