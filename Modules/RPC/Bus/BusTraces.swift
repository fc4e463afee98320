import Memberwise

/// The newest calls that an instance has answered (`dayline.bus.Traces/Spans@INSTANCE`).
package enum BusTraces {
    package static let service = "dayline.bus.Traces"
    package static let limit = 1000

    package static let spans = Method<SpansRequest, SpansResponse>(
        service, "Spans", repeatable: true, access: .scope(.admin))

    @Message
    package struct SpansRequest: Codable, Hashable, WireValue {
        /// The first 4 to 32 hexadecimal digits of a trace or a call; nil: all calls.
        package var id: String? = nil
        /// The number after which spans are returned; nil: the newest spans. Ignored with `id`.
        package var after: Int64? = nil
        /// The number of spans, 1 to 1,000; nil: 1,000.
        package var limit: Int? = nil
    }

    @Message
    package struct SpansResponse: Codable, Hashable, WireValue {
        package var instance: String
        /// Ascending by number.
        package var spans: [RecordedSpan]
        /// The number of the newest span of the process; 0: none.
        package var latest: Int64
        /// The number of spans after `after` that the process does not have any more.
        package var lost: Int64
    }

    @Message
    package struct RecordedSpan: Codable, Hashable, Sendable {
        /// The number of the span in its process, counted from 1.
        package var number: Int64
        /// The trace, 32 hexadecimal digits.
        package var trace: String
        /// The span, 16 hexadecimal digits.
        package var span: String
        /// The span of the caller; nil: the caller has none.
        package var parent: String?
        /// The call as the process received it, 32 hexadecimal digits; nil: a request to the web app.
        package var call: String?
        /// The method, such as `dayline.tracker.Journal/Log`, or `HTTP GET /day`.
        package var method: String
        /// The start in microseconds since 1970 UTC.
        package var startMicros: Int64
        /// The time from the request to the final, in microseconds.
        package var durationMicros: Int64
        /// The name of the status, such as `NOT_FOUND`; nil: success.
        package var status: String?
    }
}

extension BusTraces.RecordedSpan {
    init(_ number: Int64, _ span: Span) {
        self.init(
            number: number, trace: span.trace.description, span: HexDigits.text(span.id),
            parent: span.parent == 0 ? nil : HexDigits.text(span.parent),
            call: span.call == .none ? nil : span.call.description, method: span.method,
            startMicros: span.start,
            durationMicros: span.duration, status: span.status == .ok ? nil : span.status.name)
    }
}

extension BusTraces.SpansResponse {
    /// - Throws: INVALID_ARGUMENT if a value of the request is out of range.
    init(
        _ request: BusTraces.SpansRequest, of log: SpanLog, instance: String
    ) throws(Status) {
        let limit = request.limit ?? BusTraces.limit
        guard (1...BusTraces.limit).contains(limit) else {
            throw Status(
                .invalidArgument,
                "\(limit) spans cannot be returned: the limit is 1 to \(BusTraces.limit).")
        }
        var page: SpanLog.Page
        if let id = request.id {
            guard (4...32).contains(id.utf8.count),
                id.utf8.allSatisfy({ HexDigits.number([$0]) != nil })
            else {
                throw Status(
                    .invalidArgument,
                    "\"\(id)\" is not the identifier of a trace or a call, which has 4 to 32 "
                        + "hexadecimal digits in lower case.",
                    hint: "List the newest calls with: dayline trace")
            }
            page = log.spans(matching: id)
            page.spans = page.spans.suffix(limit)
        } else if let after = request.after {
            page = log.spans(after: after, limit: limit)
        } else {
            let latest = log.spans(after: .max, limit: 0).latest
            page = log.spans(after: latest - Int64(limit), limit: limit)
        }
        self.init(
            instance: instance,
            spans: page.spans.map { BusTraces.RecordedSpan($0.number, $0.span) },
            latest: page.latest, lost: page.lost)
    }
}
