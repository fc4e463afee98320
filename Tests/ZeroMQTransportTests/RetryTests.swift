import BusTestKit
import RPC
import Synchronization
import Testing
import ZeroMQ
import ZeroMQTransport

/// Calls that are refused transiently.
@Suite(.timeLimit(.minutes(1)))
struct RetryTests {
    /// Refuses the given number of calls, and counts all.
    private final class Refusing: Service {
        static let name = "dayline.test.Refusing"
        static let repeatable = Method<Empty, Probe.Count>(name, "Repeatable", repeatable: true)
        static let once = Method<Empty, Probe.Count>(name, "Once")
        static let stream = StreamMethod<Empty, Probe.Count, Probe.Count>(
            name, "Stream", repeatable: true)

        private let code: Status.Code
        private let refusals: Int
        private let count = Mutex(0)

        init(_ code: Status.Code, times refusals: Int) {
            self.code = code
            self.refusals = refusals
        }

        var callCount: Int { count.withLock { $0 } }

        private func answer() throws -> Probe.Count {
            let callCount = count.withLock { count in
                count += 1
                return count
            }
            guard callCount > refusals else { throw Status(code, "Not now.") }
            return Probe.Count(count: callCount)
        }

        func register(on router: inout Router) {
            router.handle(Self.repeatable) { [self] _, _ in try answer() }
            router.handle(Self.once) { [self] _, _ in try answer() }
            router.handle(Self.stream) { [self] _, _, writer in
                try await writer.send(Probe.Count(count: 0))
                return try answer()
            }
        }
    }

    private func answer(
        _ service: Refusing, connectTimeout: Duration = .seconds(5),
        _ body: (Client) async throws -> Int
    ) async throws -> Int {
        let folder = try RunFolder()
        let loop = try Loop()
        let server = DirectServer(
            endpoint: try folder.endpoint(), router: Router([service]), loop: loop)
        try await server.start()
        let connection = BusConnection(
            endpoint: try folder.endpoint(), loop: loop, connectTimeout: connectTimeout)
        let outcome: Result<Int, any Error>
        do {
            outcome = .success(try await body(Client(connection)))
        } catch {
            outcome = .failure(error)
        }
        connection.close()
        await server.stop()
        loop.stop()
        return try outcome.get()
    }

    @Test(arguments: [Status.Code.unavailable, .resourceExhausted])
    func `a repeatable call is retried after a transient refusal`(
        code: Status.Code
    ) async throws {
        let service = Refusing(code, times: 2)

        let count = try await answer(service) {
            try await $0.call(Refusing.repeatable, Empty()).count
        }

        #expect(count == 3)
    }

    @Test
    func `a persistent refusal is returned after three attempts`() async throws {
        let service = Refusing(.unavailable, times: 100)

        await #expect(throws: Status(.unavailable, "Not now.")) {
            _ = try await answer(service) {
                try await $0.call(Refusing.repeatable, Empty()).count
            }
        }

        #expect(service.callCount == 3)
    }

    @Test
    func `a call that is not repeatable is retried only with an idempotency key`() async throws {
        let service = Refusing(.unavailable, times: 2)

        await #expect(throws: Status(.unavailable, "Not now.")) {
            _ = try await answer(service) { try await $0.call(Refusing.once, Empty()).count }
        }
        #expect(service.callCount == 1)
        let count = try await answer(service) {
            try await $0.call(Refusing.once, Empty(), CallOptions(idempotencyKey: "k")).count
        }
        #expect(count == 3)
    }

    @Test(arguments: [Status.Code.notFound, .deadlineExceeded, .internal, .aborted])
    func `a permanent failure is not retried`(code: Status.Code) async throws {
        let service = Refusing(code, times: 1)

        await #expect(throws: Status(code, "Not now.")) {
            _ = try await answer(service) {
                try await $0.call(Refusing.repeatable, Empty()).count
            }
        }
        #expect(service.callCount == 1)
    }

    @Test
    func `a stream with a delivered item is not retried`() async throws {
        let service = Refusing(.unavailable, times: 1)

        await #expect(throws: Status(.unavailable, "Not now.")) {
            _ = try await answer(service) {
                try await $0.stream(Refusing.stream, Empty()) { _ in }.count
            }
        }
        #expect(service.callCount == 1)
    }

    @Test
    func `delays double, and an exhausted budget stops retries until calls succeed`() {
        let policy = RetryPolicy()
        let budget = RetryBudget()

        #expect(policy.delay(afterAttempts: 1, jitter: 0) == .milliseconds(20))
        #expect(policy.delay(afterAttempts: 2, jitter: 0) == .milliseconds(40))
        #expect((0..<6).map { _ in budget.withdraw() } == [true, true, true, true, true, false])
        for _ in 0..<10 { budget.recordSuccess() }
        #expect(budget.withdraw())
        #expect(!budget.withdraw())
    }
}
