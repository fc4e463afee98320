import Contracts
import RPC

/// The parts of an import for the tracker, sent to the tracker worker while the file is read. The
/// tracker stores them when ``finish()`` is called, and nothing if the upload is released before.
actor TrackerUpload {
    private enum Item: Sendable {
        case part(Packet<TrackerPart>)
        case end
    }

    private let parts: AsyncStream<Item>.Continuation
    /// An element for each part that was sent. The stream ends with the call.
    private let sent: AsyncStream<Void>
    private let task: Task<Documents.PartsResponse, any Error>

    /// `bus` is a client of the bus; nil if there is no tracker.
    /// - Throws: UNAVAILABLE without a tracker.
    init(_ request: Documents.PartsRequest, bus: Client?, options: CallOptions) throws {
        guard let bus else {
            throw Status(.unavailable, "The tracker is not running.", hint: "dayline up")
        }
        let (items, parts) = AsyncStream.makeStream(of: Item.self)
        let (sent, confirmation) = AsyncStream.makeStream(of: Void.self)
        self.parts = parts
        self.sent = sent
        task = Task {
            defer { confirmation.finish() }
            return try await bus.upload(Documents.importParts, request, options) { writer in
                for await item in items {
                    guard case .part(let part) = item else { return }
                    try await writer.send(part)
                    confirmation.yield()
                }
                // The import failed: the call must not end as a complete one.
                throw Status(.cancelled, "The import was aborted.")
            }
        }
    }

    deinit {
        task.cancel()
    }

    /// Sends a part and returns when it was sent, so that memory is bounded.
    /// - Throws: The error of the tracker.
    func send(_ part: Packet<TrackerPart>) async throws {
        parts.yield(.part(part))
        var confirmations = sent.makeAsyncIterator()
        guard await confirmations.next() == nil else { return }
        _ = try await task.value
        throw Status(.internal, "The tracker ended the import before its end.")
    }

    /// Stores the parts.
    func finish() async throws -> Documents.PartsResponse {
        parts.yield(.end)
        return try await task.value
    }
}
