import Broker
import BusTestKit
import RPC
import Synchronization
import TestKit
import Testing
import ZeroMQTransport

@Suite(.cleanup, .timeLimit(.minutes(1)))
struct BrokerTests {
    @Test
    func `calls, streams and uploads pass through the broker`() async throws {
        let bus = try await Bus()
        _ = try await bus.worker(Probe())

        #expect(try await bus.client.call(Probe.echo, .init(text: "water")).text == "water")
        let received = Mutex<[Int]>([])
        _ = try await bus.client.stream(Probe.count, .init(count: 1000)) { item in
            received.withLock { $0.append(item.value) }
        }
        #expect(received.withLock { $0 } == Array(0..<1000))
        let sum = try await bus.client.upload(Probe.sum, Empty()) { writer in
            for value in 0..<1000 { try await writer.send(.init(value: value)) }
        }
        #expect(sum.count == 499_500)
    }

    @Test
    func `a service without a worker is unavailable at once`() async throws {
        let bus = try await Bus()

        let status = await #expect(throws: Status.self) {
            try await bus.client.call(Probe.echo, .init(text: ""))
        }

        #expect(status?.code == .unavailable)
    }

    @Test
    func `a call waits for an expected service`() async throws {
        let bus = try await Bus()
        _ = try await bus.client.call(BusBroker.expect, .init(services: [Probe.name]))
        let call = Task { try await bus.client.call(Probe.echo, .init(text: "late")) }
        try await bus.queued(1, for: Probe.name)

        _ = try await bus.worker(Probe())

        #expect(try await call.value.text == "late")
    }

    @Test
    func `an unknown method of a served service is unimplemented`() async throws {
        let bus = try await Bus()
        _ = try await bus.worker(Probe())

        let status = await #expect(throws: Status.self) {
            try await bus.client.call(Method<Empty, Empty>(Probe.name, "Missing"), Empty())
        }

        #expect(status?.code == .unimplemented)
    }

    @Test
    func `a killed worker's calls fail`() async throws {
        let bus = try await Bus()
        let probe = Probe()
        let worker = try await bus.worker(probe)
        let call = Task { try await bus.client.call(Probe.wait, Empty()) }
        await probe.recorder.wait(for: .started)

        await worker.kill()

        let status = await #expect(throws: Status.self) { try await call.value }
        #expect(status?.code == .unavailable)
        #expect(status?.message == "The probe worker ended before it answered.")
    }

    @Test
    func `a call cancelled by its caller is cancelled at the worker`() async throws {
        let bus = try await Bus()
        let probe = Probe()
        _ = try await bus.worker(probe)
        let call = Task { try await bus.client.call(Probe.wait, Empty()) }
        await probe.recorder.wait(for: .started)

        call.cancel()

        await probe.recorder.wait(for: .cancelled)
        _ = await call.result
    }

    @Test
    func `a deadline ends the call at both ends`() async throws {
        let bus = try await Bus()
        let probe = Probe()
        _ = try await bus.worker(probe)

        let status = await #expect(throws: Status.self) {
            try await bus.client.call(
                Probe.wait, Empty(), CallOptions(deadline: .after(.milliseconds(50))))
        }

        #expect(status?.code == .deadlineExceeded)
        await probe.recorder.wait(for: .cancelled)
    }

    @Test
    func `a disconnected client's calls are cancelled at the worker`() async throws {
        let bus = try await Bus()
        let probe = Probe()
        _ = try await bus.worker(probe)
        let call = Task { try await bus.client.call(Probe.wait, Empty()) }
        await probe.recorder.wait(for: .started)

        bus.connection.close()

        await probe.recorder.wait(for: .cancelled)
        _ = await call.result
    }

    @Test
    func `a drained worker finishes its open calls`() async throws {
        let bus = try await Bus()
        let probe = Probe()
        let worker = try await bus.worker(probe)
        let isDraining = Mutex(false)

        let drained = Mutex<Task<Void, Never>?>(nil)
        let reply = try await bus.client.stream(
            Probe.count, .init(count: 50), CallOptions(window: 2)
        ) { _ in
            let isFirst = isDraining.withLock { isDraining in
                defer { isDraining = true }
                return !isDraining
            }
            if isFirst { drained.withLock { $0 = Task { await worker.drain() } } }
        }

        #expect(reply.count == 50)
        await drained.withLock { $0 }?.value
        // The goodbye is still being sent.
        try await eventually("the removal of the worker") {
            try await bus.broker.listing().workers.isEmpty
        }
    }

    @Test
    func `a worker announces itself to a restarted broker`() async throws {
        let bus = try await Bus()
        let worker = try await bus.worker(Probe())
        await bus.broker.stop()

        let next = try await bus.restartBroker()

        #expect(try await bus.client.call(Probe.echo, .init(text: "again")).text == "again")
        await worker.drain()
        await next.stop()
    }

    @Test
    func `a repeatable call survives a restart of the broker`() async throws {
        let bus = try await Bus()
        let probe = Probe()
        let worker = try await bus.worker(probe)
        let call = Task { try await bus.client.call(Probe.second, Empty()) }
        await probe.recorder.wait(for: .started)

        await bus.broker.stop()
        let next = try await bus.restartBroker()

        #expect(try await call.value.count == 2)
        await worker.drain()
        await next.stop()
    }

    @Test
    func `a repeatable call survives the loss of its worker`() async throws {
        let bus = try await Bus()
        let probe = Probe()
        let first = try await bus.worker(probe, instance: "probe-1")
        let call = Task { try await bus.client.call(Probe.second, Empty()) }
        await probe.recorder.wait(for: .started)
        _ = try await bus.worker(probe, instance: "probe-2")

        await first.kill()

        #expect(try await call.value.count == 2)
    }

    @Test
    func `a call that is not repeatable fails with the broker`() async throws {
        let bus = try await Bus()
        let probe = Probe()
        let worker = try await bus.worker(probe)
        let call = Task { try await bus.client.call(Probe.wait, Empty()) }
        await probe.recorder.wait(for: .started)

        await bus.broker.stop()

        let status = await #expect(throws: Status.self) { try await call.value }
        #expect(status?.code == .unavailable)
        await probe.recorder.wait(for: .cancelled)
        await worker.kill()
    }

    @Test
    func `every instance answers its own health checks`() async throws {
        let bus = try await Bus()
        _ = try await bus.worker(Probe(), instance: "probe-1")
        _ = try await bus.worker(Probe(), instance: "probe-2")

        for instance in ["probe-1", "probe-2"] {
            let report = try await bus.client.call(
                BusHealth.check, Empty(), CallOptions(target: instance))
            #expect(report == BusHealth.CheckResponse(state: .ready, instance: instance))
        }
        #expect(try await bus.client.call(BusHealth.check, Empty()).instance == "broker")
    }

    @Test
    func `an event reaches the subscribers of its topic`() async throws {
        let bus = try await Bus()
        let received = Mutex<[BusEvents.Event]>([])
        let event = BusEvents.Event(
            topic: "import.progress", publisher: "test", number: 1, fields: ["share": "0.5"])
        let subscription = Task {
            try await bus.client.stream(BusEvents.subscribe, .init(topics: ["import"])) { event in
                let count = received.withLock { received in
                    received.append(event)
                    return received.count
                }
                if count == 2 { throw CancellationError() }
            }
        }
        try await eventually("the subscription") { received.withLock { !$0.isEmpty } }

        _ = try await bus.client.call(BusEvents.publish, event)

        _ = await subscription.result
        #expect(received.withLock { $0.map(\.topic) } == [BusEvents.subscribed, event.topic])
        #expect(received.withLock { $0.last } == event)
    }

    @Test
    func `an event of a profile reaches subscribers of that profile only`() async throws {
        let bus = try await Bus()
        let received = Mutex<[BusEvents.Event]>([])
        let subscription = Task {
            try await bus.client.stream(
                BusEvents.subscribe, .init(topics: []), CallOptions(profile: "kim")
            ) { event in
                received.withLock { $0.append(event) }
                if event.fields["last"] != nil { throw CancellationError() }
            }
        }
        try await eventually("the subscription") { received.withLock { !$0.isEmpty } }

        let events = [["profile": "lee"], ["profile": "kim"], [:], ["profile": "kim", "last": ""]]
        for (number, fields) in events.enumerated() {
            _ = try await bus.client.call(
                BusEvents.publish,
                .init(topic: "x", publisher: "test", number: Int64(number), fields: fields))
        }

        _ = await subscription.result
        #expect(received.withLock { $0.dropFirst().map(\.number) } == [1, 2, 3])
    }
}
