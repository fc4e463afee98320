import Contracts
import Glibc
import RPC
import Synchronization

/// Where importer processes hand in their batches: each shows the token of its job, once.
final class BatchReceiver: Service {
    typealias Consumer = @Sendable (TypedItemReader<Packet<Batches.Batch>>) async throws -> Void

    private let jobs = Mutex<[String: Consumer]>([:])

    /// Batches that an importer may have on their way.
    static let window: UInt32 = 3

    /// Expects one importer, whose batches go to `consumer`.
    /// - Returns: The token that it has to show.
    func expect(_ consumer: @escaping Consumer) -> String {
        var bytes = [UInt8](repeating: 0, count: 32)
        // It cannot fail for so few bytes once the system is up.
        precondition(getentropy(&bytes, bytes.count) == 0)
        let digits = Array("0123456789abcdef".utf8)
        let token = String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
        jobs.withLock { $0[token] = consumer }
        return token
    }

    /// The job is over: nobody may come with its token any more.
    func revoke(_ token: String) {
        jobs.withLock { $0[token] = nil }
    }

    func register(on router: inout Router) {
        router.handle(Batches.push, window: Self.window) { start, _, reader in
            guard let consumer = self.jobs.withLock({ $0.removeValue(forKey: start.token) }) else {
                throw Status(.permissionDenied, "There is no import with that token.")
            }
            try await consumer(reader)
            return Empty()
        }
    }
}
