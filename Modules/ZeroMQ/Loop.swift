import CLinux
import CZeroMQ
import Glibc
import Synchronization

/// The one thread of a process that owns its sockets. It sleeps in epoll on what they wait for, and
/// runs, in turns that ought to be short, whatever was posted to it.
///
/// Tasks that prefer it run on it, so that what is short and free of I/O needs no other thread; actors
/// that live on it have a ``LoopExecutor``.
package final class Loop: TaskExecutor {
    /// A turn longer than this keeps heartbeats, credit and cancellation waiting.
    package static let slowTurn = Duration.milliseconds(100)

    /// How many turns a busy loop goes on before it looks who else became ready.
    private static let busyTurnsPerPoll = 8

    package let context: Context
    private let inbox = Mutex(Inbox())
    private let timerIDs = Atomic<UInt64>(0)
    private let sourceIDs = Atomic<UInt64>(0)
    private let wakeup: Int32
    private let epoll: Int32
    private let thread = Mutex<pthread_t?>(nil)
    /// Of the running thread, 0 before it runs.
    private let threadID = Atomic<UInt>(0)
    private let onSlowTurn: @Sendable (Duration) -> Void
    /// Used on the loop's thread only, by `run` and what it calls.
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

    /// Starts the thread. `onSlowTurn` is told, on the loop, of each turn that took too long.
    package init(onSlowTurn: @escaping @Sendable (Duration) -> Void = { _ in }) throws(ZeroMQError)
    {
        context = try Context()
        wakeup = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        self.onSlowTurn = onSlowTurn
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

    /// Ends the thread once what was posted before has run. Sockets have to be closed by then.
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

    /// To be called before the process ends, with every socket closed: waits until what they had to
    /// send has left, for `limit` at most.
    package func flush(within limit: Duration) async {
        // Whatever was closed before is closed on the loop by then.
        try? await run {}
        context.terminate(within: limit)
    }

    /// Whether this is the loop's thread.
    package var isCurrent: Bool { threadID.load(ordering: .relaxed) == UInt(pthread_self()) }

    fileprivate func run() {
        threadID.store(UInt(pthread_self()), ordering: .relaxed)
        var work: [Work] = []
        var tags = [UInt64](repeating: 0, count: 16)
        var busyTurns = 0
        while true {
            let start = ContinuousClock.now
            runWork(&work)
            runSources()
            while let action = workQueue.popDueTimer(now: start) { action() }
            let end = ContinuousClock.now
            if start.duration(to: end) > Self.slowTurn { onSlowTurn(start.duration(to: end)) }
            let hasPending = workQueue.hasPending
            let (canSleep, isStopping) = inbox.withLock { inbox in
                inbox.isSleeping = inbox.work.isEmpty && !hasPending
                return (inbox.isSleeping, inbox.isStopping && inbox.work.isEmpty)
            }
            if isStopping { return }
            if canSleep {
                busyTurns = 0
                wait(&tags, milliseconds: workQueue.millisecondsToTimer(now: end))
            } else {
                busyTurns += 1
                if busyTurns % Self.busyTurnsPerPoll == 0 { wait(&tags, milliseconds: 0) }
            }
        }
    }

    private func runSources() {
        guard workQueue.hasPending else { return }
        workQueue.beginRound()
        while let (id, turn) = workQueue.nextHandler() {
            if turn() { workQueue.markReady(id) }
        }
    }

    private func runWork(_ work: inout [Work]) {
        inbox.withLock { swap(&$0.work, &work) }
        for item in work {
            switch item {
            // Run for an actor, a task would have to come in again to leave it.
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

    /// Runs `closure` on the loop, after what was posted before.
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

    /// Runs `body` on the loop and returns what it returns.
    package func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        if isCurrent { return try body() }
        return try await withUnsafeThrowingContinuation { continuation in
            post { continuation.resume(with: Result { try body() }) }
        }
    }
}

/// A descriptor that the loop watches.
package struct LoopSource: Hashable, Sendable {
    fileprivate let id: UInt64
    fileprivate let descriptor: Int32
}

/// A moment at which the loop will do something.
package struct LoopTimer: Hashable, Sendable {
    fileprivate let id: UInt64
}

extension Loop {
    /// Watches `descriptor`. On the loop's thread only.
    ///
    /// `handler` runs whenever it is readable or was marked; it does a bounded part of what there is to
    /// do and returns whether there is more.
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

    /// Runs the source's turn before the loop sleeps. On the loop's thread only.
    package func markReady(_ source: LoopSource) {
        workQueue.markReady(source.id)
    }

    /// Watches no more; to be called before the descriptor is closed. On the loop's thread only.
    package func unwatch(_ source: LoopSource) {
        checkIsolated()
        workQueue.remove(source.id)
        _ = dayline_epoll_remove(epoll, source.descriptor)
    }

    /// Runs `action` on the loop at that moment, or up to a millisecond later.
    @discardableResult
    package func schedule(
        at instant: ContinuousClock.Instant, _ action: @escaping @Sendable () -> Void
    ) -> LoopTimer {
        let timer = LoopTimer(id: timerIDs.wrappingAdd(1, ordering: .relaxed).newValue)
        onLoop { $0.addTimer(timer.id, at: instant, action) }
        return timer
    }

    /// Returns after that long, or up to a millisecond later; it is not cut short by cancellation.
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

/// What the thread runs; it keeps the loop until it ends.
private nonisolated func loopThread(_ loop: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let loop { Unmanaged<Loop>.fromOpaque(loop).takeRetainedValue().run() }
    return nil
}
