import BusTestKit
import RPC
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct InProcessTests {
    let probe = Probe()
    var client: Client { Client(inProcess: probe) }

    @Test
    func `a call returns what the handler returned`() async throws {
        let reply = try await client.call(Probe.echo, .init(text: "water"))

        #expect(reply.text == "water")
    }

    @Test
    func `a failure keeps its code, its sentence and its hint`() async {
        await #expect(throws: Status(.notFound, "No such activity.", hint: "Look elsewhere.")) {
            try await client.call(Probe.fail, .init(text: "No such activity."))
        }
    }

    /// A request with an unknown key.
    private struct Misspelt: Codable, WireValue {
        var text = "water"
        var txet = "tea"
    }

    @Test
    func `an unknown key is refused before the handler runs`() async {
        let echo = Method<Misspelt, Probe.Text>(Probe.name, "Echo")

        await #expect(
            throws: Status(
                .invalidArgument, "\(Probe.name)/Echo has no key \"txet\".",
                hint: "The keys are: text.")
        ) {
            try await client.call(echo, Misspelt())
        }
    }

    @Test
    func `a method without keys refuses any key`() async {
        let check = Method<Misspelt, BusHealth.CheckResponse>(BusHealth.service, "Check")

        let status = await #expect(throws: Status.self) {
            try await client.call(check, Misspelt())
        }
        #expect(status?.code == .invalidArgument)
        #expect(status?.hint == "The request has no keys.")
    }

    @Test
    func `items and replies may have unknown keys`() async throws {
        struct Less: Codable, WireValue {}
        let echo = Method<Probe.Text, Less>(Probe.name, "Echo")

        _ = try await client.call(echo, .init(text: "water"))
    }

    /// Answers with the trace context of its caller, directly or through another service.
    private struct Traced: Service {
        static let name = "dayline.test.Traced"
        static let ask = Method<Empty, Probe.Text>(name, "Ask")
        static let pass = Method<Empty, Probe.Text>(name, "Pass")

        let next: Client?

        func register(on router: inout Router) {
            router.handle(Self.ask) { _, context in
                Probe.Text(text: context.metadata.traceparent ?? "none")
            }
            router.handle(Self.pass) { _, context in
                guard let next else { throw Status(.unimplemented, "There is no next service.") }
                return try await next.call(Self.ask, Empty())
            }
        }
    }

    @Test(arguments: ["00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", nil])
    func `a forwarded call has the trace of its call and another parent`(
        trace: String?
    ) async throws {
        let last = Client(inProcess: Traced(next: nil))
        let first = Client(inProcess: Traced(next: last))

        let reply = try await first.call(
            Traced.pass, Empty(), CallOptions(traceparent: trace))

        let context = try #require(TraceContext(traceparent: reply.text))
        if let caller = trace.flatMap(TraceContext.init(traceparent:)) {
            #expect(context.trace == caller.trace)
            #expect(context.span != caller.span)
        }
        func recorded() -> [Span] {
            SpanLog.process.spans(matching: context.trace.description).spans.map(\.span)
        }
        // The span of a call ends after its reply.
        while recorded().count < 2 { await Task.yield() }
        let spans = recorded()
        let (inner, outer) = (try #require(spans.first), try #require(spans.last))
        #expect(spans.map(\.method) == ["dayline.test.Traced/Ask", "dayline.test.Traced/Pass"])
        #expect(inner.parent == outer.id)
        #expect(inner.id == context.span)
        #expect(outer.parent == trace.flatMap(TraceContext.init(traceparent:))?.span ?? 0)
    }

    @Test
    func `an unknown method is unimplemented`() async {
        let method = Method<Empty, Empty>(Probe.name, "Missing")

        let status = await #expect(throws: Status.self) {
            try await client.call(method, Empty())
        }
        #expect(status?.code == .unimplemented)
    }

    @Test
    func `a call for another contract version fails with both versions`() async {
        let method = Method<Probe.Text, Probe.Text>(Probe.name, "Echo", contract: 2)

        let status = await #expect(throws: Status.self) {
            try await client.call(method, .init(text: ""))
        }
        #expect(status?.code == .failedPrecondition)
        #expect(status?.message.contains("version 1 here") == true)
        #expect(status?.message.contains("version 2") == true)
    }

    @Test
    func `columns arrive unchanged`() async throws {
        let columns = [
            Column("start", [Int64.min, 0, .max]), Column("value", [0.1, -0.0, 1e300]),
        ]

        let reply = try await client.call(
            Probe.columns, Packet(Probe.Text(text: "x"), columns: columns))

        #expect(reply.columns == columns)
    }

    @Test(arguments: [1, 2, 3, 8, 100])
    func `items arrive in order with any window`(window: Int) async throws {
        let received = Mutex<[Int]>([])

        let reply = try await client.stream(
            Probe.count, .init(count: 100), CallOptions(window: window)
        ) { item in
            received.withLock { $0.append(item.value) }
        }

        #expect(received.withLock { $0 } == Array(0..<100))
        #expect(reply.count == 100)
    }

    @Test
    func `a sender sends no more items than its credit`() async throws {
        let isFirst = Mutex(true)

        _ = try await client.stream(Probe.count, .init(count: 20), CallOptions(window: 4)) { _ in
            let wasFirst = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            guard wasFirst else { return }
            await probe.recorder.wait(for: .sent(3))
            #expect(!probe.recorder.events.contains(.sent(4)))
        }

        #expect(probe.recorder.events.contains(.sent(19)))
    }

    @Test
    func `an error of the receiver cancels the stream`() async {
        await #expect(throws: Status(.aborted, "enough")) {
            _ = try await client.stream(Probe.count, .init(count: 1_000_000)) { item in
                if item.value == 10 { throw Status(.aborted, "enough") }
            }
        }
    }

    @Test
    func `uploaded items reach the handler`() async throws {
        let reply = try await client.upload(Probe.sum, Empty()) { writer in
            for value in 0..<1000 { try await writer.send(.init(value: value)) }
        }

        #expect(reply.count == 499_500)
    }

    @Test
    func `a refusal in the middle of an upload is its answer`() async {
        await #expect(throws: Status(.invalidArgument, "No negative numbers.")) {
            _ = try await client.upload(Probe.sum, Empty()) { writer in
                for value in 0..<1000 { try await writer.send(.init(value: 10 - value)) }
            }
        }
    }

    @Test
    func `an upload that waits for other data stops when it is refused`() async {
        await #expect(throws: Status(.invalidArgument, "No negative numbers.")) {
            _ = try await client.upload(Probe.sum, Empty()) { writer in
                try await writer.send(.init(value: -1))
                try await Task.sleep(for: .seconds(3600))
            }
        }
    }

    @Test
    func `an upload that fails at the caller is cancelled at the server`() async {
        await #expect(throws: Status(.dataLoss, "The file ended early.")) {
            _ = try await client.upload(Probe.sum, Empty()) { writer in
                try await writer.send(.init(value: 1))
                throw Status(.dataLoss, "The file ended early.")
            }
        }
    }

    @Test
    func `a call ends at its deadline and its handler is cancelled`() async {
        let status = await #expect(throws: Status.self) {
            try await client.call(
                Probe.wait, Empty(), CallOptions(deadline: .after(.milliseconds(20))))
        }
        #expect(status?.code == .deadlineExceeded)

        await probe.recorder.wait(for: .cancelled)
    }

    @Test
    func `a call with a passed deadline is not sent`() async {
        let status = await #expect(throws: Status.self) {
            try await client.call(Probe.wait, Empty(), CallOptions(deadline: .after(.zero)))
        }
        #expect(status?.code == .deadlineExceeded)
        #expect(probe.recorder.events.isEmpty)
    }

    @Test
    func `cancelling the caller cancels the handler`() async {
        let call = Task { try await client.call(Probe.wait, Empty()) }
        await probe.recorder.wait(for: .started)

        call.cancel()

        let status = await #expect(throws: Status.self) { try await call.value }
        #expect(status?.code == .cancelled)
        await probe.recorder.wait(for: .cancelled)
    }

    @Test
    func `a server at its capacity refuses calls`() async {
        let transport = InProcessTransport(router: Router([probe]), capacity: 1)
        let client = Client(transport)
        let call = Task { try await client.call(Probe.wait, Empty()) }
        await probe.recorder.wait(for: .started)

        let status = await #expect(throws: Status.self) {
            try await client.call(Probe.echo, .init(text: ""))
        }

        #expect(status?.code == .resourceExhausted)
        call.cancel()
        _ = await call.result
    }
}
