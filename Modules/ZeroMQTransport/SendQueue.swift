import Synchronization

/// Messages on their way to the loop from other threads, in order.
final class SendQueue<Message: Sendable>: Sendable {
    private struct State {
        var messages: [Message] = []
        /// Whether the loop has been asked to take what is here.
        var isFlushScheduled = false
    }

    private let state = Mutex(State())

    /// Adds a message; true when the loop has to be asked to take it.
    func append(_ message: Message) -> Bool {
        state.withLock { state in
            state.messages.append(message)
            defer { state.isFlushScheduled = true }
            return !state.isFlushScheduled
        }
    }

    /// Adds a message only if others are ahead of it.
    func appendIfFlushScheduled(_ message: Message) -> Bool {
        state.withLock { state in
            guard state.isFlushScheduled else { return false }
            state.messages.append(message)
            return true
        }
    }

    func removeAll() -> [Message] {
        state.withLock { state in
            state.isFlushScheduled = false
            defer { state.messages = [] }
            return state.messages
        }
    }
}
