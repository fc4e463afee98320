import Contracts
import Dispatch
import RPC
import Synchronization

/// Batches between the thread that reads the file and the task that sends them: at most one waits, so
/// that reading goes on while one is sent and no further.
final class BatchQueue: Sendable {
    private let stream: AsyncStream<Packet<Batches.Batch>>
    private let continuation: AsyncStream<Packet<Batches.Batch>>.Continuation
    /// Made with 0, since one that was made with more may not end with less.
    private let freeSlots = DispatchSemaphore(value: 0)
    private let failure = Mutex<(any Error)?>(nil)

    init() {
        (stream, continuation) = AsyncStream.makeStream()
        freeSlots.signal()
    }

    var isOpen: Bool { failure.withLock { $0 == nil } }

    /// Returns when there is room.
    /// - Throws: Why nobody takes batches any more.
    func append(_ batch: Packet<Batches.Batch>) throws {
        freeSlots.wait()
        if let failure = failure.withLock({ $0 }) {
            freeSlots.signal()
            throw failure
        }
        continuation.yield(batch)
    }

    func finish() {
        continuation.finish()
    }

    /// The next batch; nil when there are no more.
    func next() async -> Packet<Batches.Batch>? {
        var batches = stream.makeAsyncIterator()
        guard let batch = await batches.next() else { return nil }
        freeSlots.signal()
        return batch
    }

    /// Nobody takes batches any more.
    func close(_ error: any Error) {
        failure.withLock { $0 = $0 ?? error }
        freeSlots.signal()
    }
}
