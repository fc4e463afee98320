import BusTestKit
import Contracts
import Foundation
import RPC
import TestKit
import Testing
import ZeroMQ
import ZeroMQTransport

/// A broker and worker processes, with a fault injector between each worker and the broker. Each worker
/// has its own run folder, as on another machine, so that storage is reachable through the broker only.
/// Ended processes are not restarted. Everything ends with the last reference.
final class FaultySystem: Sendable {
    let folder: String
    /// A client that is connected directly.
    let client: Client
    /// A client behind a fault injector.
    let remote: Client
    private let proxies: [FaultyProxy]
    private let processes: Processes

    // Unchecked: changed only in init and deinit.
    private final class Processes: @unchecked Sendable {
        var all: [Process] = []
    }

    init(workers: [String], chances: FaultInjector.Probabilities, seed: UInt64) async throws {
        folder = NSTemporaryDirectory() + "dl-f\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        processes = Processes()
        let broker = try Endpoint.ipc("\(folder)/bus.sock")
        try Self.start("BrokerWorker", name: "broker", bus: broker, folder, processes)
        try await eventually("the broker's socket") { [folder] in
            FileManager.default.fileExists(atPath: "\(folder)/bus.sock")
        }

        var proxies: [FaultyProxy] = []
        for (index, name) in (["client"] + workers).enumerated() {
            proxies.append(
                try await FaultyProxy(
                    at: .ipc("\(folder)/\(name).sock"), to: broker,
                    faultInjector: FaultInjector(chances, seed: seed * 10 + UInt64(index))))
        }
        self.proxies = proxies
        let loop = try Loop()
        client = Client(BusConnection(endpoint: broker, loop: loop, connectTimeout: .seconds(20)))
        remote = Client(
            BusConnection(
                endpoint: try .ipc("\(folder)/client.sock"), loop: loop,
                connectTimeout: .seconds(20)))
        for name in workers {
            try Self.start(
                name, name: name, bus: .ipc("\(folder)/\(name).sock"), folder, processes)
        }
        try await eventually("all workers") { [client] in
            try await client.call(BusBroker.list, Empty()).workers.count == workers.count
        }
    }

    private static func start(
        _ program: String, name: String, bus: Endpoint, _ folder: String, _ processes: Processes
    ) throws {
        let runFolder = "\(folder)/\(name)"
        try FileManager.default.createDirectory(
            atPath: runFolder, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        let process = DaylineSystem.process(
            "\(DaylineSystem.programs)/\(program)", [],
            variables: [
                "DAYLINE_HOME": folder, "DAYLINE_RUN": runFolder, "DAYLINE_WORKER": name,
                "DAYLINE_INSTANCE": "\(name).1", "DAYLINE_BUS": bus.address, "TZ": "UTC",
            ])
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        processes.all.append(process)
    }

    func setFaults(_ areEnabled: Bool) {
        for proxy in proxies { proxy.setFaultsEnabled(areEnabled) }
    }

    deinit {
        for process in processes.all {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        for proxy in proxies { proxy.close() }
        try? FileManager.default.removeItem(atPath: folder)
    }
}
