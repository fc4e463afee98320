import FoundationEssentials
import RPC
import Synchronization

/// Requests through every parser of a server: all of them must accept the same bodies.
enum RequestInputs {
    private struct Form: Sendable {
        var name: String
        var keys: [String]
        var seed: String
        var decode: @Sendable (Bytes) throws -> Bytes
        /// Decodes with Foundation.
        var decodeGenerally: @Sendable (Bytes) throws -> Bytes
    }

    private static let service = "dayline.fuzz.Requests"

    private static let forms: [Form] = [
        form(Empty.self, "Empty", [], "{}"),
        form(
            BusEvents.SubscribeRequest.self, "Subscription", ["topics"], #"{"topics":["a\u00e9"]}"#),
        form(
            BusBroker.ExpectRequest.self, "Expectation", ["services", "absences", "token"],
            #"{"services":["a"],"absences":{"b":"was stopped"},"token":"0f"}"#),
        form(
            BusBroker.InstanceEndedRequest.self, "Instance", ["instance", "token"],
            #"{"instance":"w.1"}"#),
    ]

    private static func form<Value: Codable & SendableMetatype>(
        _ type: Value.Type, _ name: String, _ keys: [String], _ seed: String
    ) -> Form {
        Form(
            name: name, keys: keys, seed: seed,
            decode: { try JSONBody.encode(JSONBody.decode(Value.self, from: $0)) },
            decodeGenerally: { bytes in
                let data = bytes.withUnsafeBytes { Data($0) }
                return try JSONBody.encode(JSONDecoder().decode(Value.self, from: data))
            })
    }

    private static let router: Router = {
        var router = Router()
        router.answer(Method<Empty, Empty>(service, "Empty")) { _, _ in Empty() }
        router.answer(Method<BusEvents.SubscribeRequest, Empty>(service, "Subscription")) { _, _ in
            Empty()
        }
        router.answer(Method<BusBroker.ExpectRequest, Empty>(service, "Expectation")) { _, _ in
            Empty()
        }
        router.answer(Method<BusBroker.InstanceEndedRequest, Empty>(service, "Instance")) { _, _ in
            Empty()
        }
        return router
    }()

    /// The first byte selects the method; the others are the body.
    static var seeds: [[UInt8]] {
        let bodies = forms.enumerated().map { [UInt8($0.offset)] + Array($0.element.seed.utf8) }
        let rare = [
            #"{"topics":["\ud83d\ude00"]}"#, #"{"topics":["\ud800"]}"#, #"{"topics":[],}"#,
            "\u{FEFF}{}", #"{"x":[[[[[[[[]]]]]]]]}"#, #"{"t\u006fpics":[]}"#, "[1]", "null",
        ]
        return bodies + rare.map { [1] + Array($0.utf8) }
    }

    static func request(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first, bytes.count > 1 else { return }
        let form = forms[Int(first) % forms.count]
        let text = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
        let body = Bytes(copying: text)
        let keys = StrictJSON.keys(of: text)
        let hasKnownKeys = keys.map { $0.allSatisfy(form.keys.contains) } ?? false

        let isValid = isValid(body, form)
        if isValid != hasKnownKeys { FuzzCase.fail("the check of keys differs from RFC 8259") }
        let value = try? form.decode(body)
        if value != nil, keys == nil { FuzzCase.fail("a body that is not JSON is decoded") }
        if let value, value != (try? form.decodeGenerally(body)) {
            FuzzCase.fail("Foundation decodes another value")
        }
        if (status(of: form, body) == 0) != (isValid && value != nil) {
            FuzzCase.fail("the server's status differs from the decoder")
        }
        if (try? Header(body)) != nil, keys == nil {
            FuzzCase.fail("a header that is not JSON is parsed")
        }
    }

    private static func isValid(_ body: Bytes, _ form: Form) -> Bool {
        guard let registration = router.registrations["\(service)/\(form.name)"] else {
            return false
        }
        return (try? registration.validate(body)) != nil
    }

    /// The status of the server's final message for the request.
    private static func status(of form: Form, _ body: Bytes) -> UInt16? {
        let finals = Finals()
        let session = ServerSession(
            router: router, capacity: 1,
            link: SessionLink { envelope, _ in
                finals.status.withLock { $0 = envelope.preamble.status }
            } setAlarm: { _, _ in
            })
        session.receive(
            Envelope(
                Preamble(.request), call: .none, route: "\(service)/\(form.name)", body: body),
            from: 0)
        return finals.status.withLock { $0 }
    }

    private final class Finals: Sendable {
        let status = Mutex<UInt16?>(nil)
    }
}
