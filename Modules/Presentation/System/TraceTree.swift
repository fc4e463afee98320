import CivilTime
import Memberwise
package import RPC

/// The spans of a trace as a tree: each below the span that caused it.
package struct TraceTree {
    /// A span with the name of the process that answered the call.
    @Memberwise
    package struct Item: Encodable, Sendable {
        package var process: String
        package var span: BusTraces.RecordedSpan
    }

    /// The spans of one trace, ascending by start.
    package struct Trace: Encodable, Sendable {
        package let trace: String
        /// The start of the first span in microseconds since 1970.
        package let start: Int64
        /// The time from the first start to the last end, in microseconds.
        package let durationMicros: Int64
        package let spans: [Item]

        /// `spans` are at least one, of the same trace.
        package init(_ spans: [Item]) {
            self.spans = spans.sorted {
                ($0.span.startMicros, $1.span.durationMicros)
                    < ($1.span.startMicros, $0.span.durationMicros)
            }
            trace = self.spans.first?.span.trace ?? ""
            start = self.spans.first?.span.startMicros ?? 0
            let end = spans.map { $0.span.startMicros + $0.span.durationMicros }.max() ?? start
            durationMicros = end - start
        }
    }

    private let trace: Trace
    private var rows: [(depth: Int, item: Item)] = []

    package init(_ trace: Trace) {
        self.trace = trace
        let known = Set(trace.spans.map(\.span.span))
        let children = Dictionary(grouping: trace.spans) { item in
            item.span.parent.flatMap { known.contains($0) ? $0 : nil } ?? ""
        }
        // A span that names itself as its cause is below no root, so that the walk ends.
        func add(_ parent: String, _ depth: Int) {
            for item in children[parent] ?? [] {
                rows.append((depth, item))
                add(item.span.span, depth + 1)
            }
        }
        add("", 0)
    }

    /// A heading and a line for each span: its start after that of the trace, its duration, its process and
    /// its method.
    package func text(_ styler: some TextStyler) -> String {
        let processes = Set(trace.spans.map(\.process)).count
        let heading =
            "Trace \(trace.trace), \(instantText(trace.start / 1000)): "
            + "\(trace.spans.count) \(trace.spans.count == 1 ? "call" : "calls") in \(processes) "
            + "\(processes == 1 ? "process" : "processes"), \(Self.millis(trace.durationMicros)) ms"
        let table = TextTable(
            of: rows,
            .right("start ms") { Self.millis($0.item.span.startMicros - trace.start) },
            .right("ms") { Self.millis($0.item.span.durationMicros) },
            .left("process") { $0.item.process },
            .left("call") { row in
                String(repeating: "  ", count: row.depth) + row.item.span.method
                    + (row.item.span.status.map { " \($0)" } ?? "")
            })
        return heading + "\n" + table.text(styler)
    }

    /// A row for each trace.
    package static func table(_ traces: [Trace]) -> TextTable {
        TextTable(
            of: traces, .left("time") { instantText($0.start / 1000) },
            .left("trace") { String($0.trace.prefix(16)) },
            .right("ms") { millis($0.durationMicros) }, .right("calls") { "\($0.spans.count)" },
            .left("first call") { $0.spans.first?.span.method ?? "" })
    }

    private static func millis(_ micros: Int64) -> String {
        let tenths = (micros + 50) / 100
        return "\(tenths / 10).\(tenths % 10)"
    }
}
