import Contracts
import RPC

/// Inputs of the targets that read messages of the bus.
enum WireInputs {
    static var preambles: [[UInt8]] {
        [
            Preamble(.request, flags: [.repeatable, .contract(1)], timeToLive: 30_000),
            Preamble(.final, status: 14, number: 3), Preamble(.credit, number: 8),
        ].map { preamble in
            withUnsafeTemporaryAllocation(byteCount: Preamble.size, alignment: 8) { bytes in
                preamble.write(to: bytes)
                return Array(bytes)
            }
        }
    }

    /// Checks that a parsed preamble is equal after writing and parsing.
    static func preamble(_ bytes: UnsafeRawBufferPointer) {
        guard let preamble = try? Preamble(bytes) else { return }
        withUnsafeTemporaryAllocation(byteCount: Preamble.size, alignment: 8) { copy in
            preamble.write(to: copy)
            guard (try? Preamble(UnsafeRawBufferPointer(copy))) == preamble else {
                FuzzCase.fail("a preamble differs after writing and parsing")
            }
        }
    }

    static let headers = [
        "", "{}", #"{"profile":"kim","idempotencyKey":"k-1"}"#,
        #"{"message":"No.","hint":"dayline up","traceparent":"00-0af7-b7-01"}"#,
        #"{"columns":[{"name":"start","type":"i64"},{"name":"value","type":"f64"}]}"#,
    ]

    /// Checks that a parsed header is equal after encoding and parsing, and that its columns are
    /// validated against the frames.
    static func message(_ bytes: UnsafeRawBufferPointer) {
        let frame = Bytes(copying: bytes)
        guard let header = try? Header(frame) else { return }
        guard let again = try? Header(header.encoded()), again == header else {
            FuzzCase.fail("a header differs after encoding and parsing")
        }
        let column = Bytes([UInt8](repeating: 7, count: 16))
        let sent = Envelope(
            Preamble(.final, status: UInt16(bytes.count)), call: .none, header: frame,
            body: frame, columns: [column, column])
        guard let envelope = try? Envelope(frames: sent.frames) else {
            FuzzCase.fail("a written message cannot be parsed")
        }
        _ = envelope.status(header)
        guard let content = try? envelope.content(header) else { return }
        for described in content.columns {
            _ = try? content.columns.column(described.name, .float64)
        }
    }

    /// The types; the first byte of an input selects one, the others are the JSON.
    private static let forms: [(bytes: String, check: @Sendable (Bytes) -> Void)] = [
        (
            #"{"instance":"w","name":"w","pid":1,"capacity":8,"services":[{"name":"s","version":1}]}"#,
            check(WorkerAnnouncement.self)
        ),
        (
            #"{"services":["a","b"],"absences":{"c":"was stopped"}}"#,
            check(BusBroker.ExpectRequest.self)
        ),
        (
            #"{"topic":"a.b","publisher":"p","number":1,"fields":{"share":"0.5"}}"#,
            check(BusEvents.Event.self)
        ),
        (#"{"topics":["import"]}"#, check(BusEvents.SubscribeRequest.self)),
        (#"{"key":"weekStart","value":"monday"}"#, check(Settings.SetRequest.self)),
        (#"{"number":12,"limit":5,"isOfAllProfiles":false}"#, check(Changes.SinceRequest.self)),
        (#"{"metric":"stepCount","from":0,"to":1767596400000}"#, check(Folds.ChunksRequest.self)),
        (
            #"{"name":"steps","interval":"week","from":"2026-01-01","to":"2026-02-28"}"#,
            check(Insights.TrendsRequest.self)
        ),
    ]

    static var bodies: [[UInt8]] {
        forms.enumerated().map { [UInt8($0.offset)] + Array($0.element.bytes.utf8) }
    }

    static func body(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else { return }
        let json = Bytes(copying: UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
        forms[Int(first) % forms.count].check(json)
    }

    /// Checks that a decoded value is equal after encoding and decoding.
    private static func check<Value: Codable & Equatable & SendableMetatype>(
        _ type: Value.Type
    ) -> @Sendable (Bytes) -> Void {
        { json in
            guard let value = try? JSONBody.decode(Value.self, from: json) else { return }
            guard let bytes = try? JSONBody.encode(value),
                let again = try? JSONBody.decode(Value.self, from: bytes), again == value
            else { FuzzCase.fail("a \(Value.self) differs after encoding and decoding") }
        }
    }
}
