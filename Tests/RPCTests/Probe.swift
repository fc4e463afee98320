import RPC
import Synchronization

/// A service that does what a test asks of it.
struct Probe: Service {
    static let name = "dayline.test.Probe"
    static let echo = Method<Text, Text>(name, "Echo", repeatable: true)
    static let fail = Method<Text, Text>(name, "Fail")
    static let wait = Method<Empty, Empty>(name, "Wait")
    static let count = StreamMethod<Count, Number, Count>(name, "Count")
    static let sum = UploadMethod<Empty, Number, Count>(name, "Sum")
    static let columns = Method<Packet<Text>, Packet<Text>>(name, "Columns")

    struct Text: Codable, Hashable, WireValue {
        var text: String
    }

    struct Number: Codable, Hashable, WireValue {
        var value: Int
    }

    struct Count: Codable, Hashable, WireValue {
        var count: Int
    }

    let seen = Seen()

    func register(on router: inout Router) {
        router.handle(Self.echo) { request, _ in request }
        router.handle(Self.fail) { request, _ in
            throw Status(.notFound, request.text, hint: "Look elsewhere.")
        }
        router.handle(Self.wait) { _, _ in
            seen.note(.started)
            do {
                try await Task.sleep(for: .seconds(3600))
            } catch {
                seen.note(.cancelled)
                throw error
            }
            return Empty()
        }
        router.handle(Self.count) { request, _, writer in
            for value in 0..<request.count {
                try await writer.send(Number(value: value))
                seen.note(.sent(value))
            }
            return request
        }
        router.handle(Self.sum) { _, _, reader in
            var sum = 0
            while let number = try await reader.next() {
                guard number.value >= 0 else {
                    throw Status(.invalidArgument, "No negative numbers.")
                }
                sum += number.value
            }
            return Count(count: sum)
        }
        router.handle(Self.columns) { request, _ in request }
    }
}

/// What a handler did, and a way to wait for it.
final class Seen: Sendable {
    enum Event: Hashable, Sendable {
        case started
        case cancelled
        case sent(Int)
    }

    private struct State {
        var events: [Event] = []
        var waiters: [(Event, CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var events: [Event] { state.withLock { $0.events } }

    func note(_ event: Event) {
        let released = state.withLock { state in
            state.events.append(event)
            let released = state.waiters.filter { $0.0 == event }
            state.waiters.removeAll { $0.0 == event }
            return released
        }
        for (_, waiter) in released { waiter.resume() }
    }

    /// Returns once `event` was noted.
    func event(_ event: Event) async {
        await withCheckedContinuation { continuation in
            let isHere = state.withLock { state in
                if state.events.contains(event) { return true }
                state.waiters.append((event, continuation))
                return false
            }
            if isHere { continuation.resume() }
        }
    }
}
