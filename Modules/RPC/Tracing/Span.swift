import Memberwise

/// A call that a server of this process has answered.
@Memberwise
package struct Span: Hashable, Sendable {
    package var trace: TraceID
    package var id: UInt64
    /// The span of the caller; 0: the caller has none.
    package var parent: UInt64
    /// ``CallID/none`` for a request to the web app.
    package var call: CallID
    package var method: String
    /// The start in microseconds since 1970 UTC.
    package var start: Int64
    /// The time from the request to the final, in microseconds.
    package var duration: Int64
    package var status: Status.Code

    /// The context of calls that are made for the span's call.
    package var context: TraceContext { TraceContext(trace: trace, span: id) }
}

/// A call that is being answered.
struct OpenSpan: Sendable {
    let context: TraceContext
    let parent: UInt64
    let call: CallID

    /// `traceparent` is the trace context of the request; without one, the call begins a trace.
    init(_ traceparent: String?, _ call: CallID) {
        self.call = call
        if let caller = traceparent.flatMap(TraceContext.init(traceparent:)) {
            context = TraceContext(trace: caller.trace, span: TraceContext.newSpan)
            parent = caller.span
        } else {
            context = .new
            parent = 0
        }
    }

    var scope: TraceScope { TraceScope(context: context, call: call) }

    /// The recorded call.
    func ended(_ method: MethodName, _ status: Status.Code, after duration: Duration) -> Span {
        let micros = duration.microseconds
        return Span(
            trace: context.trace, id: context.span, parent: parent, call: call,
            method: method.description, start: SpanLog.nowMicros - micros, duration: micros,
            status: status)
    }
}
