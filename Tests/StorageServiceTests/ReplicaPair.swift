import Contracts
import Foundation
import HostFiles
import RPC
import StorageService
import StorageTestKit
import Synchronization

/// A storage service and a replica that follows it in the same process, over a connection that can be cut.
actor ReplicaPair {
    private(set) var primary: any DatabaseUnderTest
    let folder = NSTemporaryDirectory() + "dl-replica-\(UUID().uuidString)"
    private let connection: CuttableConnection
    private var storage: ReplicaStorage?
    private var following: Task<Void, any Error>?

    nonisolated var path: String { "\(folder)/dayline.sqlite" }
    nonisolated var state: ReplicationFile {
        get throws { try ReplicationFile.read("\(folder)/\(Home.replicationName)") }
    }

    init() async throws {
        let primary = try await TemporaryStorage()
        self.primary = primary
        connection = CuttableConnection(primary.client)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try ReplicationFile(following: .init(address: "tcp://primary:1"))
            .write(to: "\(folder)/\(Home.replicationName)")
    }

    /// Starts the process of the replica.
    func start() {
        following = Task {
            let follower = try ReplicaFollower(
                database: path, client: Client(connection), now: WallClock.milliseconds,
                log: { _ in })
            if !follower.hasCopy { try await follower.copyFirst { _ in } }
            let storage = try await ReplicaStorage(follower, systemZone: "Europe/Berlin")
            self.storage = storage
            await storage.follow()
        }
    }

    /// Ends the process of the replica wherever it is.
    func end() async {
        following?.cancel()
        _ = await following?.result
        storage?.close()
        storage = nil
    }

    /// Ends and starts the storage of the primary, whose record of changed pages begins again.
    func restartPrimary() async throws {
        primary = try await primary.restarted()
        connection.replace(primary.client)
    }

    nonisolated func cut(afterItems items: Int) { connection.cut(afterItems: items) }
    nonisolated func mend() { connection.mend() }

    /// A client of the replica once it has all changes of the primary.
    func caughtUp() async throws -> Client {
        while true {
            let newest = try await primary.client.call(
                Replication.begin, Replication.BeginRequest(epoch: 1))
            let position = try state.following?.position
            if let storage, position?.instance == newest.instance,
                position?.number == newest.number
            {
                return Client(inProcess: storage)
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    func remove() async {
        await end()
        try? FileManager.default.removeItem(atPath: folder)
    }
}

/// A connection that breaks after a number of items, with all calls that are open.
private final class CuttableConnection: Transport {
    private struct State {
        var client: Client
        /// The items until the connection breaks; nil: it does not.
        var items: Int?
        var calls: [UUID: Task<WireContent, any Error>] = [:]
    }

    private let state: Mutex<State>

    init(_ client: Client) {
        state = Mutex(State(client: client))
    }

    func replace(_ client: Client) {
        endCalls { $0.client = client }
    }

    func cut(afterItems items: Int) {
        if items == 0 { endCalls { $0.items = 0 } } else { state.withLock { $0.items = items } }
    }

    func mend() { state.withLock { $0.items = nil } }

    private func endCalls(_ change: (inout State) -> Void) {
        let calls = state.withLock { state in
            change(&state)
            return state.calls.values
        }
        for call in calls { call.cancel() }
    }

    private static let broken = Status(.unavailable, "The connection is broken.")

    func perform(
        _ call: OutgoingCall,
        upload: @escaping @Sendable (ItemWriter) async throws -> Void,
        receive: @escaping @Sendable (WireContent) async throws -> Void
    ) async throws -> WireContent {
        let client = state.withLock { $0.items == 0 ? nil : $0.client }
        guard let client else { throw Self.broken }
        let id = UUID()
        let task = Task {
            try await client.transport.perform(call, upload: upload) { item in
                let isBroken = self.state.withLock { state in
                    guard let items = state.items else { return false }
                    if items > 0 { state.items = items - 1 }
                    return items == 0
                }
                if isBroken { throw Self.broken }
                try await receive(item)
            }
        }
        state.withLock { $0.calls[id] = task }
        defer { state.withLock { _ = $0.calls.removeValue(forKey: id) } }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch is CancellationError where !Task.isCancelled {
            throw Self.broken
        }
    }
}
