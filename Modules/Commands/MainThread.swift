import Glibc
import Synchronization

/// Runs the tasks of a command on the main thread: starting the threads of the global executor takes longer
/// than the work of most commands.
final class MainThread: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let outcome = Mutex<Int32?>(nil)
    /// The number of jobs and outcomes that `run` has not seen. Semaphores may be used from any thread.
    private nonisolated(unsafe) let signals: UnsafeMutablePointer<sem_t>

    private init() {
        signals = .allocate(capacity: 1)
        sem_init(signals, 0, 0)
    }

    deinit {
        sem_destroy(signals)
        signals.deallocate()
    }

    /// Runs `body`, with the tasks that it creates, to its end.
    /// - Returns: The exit status.
    static func run(_ body: @escaping @Sendable () async -> Int32) -> Int32 {
        // The parent may have blocked signals, which the threads of the global executor do not receive.
        var signals = sigset_t()
        sigemptyset(&signals)
        pthread_sigmask(SIG_SETMASK, &signals, nil)
        let thread = MainThread()
        Task(executorPreference: thread) {
            let status = await body()
            thread.outcome.withLock { $0 = status }
            sem_post(thread.signals)
        }
        while true {
            if let status = thread.outcome.withLock({ $0 }) { return status }
            // An interrupted wait finds no job and waits again.
            sem_wait(thread.signals)
            let job = thread.jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            job?.runSynchronously(on: thread.asUnownedTaskExecutor())
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        sem_post(signals)
    }
}
