import CLinux
import CZeroMQ
import Glibc
import Synchronization

/// The event loop: the thread of a process that owns its sockets. The thread waits in epoll and runs
/// posted work, timers and handlers of sources, which have to be short.
///
/// As a task executor the loop runs tasks that are short and free of I/O without another thread. Actors
/// on the loop have a ``LoopExecutor``.
package final class Loop: TaskExecutor {
    /// A longer iteration delays heartbeats, credit and cancellation.
    package static let slowIteration = Duration.milliseconds(100)

    /// Iterations of a busy loop between polls for other sources.
    private static let busyIterationsPerPoll = 8

    package let context: Context
    private let inbox = Mutex(Inbox())
    private let timerIDs = Atomic<UInt64>(0)
    private let sourceIDs = Atomic<UInt64>(0)
    private let wakeup: Int32
    private let epoll: Int32
    private let thread = Mutex<pthread_t?>(nil)
    /// `pthread_self` of the thread; 0 before it runs.
    private let threadID = Atomic<UInt>(0)
    private let onSlowIteration: @Sendable (Duration) -> Void
    /// Used on the thread of the loop only.
    private nonisolated(unsafe) var workQueue = LoopWorkQueue()

    private struct Inbox {
        var work: [Work] = []
        var isSleeping = false
        var isStopping = false
    }

    private enum Work {
        case job(UnownedJob)
        case actorJob(UnownedJob, UnownedSerialExecutor)
        case closure(@Sendable () -> Void)
    }

    /// Starts the thread. `onSlowIteration` is called on the loop with the duration of a slow iteration.
    package init(onSlowIteration: @escaping @Sendable (Duration) -> Void = { _ in })
        throws(ZeroMQError)
    {
        context = try Context()
        wakeup = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        self.onSlowIteration = onSlowIteration
        guard wakeup >= 0, epoll >= 0, dayline_epoll_add(epoll, wakeup, 0) == 0 else {
            throw ZeroMQError(code: errno, operation: "open a loop")
        }
        try start()
    }

    deinit {
        close(wakeup)
        close(epoll)
    }

    private func start() throws(ZeroMQError) {
        var thread = pthread_t()
        let retained = Unmanaged.passRetained(self)
        let code = pthread_create(&thread, nil, loopThread, retained.toOpaque())
        guard code == 0 else {
            retained.release()
            throw ZeroMQError(code: code, operation: "start a thread")
        }
        self.thread.withLock { $0 = thread }
    }

    /// Ends the thread after the work posted before. All sockets have to be closed.
    package func stop() {
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        guard let thread else { return }
        inbox.withLock { $0.isStopping = true }
        dayline_eventfd_signal(wakeup)
        if isCurrent { pthread_detach(thread) } else { pthread_join(thread, nil) }
    }

    /// Waits until closed sockets have sent their messages, at most `limit`. Call it before the process
    /// ends, with all sockets closed.
    package func flush(within limit: Duration) async {
        // Sockets closed before are closed on the loop once this has run.
        try? await run {}
        context.terminate(within: limit)
    }

    /// True on the thread of the loop.
    package var isCurrent: Bool { threadID.load(ordering: .relaxed) == UInt(pthread_self()) }

    fileprivate func run() {
        threadID.store(UInt(pthread_self()), ordering: .relaxed)
        var work: [Work] = []
        var tags = [UInt64](repeating: 0, count: 16)
        var busyIterations = 0
        while true {
            let start = ContinuousClock.now
            runWork(&work)
            runSources()
            while let action = workQueue.popDueTimer(now: start) { action() }
            let end = ContinuousClock.now
            let duration = start.duration(to: end)
            if duration > Self.slowIteration { onSlowIteration(duration) }
            let hasPending = workQueue.hasPending
            let (canSleep, isStopping) = inbox.withLock { inbox in
                inbox.isSleeping = inbox.work.isEmpty && !hasPending
                return (inbox.isSleeping, inbox.isStopping && inbox.work.isEmpty)
            }
            if isStopping { return }
            if canSleep {
                busyIterations = 0
                wait(&tags, milliseconds: workQueue.millisecondsToTimer(now: end))
            } else {
                busyIterations += 1
                if busyIterations % Self.busyIterationsPerPoll == 0 { wait(&tags, milliseconds: 0) }
            }
        }
    }

    private func runSources() {
        guard workQueue.hasPending else { return }
        workQueue.beginRound()
        while let (id, handler) = workQueue.nextHandler() {
            if handler() { workQueue.markReady(id) }
        }
    }

    private func runWork(_ work: inout [Work]) {
        inbox.withLock { swap(&$0.work, &work) }
        for item in work {
            switch item {
            // A task that is run for an actor would have to be enqueued once more to leave the loop.
            case .job(let job): job.runSynchronously(on: asUnownedTaskExecutor())
            case .actorJob(let job, let executor): job.runSynchronously(on: executor)
            case .closure(let closure): closure()
            }
        }
        work.removeAll(keepingCapacity: true)
    }

    private func wait(_ tags: inout [UInt64], milliseconds: Int32) {
        let count = dayline_epoll_wait(epoll, &tags, Int32(tags.count), milliseconds)
        inbox.withLock { $0.isSleeping = false }
        for tag in tags.prefix(Int(count)) {
            if tag == 0 { dayline_eventfd_clear(wakeup) } else { workQueue.markReady(tag) }
        }
    }
}

