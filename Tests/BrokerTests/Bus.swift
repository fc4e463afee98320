import Broker
import BusTestKit
import RPC
import Synchronization
import TestKit
import ZeroMQ
import ZeroMQTransport

/// A broker, workers and a client, each with the objects of a process of its own.
final class Bus: Sendable {
    let folder: RunFolder
    let endpoint: Endpoint
    let loop: Loop
    let broker: Broker
    let connection: BusConnection
    /// The started workers, which end with the bus.
    private let workers = Mutex<[TestWorker]>([])

    var client: Client { Client(connection) }

    init() async throws {
        folder = try RunFolder()
        endpoint = try folder.endpoint()
        loop = try Loop()
        var limits = BrokerLimits()
        limits.startupPeriod = .zero
        broker = Broker(endpoint: endpoint, loop: loop, limits: limits)
        try await broker.start()
        connection = BusConnection(endpoint: endpoint, loop: loop, connectTimeout: .seconds(5))
        TestCleanup.add { [self] in await stop() }
    }

    /// Starts a worker and waits until it is registered.
    func worker(
        _ service: any Service, instance: String = "probe-1", capacity: Int = 8
    ) async throws -> TestWorker {
        let worker = try TestWorker(service, instance: instance, capacity: capacity, at: endpoint)
        workers.withLock { $0.append(worker) }
        await worker.connection.waitForRegistration()
        return worker
    }

    /// Waits until `count` calls are queued for the service.
    func queued(_ count: Int, for service: String) async throws {
        while try await client.call(BusBroker.list, Empty()).services
            .first(where: { $0.name == service })?.queued != count
        {}
    }

    /// Another broker at the same endpoint.
    func restartBroker() async throws -> Broker {
        let broker = Broker(endpoint: endpoint, loop: loop)
        try await broker.start()
        return broker
    }

    private func stop() async {
        for worker in workers.withLock({ $0 }) { await worker.kill() }
        connection.close()
        await broker.stop()
        loop.stop()
    }
}

/// A worker on a loop of its own.
final class TestWorker: Sendable {
    let loop: Loop
    let connection: WorkerConnection
    private let running: Task<Void, Never>

    init(_ service: any Service, instance: String, capacity: Int, at endpoint: Endpoint) throws {
        loop = try Loop()
        let connection = WorkerConnection(
            endpoint: endpoint, instance: instance, name: "probe", router: Router([service]),
            capacity: capacity, loop: loop)
        self.connection = connection
        running = Task { await connection.run() }
    }

    func drain() async {
        await connection.drain(within: .seconds(5))
        await running.value
        loop.stop()
    }

    /// Ends like a killed process: closes the connection without a goodbye.
    func kill() async {
        connection.abandon()
        await running.value
        loop.stop()
    }
}
