import Contracts
import Foundation
import RPC
import Synchronization
import TestKit
import Testing
import Tracker
import ZeroMQ
import ZeroMQTransport

/// Crashed, hung and stopped processes, and the effect on callers.
@Suite(.serialized, .timeLimit(.minutes(3))) struct LivenessTests {
    let system: DaylineSystem
    let bus: Client
    let control: Client

    init() throws {
        let system = try DaylineSystem()
        let loop = try Loop()
        func client(_ socket: String) throws -> Client {
            Client(
                BusConnection(
                    endpoint: try .ipc("\(system.home)/run/\(socket).sock"), loop: loop,
                    connectTimeout: .seconds(20)))
        }
        self.system = system
        bus = try client("bus")
        control = try client("control")
    }

    private func processes() async throws -> [Control.Worker] {
        try await control.call(Control.status, Empty()).workers
    }

    private func process(_ name: String) async throws -> Control.Worker {
        try #require(await processes().first { $0.name == name })
    }

    /// Sends a signal to a process once it is ready.
    private func send(_ signal: Int32, to name: String) async throws {
        let pid = try await eventualValue("\(name), ready") {
            let process = try await process(name)
            return process.state == .ready ? process.pid : nil
        }
        kill(pid, signal)
    }

    /// Calls storage until it responds. Earlier errors must be UNAVAILABLE.
    private func settings() async throws -> Settings.ListResponse {
        try await eventualValue("storage's answer") {
            do {
                return try await bus.call(Settings.list, Empty())
            } catch {
                try #require(Status(describing: error).code == .unavailable, "\(error)")
                return nil
            }
        }
    }

    /// An open call that storage does not end.
    private func openCall() async throws -> Task<Status?, Never> {
        let before = try await storageInFlight()
        let call = Task { [bus] () async -> Status? in
            do {
                _ = try await bus.stream(
                    Folds.work, Empty(), CallOptions(deadline: .never)
                ) { _ in }
                return nil
            } catch {
                return Status(describing: error)
            }
        }
        try await eventually("the open call") { try await storageInFlight() > before }
        return call
    }

    private func storageInFlight() async throws -> Int {
        try await bus.call(BusBroker.list, Empty()).workers
            .first { $0.name == "storage" }?.inFlight ?? 0
    }

    /// The fields of the first published event of a failed process.
    private static func publishedFailure(on bus: Client) async throws -> [String: String] {
        let fields = Mutex<[String: String]>([:])
        _ = try? await bus.stream(
            BusEvents.subscribe, .init(topics: [Control.stateTopic]),
            CallOptions(deadline: .never)
        ) { event in
            guard event.fields["state"] == "failed" else { return }
            fields.withLock { $0 = event.fields }
            throw CancellationError()
        }
        return fields.withLock { $0 }
    }

    @Test func `calls of a killed worker fail, and its next process serves later ones`()
        async throws
    {
        let call = try await openCall()

        try await send(SIGKILL, to: "storage")

        #expect(await call.value?.message == "The storage worker ended before it answered.")
        _ = try await settings()
        let storage = try await process("storage")
        #expect(storage.restarts == 1)
        #expect(storage.reason == "ended with signal 9")
    }

    @Test func `calls of a hung worker fail, and the worker is restarted`() async throws {
        let call = try await openCall()

        try await send(SIGSTOP, to: "storage")

        #expect(
            await call.value?.message == "The storage worker stopped responding before it answered."
        )
        _ = try await settings()
        try await eventually("another storage") { try await process("storage").restarts > 0 }
        #expect(try await process("storage").reason == "did not answer any more")
    }

    @Test func `a request during which storage hangs or crashes is executed once`() async throws {
        var fields = Activities.Fields()
        fields.type = .cumulative
        _ = try await bus.call(Activities.add, Activities.AddRequest(name: "Water", fields: fields))

        for (number, signal) in [SIGSTOP, SIGKILL, SIGSTOP].enumerated() {
            try await send(signal, to: "storage")
            _ = try await bus.call(
                Journal.log, Journal.LogRequest(activity: "Water", value: .number(Double(number))),
                CallOptions(idempotencyKey: "k-\(number)"))
            while try await process("storage").restarts <= number {}
        }

        let entries = try await bus.call(Entries.list, Entries.ListRequest(activity: "Water"))
            .entries
        #expect(entries.compactMap(\.value).sorted() == [0, 1, 2])
    }

    @Test func `a worker stopped for a moment is not restarted`() async throws {
        let before = try await process("storage")

        try await send(SIGSTOP, to: "storage")
        kill(try #require(before.pid), SIGCONT)

        _ = try await settings()
        #expect(try await process("storage").pid == before.pid)
    }

    @Test func `a hung broker is restarted, and the workers reconnect`()
        async throws
    {
        let before = try await processes().filter { $0.name != "broker" }

        try await send(SIGSTOP, to: "broker")
        try await eventually("another broker") { try await process("broker").restarts > 0 }

        _ = try await settings()
        try await eventually("all workers") {
            try await bus.call(BusBroker.list, Empty()).workers.count == before.count
        }
        let after = try await processes().filter { $0.name != "broker" }
        #expect(after.map(\.pid) == before.map(\.pid))
        #expect(try await process("broker").reason == "did not answer any more")
    }

    @Test func `calls wait for the restart of a killed broker, and all workers reconnect`()
        async throws
    {
        let before = try await processes().filter { $0.name != "broker" }

        try await send(SIGKILL, to: "broker")
        let values = try await settings()

        #expect(values == Settings.ListResponse(values: [:]))
        try await eventually("all workers") {
            try await bus.call(BusBroker.list, Empty()).workers.count == before.count
        }
        #expect(
            try await processes().filter { $0.name != "broker" }.map(\.pid) == before.map(\.pid))
    }

    @Test func `a worker that hangs during a broker restart is restarted`() async throws {
        try await send(SIGSTOP, to: "storage")
        try await send(SIGKILL, to: "broker")

        try await eventually("another storage") { try await process("storage").restarts > 0 }

        #expect(try await process("storage").reason == "did not answer any more")
        _ = try await settings()
    }

    @Test func `a stopped worker stays stopped, and dependent calls fail with the reason`()
        async throws
    {
        _ = try await control.call(Control.stop, Control.WorkerRequest(worker: "storage"))

        let status = await #expect(throws: Status.self) {
            try await bus.call(Insights.metrics, Insights.MetricsRequest())
        }
        #expect(status?.code == .unavailable)
        #expect(status?.message.hasSuffix("storage was stopped.") == true)
        let storage = try await process("storage")
        #expect(storage.state == .stopped)
        #expect(storage.restarts == 0)

        _ = try await control.call(Control.start, Control.WorkerRequest(worker: "storage"))
        _ = try await settings()
    }

    @Test func `a worker that keeps crashing fails, and dependent calls name the reason`()
        async throws
    {
        let reported = Task { [bus] in try await Self.publishedFailure(on: bus) }
        try await eventually("the fifth death") {
            let storage = try await process("storage")
            if storage.state == .ready, let pid = storage.pid { kill(pid, SIGKILL) }
            return storage.state == .failed
        }

        let status = await #expect(throws: Status.self) {
            try await bus.call(Insights.metrics, Insights.MetricsRequest())
        }
        #expect(status?.message.hasSuffix("storage has failed: ended with signal 9") == true)
        #expect(
            try await reported.value == [
                "name": "storage", "state": "failed", "reason": "ended with signal 9",
            ])
        let health = try await bus.call(
            BusHealth.check, Empty(), CallOptions(target: "dayline.aggregation.Insights"))
        #expect(health.state == .ready)

        _ = try await control.call(Control.restart, Control.WorkerRequest(worker: "storage"))
        _ = try await settings()
    }
}