extension Loop {
    package func enqueue(_ job: consuming ExecutorJob) {
        post(.job(UnownedJob(job)))
    }

    func enqueue(_ job: UnownedJob, for executor: UnownedSerialExecutor) {
        post(.actorJob(job, executor))
    }

    package func checkIsolated() {
        precondition(isCurrent, "This runs on the loop's thread only.")
    }

    /// Runs `closure` on the loop, after the work posted before.
    package func post(_ closure: @escaping @Sendable () -> Void) {
        post(.closure(closure))
    }

    private func post(_ work: Work) {
        let isSleeping = inbox.withLock { inbox in
            inbox.work.append(work)
            defer { inbox.isSleeping = false }
            return inbox.isSleeping
        }
        if isSleeping { dayline_eventfd_signal(wakeup) }
    }

    /// Runs `body` on the loop and returns its result.
    package func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        if isCurrent { return try body() }
        return try await withUnsafeThrowingContinuation { continuation in
            post { continuation.resume(with: Result { try body() }) }
        }
    }
}

/// A file descriptor that the loop watches.
package struct LoopSource: Hashable, Sendable {
    fileprivate let id: UInt64
    fileprivate let descriptor: Int32
}

/// A scheduled action of the loop.
package struct LoopTimer: Hashable, Sendable {
    fileprivate let id: UInt64
}

extension Loop {
    /// Watches `descriptor`. On the loop's thread only.
    ///
    /// `handler` runs when the descriptor is readable or was marked ready. It does a bounded amount of work
    /// and returns true if there is more.
    package func watch(
        _ descriptor: Int32, handler: @escaping () -> Bool
    ) throws(ZeroMQError) -> LoopSource {
        checkIsolated()
        let source = LoopSource(
            id: sourceIDs.wrappingAdd(1, ordering: .relaxed).newValue, descriptor: descriptor)
        let code = dayline_epoll_add(epoll, descriptor, source.id)
        guard code == 0 else {
            throw ZeroMQError(code: code, operation: "watch a descriptor")
        }
        workQueue.add(source.id, handler)
        return source
    }

    /// Runs the source's handler before the loop sleeps. On the loop's thread only.
    package func markReady(_ source: LoopSource) {
        workQueue.markReady(source.id)
    }

    /// Stops watching. Call it before closing the descriptor. On the loop's thread only.
    package func unwatch(_ source: LoopSource) {
        checkIsolated()
        workQueue.remove(source.id)
        _ = dayline_epoll_remove(epoll, source.descriptor)
    }

    /// Runs `action` on the loop at `instant` or up to a millisecond later.
    @discardableResult
    package func schedule(
        at instant: ContinuousClock.Instant, _ action: @escaping @Sendable () -> Void
    ) -> LoopTimer {
        let timer = LoopTimer(id: timerIDs.wrappingAdd(1, ordering: .relaxed).newValue)
        onLoop { $0.addTimer(timer.id, at: instant, action) }
        return timer
    }

    /// Returns after `duration` or up to a millisecond later. Not interrupted by cancellation.
    package func sleep(for duration: Duration) async {
        await withUnsafeContinuation { continuation in
            schedule(at: .now.advanced(by: duration)) { continuation.resume() }
        }
    }

    package func cancel(_ timer: LoopTimer) {
        onLoop { $0.removeTimer(timer.id) }
    }

    private func onLoop(_ change: @escaping @Sendable (inout LoopWorkQueue) -> Void) {
        if isCurrent { change(&workQueue) } else { post { change(&self.workQueue) } }
    }
}

/// The thread's function; it retains the loop until it ends.
private nonisolated func loopThread(_ loop: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let loop { Unmanaged<Loop>.fromOpaque(loop).takeRetainedValue().run() }
    return nil
}
