import Testing

@testable import RPC

@Suite struct TracingTests {
    @Test func `a trace context is read as it was written`() {
        for _ in 0..<100 {
            let context = TraceContext.new

            #expect(TraceContext(traceparent: context.traceparent) == context)
        }
        let text = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        let context = TraceContext(traceparent: text)
        #expect(context?.trace.description == "0af7651916cd43dd8448eb211c80319c")
        #expect(context?.traceparent == text)
    }

    @Test func `spans of a process have different numbers`() {
        let numbers = (0..<10_000).map { _ in TraceContext.newSpan }

        #expect(Set(numbers).count == numbers.count)
        #expect(!numbers.contains(0))
    }

    @Test(arguments: [
        "", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
        "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0g",
        "00_0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01x",
    ])
    func `another text is not a trace context`(text: String) {
        #expect(TraceContext(traceparent: text) == nil)
    }

    private static func span(_ number: UInt64) -> Span {
        Span(
            trace: TraceID(high: 1, low: number), id: number, parent: 0,
            call: CallID(high: number, low: 0), method: "s/M", start: 0, duration: 1, status: .ok)
    }

    @Test(arguments: 0...10)
    func `a log has the newest spans in order, and counts the others as lost`(count: UInt64) {
        let log = SpanLog(capacity: 4)

        for number in 0..<count { log.record(Self.span(number + 1)) }

        for after in -1...Int64(count) + 1 {
            let page = log.spans(after: after, limit: 100)
            let first = max(max(after, 0), Int64(count) - 4) + 1
            #expect(page.spans.map(\.number) == (first..<max(first, Int64(count) + 1)).map { $0 })
            #expect(page.spans.allSatisfy { $0.span.id == UInt64($0.number) })
            #expect(page.latest == Int64(count))
            #expect(page.lost == max(0, Int64(count) - 4 - max(after, 0)))
        }
        let page = log.spans(after: 0, limit: 2)
        #expect(page.spans.count == min(2, Int(count)))
    }

    @Test(arguments: ["", "abc", "xyz12", "ABCD", String(repeating: "a", count: 33)])
    func `text that is not the beginning of an identifier is refused`(id: String) {
        let request = BusTraces.SpansRequest(id: id)

        #expect(throws: Status.self) {
            try BusTraces.SpansResponse(request, of: SpanLog(), instance: "")
        }
    }

    @Test(arguments: [0, -1, 1001])
    func `a limit out of range is refused`(limit: Int) {
        let request = BusTraces.SpansRequest(after: 0, limit: limit)

        #expect(throws: Status.self) {
            try BusTraces.SpansResponse(request, of: SpanLog(), instance: "")
        }
    }

    @Test func `without a number the newest spans are returned`() throws {
        let log = SpanLog()
        for number in 1...9 { log.record(Self.span(UInt64(number))) }

        let response = try BusTraces.SpansResponse(
            BusTraces.SpansRequest(limit: 2), of: log, instance: "")

        #expect(response.spans.map(\.number) == [8, 9])
    }

    @Test func `a call is found by the digits of its identifier and of its trace`() throws {
        let log = SpanLog()
        for number in 1...9 { log.record(Self.span(UInt64(number))) }

        let call = CallID(high: 7, low: 0).description
        #expect(log.spans(matching: call).spans.map(\.number) == [7])
        let trace = TraceID(high: 1, low: 3).description
        #expect(log.spans(matching: trace).spans.map(\.number) == [3])
        #expect(log.spans(matching: "ffff").spans.isEmpty)
    }

    @Test func `calls about the server itself are not recorded`() async throws {
        let before = SpanLog.process.spans(after: .max, limit: 0).latest
        let client = Client(inProcess: Router())

        let answer = try await client.call(BusTraces.spans, .init(after: before))

        #expect(!answer.spans.contains { $0.method.hasPrefix("dayline.bus.Traces") })
    }
}
