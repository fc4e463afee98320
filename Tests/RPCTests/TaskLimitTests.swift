import RPC
import Testing

/// The number of tasks that are admitted at a time.
@Suite struct TaskLimitTests {
    private actor Count {
        private var running = 0
        private(set) var greatest = 0
        private(set) var ended = 0

        func begin() {
            running += 1
            greatest = max(greatest, running)
        }

        func end() {
            running -= 1
            ended += 1
        }
    }

    @Test func `all tasks run, and no more than the limit at a time`() async throws {
        let limit = TaskLimit(4)
        let count = Count()

        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    try await limit.run {
                        await count.begin()
                        await Task.yield()
                        await count.end()
                    }
                }
            }
            try await group.waitForAll()
        }

        #expect(await count.greatest <= 4)
        #expect(await count.ended == 200)
    }

    @Test func `a task beyond the limit of waiting ones is refused`() async throws {
        let limit = TaskLimit(1, waitingLimit: 0)
        try await limit.acquire()

        await #expect(throws: TaskLimit.Refusal.tooManyWaiting) { try await limit.acquire() }

        limit.release()
        try await limit.acquire()
    }

    @Test func `a cancelled task stops waiting, and the next one is admitted`() async throws {
        let limit = TaskLimit(1)
        try await limit.acquire()
        let waiting = Task { try await limit.acquire() }
        waiting.cancel()

        await #expect(throws: TaskLimit.Refusal.cancelled) { try await waiting.value }

        let next = Task { try await limit.acquire() }
        limit.release()
        try await next.value
    }
}
