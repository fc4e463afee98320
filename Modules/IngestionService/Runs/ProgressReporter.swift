import Contracts
import RPC

/// Progress on its way to whoever asked for an import. Only the latest is of interest, so one that
/// reads slowly holds nothing up.
struct ProgressReporter: Sendable {
    private let continuation: AsyncStream<Imports.Progress>.Continuation
    private let task: Task<Void, Never>

    init(_ writer: TypedItemWriter<Imports.Progress>) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Imports.Progress.self, bufferingPolicy: .bufferingNewest(1))
        self.continuation = continuation
        task = Task {
            for await progress in stream {
                // When the call is over its handler is told so; there is nobody to tell here.
                guard (try? await writer.send(progress)) != nil else { return }
            }
        }
    }

    func send(_ progress: Imports.Progress) {
        continuation.yield(progress)
    }

    /// Returns when nothing more will be sent.
    func finish() async {
        continuation.finish()
        task.cancel()
        await task.value
    }
}
