import Contracts
import Foundation
import HostFiles
import PostgresClient
import PostgresStorage
import RPC
import Randomness
import StorageCore
import StorageTestKit
import Synchronization

/// A storage worker in this process on a server that fails.
final class FaultyWorker: StorageUnderTest {
    let service: PostgresStorage
    let client: Client

    init(_ address: PostgresAddress) async throws {
        service = try await PostgresStorage(
            PostgresPool(address), systemZone: "UTC", reclaimDelay: .milliseconds(5),
            now: { FaultRound.now })
        client = Client(inProcess: service)
    }

    func remove() { service.close() }
}

/// Two profiles that log, undo, import and fold through two storage workers while a fault happens, and are
/// compared with an undisturbed run of the same calls.
struct FaultRound: Sendable {
    /// The time of all changes, in milliseconds since 1970, so that both runs are equal.
    static let now: Int64 = 1_800_000_000_000

    let seed: UInt64
    let workers: [FaultyWorker]
    /// Storage without faults.
    let reference: TemporaryPostgresStorage

    private var profiles: [String] { ["a\(seed)", "b\(seed)"] }

    /// - Parameters:
    ///   - isRouted: True if each attempt may reach another worker, as of a broker that believes an owner to
    ///     be gone.
    ///   - fault: Called once, after a number of acknowledged calls.
    /// - Returns: Descriptions of differences from the undisturbed run.
    /// - Throws: Failures of the undisturbed storage, and of calls that no repetition completes.
    func run(
        isRouted: Bool = false, fault: @escaping @Sendable () async throws -> Void = {}
    ) async throws -> [String] {
        for client in [workers[0].client, reference.client] {
            for profile in profiles {
                _ = try await client.call(
                    Profiles.add, Profiles.AddRequest(name: profile, zone: "UTC"))
            }
        }
        let folding = (workers as [any StorageUnderTest] + [reference]).map { worker in
            Task { await worker.foldThroughFaults() }
        }
        defer { for task in folding { task.cancel() } }
        try await disturbedRun(isRouted, fault)
        var differences: [String] = []
        for (index, profile) in profiles.enumerated() {
            let workload = workload(index)
            let version = try await workload.run { [reference] in reference.client }
            if let version { try await waitForFolds(profile, version) }
            differences += try await compare(profile)
        }
        for worker in workers { worker.remove() }
        return differences
    }

    private func workload(_ index: Int) -> FaultWorkload {
        FaultWorkload(profile: profiles[index], seed: seed * 2 + UInt64(index))
    }

    private func disturbedRun(
        _ isRouted: Bool, _ fault: @escaping @Sendable () async throws -> Void
    ) async throws {
        var random = SplitMix64(seed: seed ^ 0xFA17)
        let trigger = FaultTrigger(after: 1 + random.below(2 * FaultWorkload.calls - 2))
        let pause = Duration.microseconds(random.below(20_000))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in profiles.indices {
                let workers = workers
                let route = RouteDraw(seed: seed + UInt64(index) + 1)
                group.addTask {
                    _ = try await workload(index).run {
                        workers[isRouted ? route.next(workers.count) : index % workers.count]
                            .client
                    } onAcknowledged: {
                        await trigger.count()
                    }
                }
            }
            group.addTask {
                await trigger.wait()
                try await Task.sleep(for: pause)
                try await fault()
            }
            try await group.waitForAll()
        }
    }

    /// Waits until both runs have folded the days of the last import.
    private func waitForFolds(_ profile: String, _ version: Int64) async throws {
        for client in [workers[0].client, reference.client] {
            while true {
                do {
                    _ = try await client.call(
                        Folds.wait, Folds.WaitRequest(version: version),
                        CallOptions(profile: profile))
                    break
                } catch {
                    guard error.code == .unavailable else { throw error }
                    try await Task.sleep(for: .milliseconds(5))
                }
            }
        }
    }

    private func compare(_ profile: String) async throws -> [String] {
        let (ours, theirs) = (workers[1].client, reference.client)
        let changes = try await comparableChanges(of: profile, ours)
        let expected = try await comparableChanges(of: profile, theirs)
        guard changes == expected else {
            return ["seed \(seed), \(profile): \(changes.count) changes, not \(expected.count)"]
        }
        do {
            _ = try await AnswerComparison(of: profile, kinds: [], includesNumbers: false)
                .compare(ours, with: theirs)
            return []
        } catch let status as Status where status.code == .dataLoss {
            return ["seed \(seed): \(status.message)"]
        }
    }
}

/// The worker of each attempt, drawn from a seed.
private final class RouteDraw: Sendable {
    private let random: Mutex<SplitMix64>

    init(seed: UInt64) { random = Mutex(SplitMix64(seed: seed)) }

    func next(_ count: Int) -> Int { random.withLock { $0.below(count) } }
}

/// Reports when a number of calls has been acknowledged.
private actor FaultTrigger {
    private var remaining: Int
    private var waiting: CheckedContinuation<Void, Never>?

    init(after count: Int) { remaining = count }

    func count() {
        remaining -= 1
        guard remaining <= 0 else { return }
        waiting?.resume()
        waiting = nil
    }

    func wait() async {
        guard remaining > 0 else { return }
        await withCheckedContinuation { waiting = $0 }
    }
}
