import Synchronization

/// The receiving side of a stream: items in order, then the end of the call. The queue holds at most the
/// granted credit, detects lost items, and decides when to grant more.
final class ReceiveQueue: Sendable {
    enum Event: Sendable {
        case item(WireContent)
        case ended(WireContent)
    }

    enum InsertResult: Sendable {
        case accepted
        /// The item was received before.
        case repeated
        /// An earlier item is missing: the stream is broken.
        case outOfOrder
        /// The sender had no credit for the item: the stream is broken.
        case withoutCredit
    }

    private struct State {
        var items: [WireContent] = []
        var firstItem = 0
        var nextNumber: UInt32 = 0
        var window: CreditWindow
        var credit: UInt32
        /// Credit of consumed items that was not granted again.
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
    /// The window that the first item can select, by its flag; nil: only `window`.
    private let offered: CreditWindow?

    init(window: CreditWindow, offered: CreditWindow? = nil) {
        self.offered = offered
        state = Mutex(State(window: window, credit: window.size))
    }

    /// Appends the item with the index and flags of `preamble`.
    func append(_ content: WireContent, _ preamble: Preamble) -> InsertResult {
        let number = preamble.number
        let (result, waiter) = state.withLock {
            state -> (InsertResult, UnsafeContinuation<Event, any Error>?) in
            if state.ending != nil || number < state.nextNumber { return (.repeated, nil) }
            guard number == state.nextNumber else { return (.outOfOrder, nil) }
            if number == 0, let offered, preamble.flags.contains(.byteCredit) {
                state.window = offered
                state.credit = offered.size
            }
            let cost = state.window.cost(of: content.byteCount)
            guard state.credit >= cost else { return (.withoutCredit, nil) }
            state.nextNumber += 1
            state.credit -= cost
            if let waiter = state.waiter {
                state.waiter = nil
                return (.accepted, waiter)
            }
            state.items.append(content)
            return (.accepted, nil)
        }
        waiter?.resume(returning: .item(content))
        return result
    }

    /// The credit to grant before the first item.
    var firstCredit: Preamble {
        let window = state.withLock { $0.window }
        return Preamble(.credit, flags: window.flags, number: window.size)
    }

    /// Ends the stream after the items received before. Later endings are ignored. `items` is the number
    /// that the sender reports as sent, for streams that ended normally.
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

    /// - Throws: The reason for which the stream failed, or `CancellationError` of a cancelled task.
    func checkCancellation() throws {
        guard Task.isCancelled else { return }
        if case .failure(let reason)? = ending { throw reason }
        throw CancellationError()
    }

    /// The end of the stream; nil while it is open.
    var ending: Result<WireContent, any Error>? {
        state.withLock { $0.ending }
    }

    /// The next item or the end. Only one task may wait at a time.
    func next() async throws -> Event {
        if let ready = try popReady() { return ready }
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                let outcome: Result<Event, any Error>? = state.withLock { state in
                    if let item = state.popItem() { return .success(.item(item)) }
                    if let ending = state.ending { return ending.map { .ended($0) } }
                    // Either the cancellation handler has run already, or it will find the waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    guard state.waiter == nil else {
                        return .failure(Status(.internal, "A stream has two readers."))
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

    /// Records that an item was consumed.
    /// - Returns: The credit to grant now; nil until half of the window is free, to save messages.
    func recordConsumed(_ item: WireContent) -> Preamble? {
        state.withLock { state in
            let window = state.window
            state.consumed += window.cost(of: item.byteCount)
            guard state.ending == nil, state.consumed >= max(1, window.size / 2) else {
                return nil
            }
            defer { state.consumed = 0 }
            state.credit += state.consumed
            return Preamble(.credit, flags: window.flags, number: state.consumed)
        }
    }

    private static func incomplete(received: UInt32, of items: UInt32) -> Status {
        Status(.dataLoss, "Only \(received) of \(items) items arrived.")
    }
}
