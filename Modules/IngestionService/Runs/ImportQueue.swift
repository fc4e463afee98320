import RPC
import Synchronization

/// Runs imports and edits of a profile one at a time, first in first out. Profiles do not wait for
/// each other.
final class ImportQueue: Sendable {
    /// Maximum number of waiting calls of a profile.
    static let waitingLimit = 24

    private struct Waiter {
        let id: UInt64
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var running: Set<String> = []
        var waiting: [String: [Waiter]] = [:]
        var nextID: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Runs `body` after the earlier calls of the profile.
    ///
    /// - Throws: RESOURCE_EXHAUSTED if too many calls wait.
    func run<Value: Sendable>(
        for profile: String, _ body: () async throws -> Value
    ) async throws -> Value {
        try await acquire(profile)
        defer { release(profile) }
        return try await body()
    }

    private func acquire(_ profile: String) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.running.insert(profile).inserted { return .success(()) }
                    guard state.waiting[profile, default: []].count < Self.waitingLimit else {
                        return .failure(Self.exhausted(profile))
                    }
                    state.waiting[profile, default: []].append(
                        Waiter(id: id, continuation: continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                guard let index = state.waiting[profile]?.firstIndex(where: { $0.id == id }) else {
                    return nil
                }
                return state.waiting[profile]?.remove(at: index)
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    private static func exhausted(_ profile: String) -> Status {
        Status(
            .resourceExhausted,
            "\(waitingLimit) imports and edits of the profile \(profile) are waiting, the limit.",
            hint: "Show the running import with: dayline imports --running")
    }

    private func release(_ profile: String) {
        let next = state.withLock { state -> Waiter? in
            guard let first = state.waiting[profile]?.first else {
                state.running.remove(profile)
                state.waiting[profile] = nil
                return nil
            }
            state.waiting[profile]?.removeFirst()
            return first
        }
        next?.continuation.resume()
    }
}
