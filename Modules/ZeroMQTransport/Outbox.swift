import Synchronization

/// Messages on their way to the loop from other threads, in order.
final class Outbox<Message: Sendable>: Sendable {
    private struct State {
        var messages: [Message] = []
        /// Whether the loop has been asked to take what is here.
        var isAwaited = false
    }

    private let state = Mutex(State())

    /// Adds a message; true when the loop has to be asked to take it.
    func add(_ message: Message) -> Bool {
        state.withLock { state in
            state.messages.append(message)
            defer { state.isAwaited = true }
            return !state.isAwaited
        }
    }

    /// Adds a message only if others are ahead of it.
    func addBehindOthers(_ message: Message) -> Bool {
        state.withLock { state in
            guard state.isAwaited else { return false }
            state.messages.append(message)
            return true
        }
    }

    func take() -> [Message] {
        state.withLock { state in
            state.isAwaited = false
            defer { state.messages = [] }
            return state.messages
        }
    }
}
