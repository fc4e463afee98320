import Contracts
import RPC

/// Sends the progress of an import to its caller. Only the newest value is buffered, so that a slow
/// caller does not delay the import.
struct ProgressReporter: Sendable {
    private let continuation: AsyncStream<Imports.Progress>.Continuation
    private let task: Task<Void, Never>

    init(_ writer: TypedItemWriter<Imports.Progress>) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Imports.Progress.self, bufferingPolicy: .bufferingNewest(1))
        self.continuation = continuation
        task = Task {
            for await progress in stream {
                // A failed send means that the call is over; its handler reports that.
                guard (try? await writer.send(progress)) != nil else { return }
            }
        }
    }

    func send(_ progress: Imports.Progress) {
        continuation.yield(progress)
    }

    /// Returns after the last send.
    func finish() async {
        continuation.finish()
        task.cancel()
        await task.value
    }
}
