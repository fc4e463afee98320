import ArgumentParser
import RPC

/// A W3C trace context, version 00: `00-TRACE-PARENT-FLAGS` in lower-case hexadecimal digits.
struct TraceParent: ExpressibleByArgument, Hashable {
    let text: String

    /// Nil if the text has another form, or its trace or parent is zero.
    init?(argument: String) {
        guard TraceContext(traceparent: argument) != nil else { return nil }
        text = argument
    }
}
