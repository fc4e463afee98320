import Synchronization

/// A queue of messages from other threads to the loop.
final class SendQueue<Message: Sendable>: Sendable {
    private struct State {
        var messages: [Message] = []
        /// True if the loop is scheduled to empty the queue.
        var isFlushScheduled = false
    }

    private let state = Mutex(State())

    /// Appends a message. True if the caller has to schedule the loop.
    func append(_ message: Message) -> Bool {
        state.withLock { state in
            state.messages.append(message)
            defer { state.isFlushScheduled = true }
            return !state.isFlushScheduled
        }
    }

    /// Appends a message only if the loop is already scheduled, to preserve the order. False otherwise.
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
