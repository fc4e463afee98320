import BusTestKit
import Synchronization
import Testing

@testable import RPC

/// Bodies that JSON parsers disagree on. Every entry point of a server refuses them.
@Suite(.timeLimit(.minutes(1)))
struct StrictJSONTests {
    struct Malformed: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var bytes: [UInt8]

        init(_ description: String, _ bytes: [UInt8]) {
            testDescription = description
            self.bytes = bytes
        }

        init(_ description: String, _ text: String) {
            self.init(description, Array(text.utf8))
        }

        /// An object with one string of these bytes.
        init(_ description: String, stringBytes bytes: [UInt8]) {
            self.init(description, Array(#"{"text":"a"#.utf8) + bytes + Array(#"b"}"#.utf8))
        }
    }

    static let notJSON: [Malformed] = [
        .init("the first half of a surrogate pair", #"{"text":"\ud800"}"#),
        .init("the second half of a surrogate pair", #"{"text":"\udc00"}"#),
        .init("the halves of a surrogate pair exchanged", #"{"text":"\udc00\ud800"}"#),
        .init("half a surrogate pair in a key that is not known", #"{"text":"a","\ud800":1}"#),
        .init("half a surrogate pair before a letter", #"{"text":"\ud800a"}"#),
        .init("an unknown escape", #"{"text":"\x41"}"#),
        .init("a byte that is never in UTF-8", stringBytes: [0xFF]),
        .init("an overlong form", stringBytes: [0xC0, 0xAF]),
        .init("a surrogate in UTF-8", stringBytes: [0xED, 0xA0, 0x80]),
        .init("a character that is cut off", stringBytes: [0xE2, 0x82]),
        .init("a null character", stringBytes: [0]),
        .init("a control character", stringBytes: [1]),
        .init("a line feed in a text", stringBytes: [0x0A]),
        .init("a byte order mark", [0xEF, 0xBB, 0xBF] + Array(#"{"text":"a"}"#.utf8)),
        .init("UTF-16", #"{"text":"a"}"#.utf16.flatMap { [UInt8($0), 0] }),
        .init("UTF-16, the other way round", #"{"text":"a"}"#.utf16.flatMap { [0, UInt8($0)] }),
        .init("UTF-32", #"{"text":"a"}"#.utf16.flatMap { [UInt8($0), 0, 0, 0] }),
        .init("a comma at the end", #"{"text":"a",}"#),
        .init("a comment", #"{"text":"a"/**/}"#),
        .init("other quotes", "{'text':'a'}"),
        .init("a key without quotes", #"{text:"a"}"#),
        .init("two objects", #"{"text":"a"}{}"#),
        .init("something behind the object", #"{"text":"a"}x"#),
        .init("a null byte behind the object", Array(#"{"text":"a"}"#.utf8) + [0]),
        .init("an object that does not end", #"{"text":"a""#),
        .init("not a number", #"{"text":"a","value":NaN}"#),
        .init("a number with a zero before it", #"{"text":"a","value":01}"#),
        .init("blanks alone", "  "),
        .init(
            "arrays 300 deep",
            #"{"text":"a","value":"# + String(repeating: "[", count: 300)
                + String(repeating: "]", count: 300) + "}"),
        .init("arrays without an end", String(repeating: "[", count: 100_000)),
    ]

    /// JSON that is not a valid request.
    static let notAnObject: [Malformed] = [
        .init("a list", "[1]"), .init("an empty list", "[]"), .init("a text", #""x""#),
        .init("null", "null"), .init("a number", "1"), .init("a truth value", "true"),
    ]

    /// Methods of every kind of registration; records the ones that ran.
    private final class Paths: Service {
        static let name = "dayline.test.Paths"

        let ran = Mutex<[String]>([])

        private func record(_ method: String) {
            ran.withLock { $0.append(method) }
        }

        func register(on router: inout Router) {
            router.handle(Method<Probe.Text, Empty>(Self.name, "Handle")) { _, _ in
                self.record("Handle")
                return Empty()
            }
            router.handle(Method<Empty, Empty>(Self.name, "Keyless"), isShort: true) { _, _ in
                self.record("Keyless")
                return Empty()
            }
            router.answer(Method<Probe.Text, Empty>(Self.name, "Answer")) { _, _ in
                self.record("Answer")
                return Empty()
            }
            router.answer(Method<Empty, Empty>(Self.name, "AnswerKeyless")) { _, _ in
                self.record("AnswerKeyless")
                return Empty()
            }
            router.handleEncoded(Method<Probe.Text, Empty>(Self.name, "Encoded")) { _, _ in
                self.record("Encoded")
                return WireContent(body: .empty)
            }
            router.handle(StreamMethod<Probe.Text, Probe.Text, Empty>(Self.name, "Stream")) {
                _, _, _ in
                self.record("Stream")
                return Empty()
            }
            router.handle(UploadMethod<Probe.Text, Probe.Text, Empty>(Self.name, "Upload")) {
                _, _, _ in
                self.record("Upload")
                return Empty()
            }
        }

        static let methods: [(name: String, kind: MethodKind)] = [
            ("Handle", .unary), ("Keyless", .unary), ("Answer", .unary),
            ("AnswerKeyless", .unary), ("Encoded", .unary), ("Stream", .serverStream),
            ("Upload", .clientStream),
        ]
    }

    /// The status code with which a server ends a call with this body.
    private func ending(
        of method: String, _ kind: MethodKind, _ body: [UInt8], on service: any Service,
        items: [[UInt8]] = []
    ) async -> Status.Code {
        let transport = InProcessTransport(router: Router([service]))
        let name = MethodName(service: Paths.name, method: method)
        let call = OutgoingCall(
            name: name, kind: kind, content: WireContent(body: Bytes(body)),
            options: CallOptions(), isRepeatable: false)
        do {
            _ = try await transport.perform(call) { writer in
                for item in items { try await writer.send(WireContent(body: Bytes(item))) }
            } receive: { _ in
            }
            return .ok
        } catch {
            return Status(describing: error).code
        }
    }

    @Test(arguments: notJSON + notAnObject)
    func `no handler runs for a request that is not an object in strict JSON`(
        body: Malformed
    ) async {
        for (method, kind) in Paths.methods {
            let paths = Paths()

            let code = await ending(of: method, kind, body.bytes, on: paths)

            #expect(code == .invalidArgument, "\(method)")
            #expect(paths.ran.withLock { $0 } == [], "\(method)")
        }
    }

    @Test(arguments: [#"{}"#, "", " {\n} ", #"{ }"#])
    func `a method without keys accepts an empty object or an empty body`(
        body: String
    ) async {
        for method in ["Keyless", "AnswerKeyless"] {
            let code = await ending(of: method, .unary, Array(body.utf8), on: Paths())

            #expect(code == .ok, "\(method)")
        }
    }

    @Test
    func `escaped and nested forms of RFC 8259 are accepted`() async {
        let bodies = [
            #"{"text":"\ud83d\ude00\u0000\/"}"#, "{\"text\":\"\u{7F}\u{FEFF}\u{10FFFF}\"}",
            #"{"te\u0078t":"a"}"#, "\t\r\n {\"text\" : \"\"} ",
        ]

        for body in bodies {
            #expect(await ending(of: "Handle", .unary, Array(body.utf8), on: Paths()) == .ok)
        }
    }

    /// Records the items that it receives.
    private struct Items: Service {
        let recorder = HandlerRecorder()

        func register(on router: inout Router) {
            let upload = UploadMethod<Empty, Probe.Number, Empty>(Paths.name, "Items")
            router.handle(upload) { _, _, reader in
                while let item = try await reader.next() { recorder.record(.sent(item.value)) }
                return Empty()
            }
        }
    }

    @Test(arguments: notJSON + notAnObject)
    func `an item that is not strict JSON fails its call`(item: Malformed) async {
        let items = Items()

        let code = await ending(
            of: "Items", .clientStream, [], on: items,
            items: [Array(#"{"value":1}"#.utf8), item.bytes, Array(#"{"value":2}"#.utf8)])

        #expect(code == .invalidArgument)
        #expect(!items.recorder.events.contains(.sent(2)))
    }

    @Test(arguments: notJSON + notAnObject)
    func `headers, announcements and replies are decoded strictly`(body: Malformed) {
        let bytes = Bytes(body.bytes)

        #expect(throws: WireFault.self) { try Header(bytes) }
        #expect(throws: (any Error).self) {
            try JSONBody.decode(WorkerAnnouncement.self, from: bytes)
        }
        #expect(throws: (any Error).self) { try JSONBody.decode(Empty.self, from: bytes) }
        #expect(throws: (any Error).self) { try JSONBody.decode(Probe.Text.self, from: bytes) }
    }
}
