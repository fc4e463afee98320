import Dispatch
import Synchronization

/// A value that another thread computes.
final class Computation<Value: Sendable>: Sendable {
    /// The failure is replaced before `end`.
    private let result = Mutex<Result<Value, any Error>>(.failure(CancellationError()))
    private let end = DispatchGroup()

    init(_ compute: @escaping @Sendable () throws -> Value) {
        DispatchQueue.global(qos: .userInitiated).async(group: end) { [self] in
            let computed: Result<Value, any Error> = Result { try compute() }
            result.withLock { $0 = computed }
        }
    }

    /// Blocks until the value is computed.
    func value() throws -> Value {
        end.wait()
        return try result.withLock { $0 }.get()
    }
}
