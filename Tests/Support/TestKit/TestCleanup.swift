import Synchronization
package import Testing

/// A trait that removes what a test has made, after the test: the newest first, also after a failure.
package struct TestCleanup: SuiteTrait, TestTrait, TestScoping {
    @TaskLocal private static var removals: Removals?

    package var isRecursive: Bool { true }

    /// Calls `body` after the running test, which has the trait.
    package static func add(_ body: @escaping @Sendable () async -> Void) {
        guard let removals else {
            Issue.record("The test and its suite do not have the trait that removes its files.")
            return
        }
        removals.list.withLock { $0.append(body) }
    }

    @concurrent package func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let removals = Removals()
        let result: Result<Void, any Error>
        do {
            try await Self.$removals.withValue(removals) { try await function() }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        for removal in removals.list.withLock({ $0 }).reversed() { await removal() }
        try result.get()
    }

    private final class Removals: Sendable {
        let list = Mutex<[@Sendable () async -> Void]>([])
    }
}

extension Trait where Self == TestCleanup {
    /// Removes what the tests have made.
    package static var cleanup: Self { Self() }
}
