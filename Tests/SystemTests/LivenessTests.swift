import Contracts
import Foundation
import RPC
import Synchronization
import TestKit
import Testing
import Tracker
import ZeroMQ
import ZeroMQTransport

/// Processes that die, hang and are stopped, and what callers notice of it.
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

    /// Sends the signal to a process that is ready, once it is.
    private func send(_ signal: Int32, to name: String) async throws {
        let pid = try await eventualValue("\(name), ready") {
            let process = try await process(name)
            return process.state == .ready ? process.pid : nil
        }
        kill(pid, signal)
    }

    /// Asks storage until it answers; whatever it says before has to be that nobody is there.
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

    /// A call that storage does not answer, and its end.
    private func openCall() async throws -> Task<Status?, Never> {
        let before = try await storageInFlight()
        let call = Task { [bus] () async -> Status? in
            do {
                _ = try await bus.stream(
                    Folds.work, Folds.WorkRequest(name: "test"), CallOptions(deadline: .never)
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

    /// The first process that is told to have been given up.
    private static func failure(toldOn bus: Client) async throws -> [String: String] {
        let told = Mutex<[String: String]>([:])
        _ = try? await bus.stream(
            BusEvents.subscribe, .init(topics: [Control.stateTopic]),
            CallOptions(deadline: .never)
        ) { event in
            guard event.fields["state"] == "failed" else { return }
            told.withLock { $0 = event.fields }
            throw CancellationError()
        }
        return told.withLock { $0 }
    }

    @Test func `a killed worker's calls end, and the next is served by its successor`() async throws
    {
        let call = try await openCall()

        try await send(SIGKILL, to: "storage")

        #expect(await call.value?.message == "The storage worker ended before it answered.")
        _ = try await settings()
        let storage = try await process("storage")
        #expect(storage.restarts == 1)
        #expect(storage.reason == "ended with signal 9")
    }

    @Test func `a worker that hangs is given up by its callers, and started again`() async throws {
        let call = try await openCall()

        try await send(SIGSTOP, to: "storage")

        #expect(
            await call.value?.message == "The storage worker stopped responding before it answered."
        )
        _ = try await settings()
        try await eventually("another storage") { try await process("storage").restarts > 0 }
        #expect(try await process("storage").reason == "did not answer any more")
    }

    @Test func `what storage hangs over, or dies over, is done once by its successor`() async throws
    {
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

    @Test func `a worker that is stopped and goes on is the same one`() async throws {
        let before = try await process("storage")

        try await send(SIGSTOP, to: "storage")
        kill(try #require(before.pid), SIGCONT)

        _ = try await settings()
        #expect(try await process("storage").pid == before.pid)
    }

    @Test func `a broker that hangs is started again, and the workers come back to it`()
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

    @Test func `a killed broker's callers wait, and every worker is back`() async throws {
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

    @Test func `a worker that hangs before another broker knows it is started again`() async throws
    {
        try await send(SIGSTOP, to: "storage")
        try await send(SIGKILL, to: "broker")

        try await eventually("another storage") { try await process("storage").restarts > 0 }

        #expect(try await process("storage").reason == "did not answer any more")
        _ = try await settings()
    }

    @Test func `what a person stops stays away, and whoever needs it is told`() async throws {
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

    @Test func `a worker that keeps dying is given up, and whoever needs it is told`() async throws
    {
        let reported = Task { [bus] in try await Self.failure(toldOn: bus) }
        try await eventually("the fifth death") {
            let storage = try await process("storage")
            if storage.state == .ready, let pid = storage.pid { kill(pid, SIGKILL) }
            return storage.state == .failed
        }

        let status = await #expect(throws: Status.self) {
            try await bus.call(Insights.metrics, Insights.MetricsRequest())
        }
        #expect(status?.message.hasSuffix("storage was given up: ended with signal 9") == true)
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
