import RPC

/// The messages of a call with a stream of items, read one at a time. The worker waits until the reader
/// has taken an item.
struct APIStream: Sendable {
    enum Message: Sendable {
        case item(WireContent)
        case reply(WireContent)
    }

    private let messages: AsyncThrowingStream<Message, any Error>
    /// Grants the next item.
    private let taken: AsyncStream<Void>.Continuation

    /// Starts the call. The call is cancelled when the stream is released.
    init(_ call: OutgoingCall, _ transport: any Transport) {
        let (messages, produced) = AsyncThrowingStream.makeStream(of: Message.self)
        let (grants, taken) = AsyncStream.makeStream(of: Void.self)
        self.messages = messages
        self.taken = taken
        let task = Task {
            do {
                let reply = try await transport.perform(call, upload: { _ in }) { item in
                    produced.yield(.item(item))
                    for await _ in grants { return }
                }
                produced.yield(.reply(reply))
                produced.finish()
            } catch {
                produced.finish(throwing: error)
            }
        }
        produced.onTermination = { _ in task.cancel() }
    }

    /// The next message; nil after the response.
    /// - Throws: The status of the call.
    func next() async throws -> Message? {
        var iterator = messages.makeAsyncIterator()
        let message = try await iterator.next()
        taken.yield()
        return message
    }
}
