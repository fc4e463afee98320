import Contracts
import RPC
import Randomness
import StorageCore
import StorageTestKit
import Tracker

/// The calls of one profile, drawn from a seed. Each is repeated with its key until it is acknowledged.
struct FaultWorkload: Sendable {
    static let calls = 14
    private static let retryPause = Duration.milliseconds(5)

    let profile: String
    let seed: UInt64

    /// Makes the calls one after another. `client` is the client of each attempt.
    /// - Returns: The version that the last import published; nil without an import.
    func run(
        _ client: @escaping @Sendable () -> Client,
        onAcknowledged: @escaping @Sendable () async -> Void = {}
    ) async throws -> Int64? {
        var random = SplitMix64(seed: seed)
        var version: Int64?
        for number in 0..<Self.calls {
            switch random.below(8) {
            case 0...4: try await log(number, count: 1 + random.below(3), client)
            case 5: try await undo(number, client)
            default:
                let segments = Set((0..<4).map { _ in Int64(random.below(60)) })
                version = try await importChunks(
                    segments.sorted(), byte: UInt8(1 + random.below(200)), client)
            }
            await onAcknowledged()
        }
        return version
    }

    private func log(
        _ number: Int, count: Int, _ client: @escaping @Sendable () -> Client
    ) async throws {
        let request = TrackerRecords.ApplyRequest(
            summary: "log \(number)",
            changes: try (0..<count).map { try change(entry("\(profile)-\(number)-\($0)")) })
        _ = try await acknowledged { [profile] in
            try await client().call(
                TrackerRecords.apply, request,
                CallOptions(profile: profile, idempotencyKey: "\(profile)-log-\(number)"))
        }
    }

    /// Undoes the last step, if there is one.
    private func undo(_ number: Int, _ client: @escaping @Sendable () -> Client) async throws {
        _ = try await acknowledged { [profile] in
            do {
                _ = try await client().call(
                    TrackerRecords.undo, TrackerRecords.StepRequest(),
                    CallOptions(profile: profile, idempotencyKey: "\(profile)-undo-\(number)"))
            } catch let status as Status where status.code == .failedPrecondition {
                return
            }
        }
    }

    /// Imports chunks; an import that a change of the owner has aborted begins again.
    private func importChunks(
        _ segments: [Int64], byte: UInt8, _ client: @escaping @Sendable () -> Client
    ) async throws -> Int64 {
        while true {
            do {
                let storage = RoutedStorage(next: client)
                let id = try await acknowledged { [profile] in
                    try await storage.begin(profile: profile)
                }
                try await acknowledged { [profile] in
                    try await storage.stage(segments, import: id, profile: profile, byte: byte)
                }
                // A repeated publication answers as the first.
                return try await acknowledged { [profile] in
                    try await storage.publish(id, profile: profile).version
                }
            } catch let status as Status where status.code == .notFound {
                continue
            }
        }
    }

    /// Repeats a call while the database or the owner of the profile is away.
    private func acknowledged<Value: Sendable>(
        _ call: @Sendable () async throws -> Value
    ) async throws -> Value {
        while true {
            do {
                return try await call()
            } catch let status as Status
                where [.unavailable, .aborted, .cancelled, .deadlineExceeded].contains(status.code)
            {
                try await Task.sleep(for: Self.retryPause)
            }
        }
    }
}

/// Storage whose calls go to one of several workers.
struct RoutedStorage: StorageUnderTest {
    let next: @Sendable () -> Client

    var client: Client { next() }
}

extension StorageUnderTest {
    /// Folds until the task is cancelled, also through faults.
    func foldThroughFaults() async {
        while !Task.isCancelled {
            _ = try? await client.stream(
                Folds.work, Empty(), CallOptions(deadline: .never, window: 1)
            ) { task in
                try await fold(task)
            }
            try? await Task.sleep(for: .milliseconds(10))
        }
    }
}

/// The changes of a profile without the numbers of imports, of which an aborted one has used some.
func comparableChanges(of profile: String, _ client: Client) async throws -> [[String?]] {
    try await client.call(
        Changes.since, Changes.SinceRequest(number: 0), CallOptions(profile: profile)
    ).changes.map { change in
        let isImport = change.kind == "import"
        return [
            "\(change.number)", change.kind, isImport ? nil : change.key, change.before,
            isImport ? nil : change.after,
        ]
    }
}
