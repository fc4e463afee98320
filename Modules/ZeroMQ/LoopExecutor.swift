/// Runs actors on the thread of an event loop.
package final class LoopExecutor: SerialExecutor {
    private let loop: Loop

    package init(_ loop: Loop) {
        self.loop = loop
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        loop.enqueue(UnownedJob(job), for: asUnownedSerialExecutor())
    }

    package func isIsolatingCurrentContext() -> Bool? { loop.isCurrent }

    package func checkIsolated() {
        loop.checkIsolated()
    }
}
