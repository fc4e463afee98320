import Synchronization

/// The receiving side of a stream: items in their order, then how it ended. It holds no more than the
/// room that was granted, notices what is missing, and says when to grant more.
final class ReceiveQueue: Sendable {
    enum Event: Sendable {
        case item(WireContent)
        case ended(WireContent)
    }

    enum InsertResult: Sendable {
        case accepted
        /// It was here before.
        case repeated
        /// One before it is missing, or it came without room: the stream cannot be trusted.
        case outOfOrder
    }

    private struct State {
        var items: [WireContent] = []
        var firstItem = 0
        var nextNumber: UInt32 = 0
        var credit: UInt32
        var consumed: UInt32 = 0
        var ending: Result<WireContent, any Error>?
        var waiter: UnsafeContinuation<Event, any Error>?

        mutating func popItem() -> WireContent? {
            guard firstItem < items.count else { return nil }
            let item = items[firstItem]
            firstItem += 1
            if firstItem == items.count {
                items.removeAll(keepingCapacity: true)
                firstItem = 0
            } else if firstItem == 32 {
                items.removeFirst(firstItem)
                firstItem = 0
            }
            return item
        }
    }

    private let state: Mutex<State>
    let window: UInt32

    init(window: UInt32) {
        self.window = window
        state = Mutex(State(credit: window))
    }

    /// Takes in the item that is number `number` of its stream.
    func append(_ content: WireContent, number: UInt32) -> InsertResult {
        let (arrival, waiter) = state.withLock {
            state -> (InsertResult, UnsafeContinuation<Event, any Error>?) in
            if state.ending != nil || number < state.nextNumber { return (.repeated, nil) }
            guard number == state.nextNumber, state.credit > 0 else { return (.outOfOrder, nil) }
            state.nextNumber += 1
            state.credit -= 1
            if let waiter = state.waiter {
                state.waiter = nil
                return (.accepted, waiter)
            }
            state.items.append(content)
            return (.accepted, nil)
        }
        waiter?.resume(returning: .item(content))
        return arrival
    }

    /// The stream is over, once the items before it are consumed; the first ending given stands.
    /// `items` is how many the sender says it sent, when it came to its end in order.
    func finish(_ ending: Result<WireContent, any Error>, items: UInt32? = nil) {
        let (waiter, ending) = state.withLock { state in
            guard state.ending == nil else {
                return (nil as UnsafeContinuation<Event, any Error>?, ending)
            }
            var ending = ending
            if let items, items != state.nextNumber, case .success = ending {
                ending = .failure(Self.incomplete(received: state.nextNumber, of: items))
            }
            state.ending = ending
            defer { state.waiter = nil }
            return (state.waiter, ending)
        }
        waiter?.resume(with: ending.map { .ended($0) })
    }

    /// How it ended, if it has.
    var ending: Result<WireContent, any Error>? {
        state.withLock { $0.ending }
    }

    /// The next item, or the end. One reader at a time.
    func next() async throws -> Event {
        if let ready = try popReady() { return ready }
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                let outcome: Result<Event, any Error>? = state.withLock { state in
                    if let item = state.popItem() { return .success(.item(item)) }
                    if let ending = state.ending { return ending.map { .ended($0) } }
                    // The handler below has run already, or it will find the waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    guard state.waiter == nil else {
                        return .failure(Status(.internal, "A stream is read by two at once."))
                    }
                    state.waiter = continuation
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(throwing: CancellationError())
        }
    }

    private func popReady() throws -> Event? {
        try state.withLock { state in
            if let item = state.popItem() { return .item(item) }
            return try state.ending.map { .ended(try $0.get()) }
        }
    }

    /// Notes that an item was consumed.
    /// - Returns: The room to grant now; 0 until half of the window is free again, to spare messages.
    func recordConsumedItem() -> UInt32 {
        state.withLock { state in
            state.consumed += 1
            guard state.ending == nil, state.consumed >= max(1, window / 2) else { return 0 }
            defer { state.consumed = 0 }
            state.credit += state.consumed
            return state.consumed
        }
    }

    private static func incomplete(received: UInt32, of items: UInt32) -> Status {
        Status(.dataLoss, "Only \(received) of \(items) items arrived.")
    }
}
