import Synchronization

/// An open call with items in one direction.
final class StreamCall: Sendable {
    let receiveQueue: ReceiveQueue
    /// Nil unless the method receives items.
    let gate: CreditGate?
    /// Number of items sent. The lock is held while one is sent, so that items leave in order.
    let numbering = Mutex<UInt32>(0)
    private let uploadTask = Mutex<Task<Void, any Error>?>(nil)

    init(_ call: OutgoingCall) {
        gate = call.kind == .clientStream ? CreditGate() : nil
        let window = call.window
        receiveQueue = ReceiveQueue(window: window, offered: window.inKibibytes)
    }

    /// Runs `upload` in a task that is cancelled when the call ends.
    func runUpload(_ upload: @escaping @Sendable () async throws -> Void) async throws {
        let task = Task { try await upload() }
        uploadTask.withLock { $0 = task }
        if receiveQueue.ending != nil { task.cancel() }
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Ends the call. `items` is the number of items that the server reports as sent.
    func end(_ outcome: CallOutcome, items: UInt32?) {
        receiveQueue.finish(outcome, items: items)
        gate?.close(CallEnded())
        uploadTask.withLock { $0 }?.cancel()
    }
}

/// Fails an upload after its call has ended; the outcome is that of the call.
private struct CallEnded: Error {}

extension CallerSession {
    /// Performs a call with one request, items in one direction and one response.
    func stream(
        _ call: OutgoingCall,
        upload: @escaping @Sendable (ItemWriter) async throws -> Void,
        receive: @escaping @Sendable (WireContent) async throws -> Void
    ) async throws -> WireContent {
        try Task.checkCancellation()
        let stream = StreamCall(call)
        var request = try call.request()
        let id = try add(OpenCall(call, .streaming(stream)))
        request.call = id
        link.send(request, 0)
        do {
            if let gate = stream.gate { try await send(stream, id, through: gate, upload) }
            while true {
                switch try await stream.receiveQueue.next() {
                case .ended(let reply): return reply
                case .item(let item):
                    try Task.checkCancellation()
                    try await receive(item)
                    if let credit = stream.receiveQueue.recordConsumed(item) {
                        link.send(Envelope(credit, call: id), 0)
                    }
                }
            }
        } catch {
            abandon(id)
            throw error
        }
    }

    private func send(
        _ stream: StreamCall, _ id: CallID, through gate: CreditGate,
        _ upload: @escaping @Sendable (ItemWriter) async throws -> Void
    ) async throws {
        let writer = ItemWriter { [link] content in
            try await gate.acquire(bytes: content.byteCount)
            try stream.numbering.withLock { number in
                let item = try Envelope(
                    Preamble(.item, flags: gate.itemFlags, number: number), call: id,
                    content: content)
                number += 1
                link.send(item, 0)
            }
        }
        do {
            // Cancelling the upload task also wakes an upload that waits for items of its own source.
            try await stream.runUpload { try await upload(writer) }
            let count = stream.numbering.withLock { $0 }
            link.send(Envelope(Preamble(.end, number: count), call: id), 0)
        } catch {
            // The server may answer before it has all items, which fails the upload. Its answer counts.
            guard stream.receiveQueue.ending == nil else { return }
            throw error
        }
    }
}
