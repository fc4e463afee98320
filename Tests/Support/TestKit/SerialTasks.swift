import Dispatch
import Glibc
import Synchronization

/// Runs the tasks of the process one at a time, in the order in which they become ready, so that a simulation
/// has the same course in each run.
///
/// A task that waits for time is not among them, and no task may block its thread until another has run.
package enum SerialTasks {
    private typealias Original = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    private static let queue = DispatchQueue(label: "serial tasks")
    private static let runs = Mutex(0)

    /// The executor of the tasks on the queue.
    private final class Executor: TaskExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    private static let executor = Executor()

    /// Runs `body`, while the tasks of the process run one at a time.
    package static func run(_ body: () async throws -> Void) async throws {
        // The variable that the runtime reads before it passes a task to its threads.
        guard
            let hook = dlsym(nil, "swift_task_enqueueGlobal_hook")?
                .assumingMemoryBound(to: Hook?.self)
        else { throw WaitTimeout(description: "tasks cannot be run one at a time") }
        runs.withLock { runs in
            runs += 1
            hook.pointee = { job, _ in
                SerialTasks.queue.async {
                    job.runSynchronously(on: SerialTasks.executor.asUnownedTaskExecutor())
                }
            }
        }
        defer {
            runs.withLock { runs in
                runs -= 1
                if runs == 0 { hook.pointee = nil }
            }
        }
        await Task.yield()
        try await body()
    }
}
