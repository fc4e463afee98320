import Contracts
import Glibc
import RPC
import Synchronization

/// Receives the batches of importer processes. Each presents the token of its job, which is valid
/// once.
final class BatchReceiver: Service {
    typealias Consumer = @Sendable (TypedItemReader<Packet<Batches.Batch>>) async throws -> Void

    private let jobs = Mutex<[String: Consumer]>([:])

    /// Batches that an importer may have in flight.
    static let window: UInt32 = 3

    /// Registers `consumer` for the batches of one importer.
    /// - Returns: The token that the importer has to present.
    func expect(_ consumer: @escaping Consumer) -> String {
        var bytes = [UInt8](repeating: 0, count: 32)
        // getentropy cannot fail for up to 256 bytes.
        precondition(getentropy(&bytes, bytes.count) == 0)
        let digits = Array("0123456789abcdef".utf8)
        let token = String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
        jobs.withLock { $0[token] = consumer }
        return token
    }

    /// Invalidates a token.
    func revoke(_ token: String) {
        jobs.withLock { $0[token] = nil }
    }

    func register(on router: inout Router) {
        register(on: &router, window: Self.window)
    }

    /// Accepts batches of which an importer may have `window` in flight.
    func register(on router: inout Router, window: UInt32) {
        router.handle(Batches.push, window: window) { start, _, reader in
            guard let consumer = self.jobs.withLock({ $0.removeValue(forKey: start.token) }) else {
                throw Status(.permissionDenied, "There is no import with that token.")
            }
            try await consumer(reader)
            return Empty()
        }
    }
}
