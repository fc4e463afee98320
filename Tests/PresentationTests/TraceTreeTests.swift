import RPC
import Testing

@testable import Presentation

@Suite struct TraceTreeTests {
    private static func item(
        _ process: String, _ span: String, _ parent: String?, _ start: Int64, _ duration: Int64,
        status: String? = nil
    ) -> TraceTree.Item {
        TraceTree.Item(
            process: process,
            span: BusTraces.RecordedSpan(
                number: 1, trace: "0af7651916cd43dd8448eb211c80319c", span: span, parent: parent,
                call: nil, method: "\(process).Service/\(span)",
                startMicros: 1_767_225_600_000_000 + start, durationMicros: duration,
                status: status))
    }

    @Test func `spans are below the span that caused them, in the order of time`() {
        let trace = TraceTree.Trace([
            Self.item("storage", "c", "b", 900, 350),
            Self.item("tracker", "b", "a", 500, 12_340),
            Self.item("storage", "d", "b", 700, 100, status: "ABORTED"),
            Self.item("tracker", "e", "unknown", 20_000, 60),
        ])

        #expect(
            TraceTree(trace).text(PlainText()) == """
                Trace 0af7651916cd43dd8448eb211c80319c, 2026-01-01T00:00:00.000Z: \
                4 calls in 2 processes, 19.6 ms
                start ms    ms  process  call
                     0.0  12.3  tracker  tracker.Service/b
                     0.2   0.1  storage    storage.Service/d ABORTED
                     0.4   0.4  storage    storage.Service/c
                    19.5   0.1  tracker  tracker.Service/e
                """)
    }
}
