import Glibc

@testable import Processes

/// A thread that starts a program and ends.
final class StartingThread {
    private let launch: Launch
    private var result: Result<ChildProcess, any Error>?

    init(launch: Launch) {
        self.launch = launch
    }

    /// Starts the program on a new thread and returns when the thread has ended.
    func run() throws -> ChildProcess {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self).toOpaque()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                let starting = Unmanaged<StartingThread>.fromOpaque(context).takeRetainedValue()
                starting.result = Result { try starting.launch.start() }
                return nil
            }, context)
        precondition(code == 0)
        pthread_join(thread, nil)
        guard let result else { throw LaunchError(path: launch.path, code: EAGAIN) }
        return try result.get()
    }
}
