import Contracts
import Dispatch
import RPC
import Synchronization

/// A queue of batches from the thread that reads the file to the task that sends them. Its capacity
/// is one, so that reading overlaps sending and memory stays bounded.
final class BatchQueue: Sendable {
    private let stream: AsyncStream<Packet<Batches.Batch>>
    private let continuation: AsyncStream<Packet<Batches.Batch>>.Continuation
    /// Created with 0 and signalled afterwards: destroying a semaphore traps when its value is below
    /// the initial one.
    private let freeSlots = DispatchSemaphore(value: 0)
    private let failure = Mutex<(any Error)?>(nil)

    init() {
        (stream, continuation) = AsyncStream.makeStream()
        freeSlots.signal()
    }

    var isOpen: Bool { failure.withLock { $0 == nil } }

    /// Appends a batch, and blocks while the queue is full.
    /// - Throws: The error that ``close(_:)`` was called with.
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

    /// Makes each further ``append(_:)`` throw `error`. The first error counts.
    func close(_ error: any Error) {
        failure.withLock { $0 = $0 ?? error }
        freeSlots.signal()
    }
}
