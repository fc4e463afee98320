import CLinux
import Glibc
package import RPC

/// A program to start, and what it gets from its parent: nothing else is inherited.
package struct Launch: Sendable {
    /// The program's file.
    package var path: String
    /// Without the program's name, which is put before them.
    package var arguments: [String]
    package var environment: [String: String]
    /// What standard output and standard error become. Standard input is /dev/null.
    package var output: Int32
    /// Descriptors that the program gets as 3, 4, …; they stay the caller's to close.
    package var inheritedDescriptors: [Int32]
    /// Whether the program is killed when the calling *thread* ends. Only a thread that lives as
    /// long as its process may start such a program.
    package var shouldDieWithParent: Bool
    /// Whether the program leads a session, so that closing the terminal does not reach it.
    package var shouldLeadSession: Bool

    package init(
        path: String, arguments: [String] = [], environment: [String: String], output: Int32,
        inheritedDescriptors: [Int32] = [], shouldDieWithParent: Bool = true,
        shouldLeadSession: Bool = false
    ) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
        self.output = output
        self.inheritedDescriptors = inheritedDescriptors
        self.shouldDieWithParent = shouldDieWithParent
        self.shouldLeadSession = shouldLeadSession
    }

    /// How often a program is tried whose file is open for writing, and how long that is waited for.
    private static let busyTries = 20
    private static let busyMicroseconds: UInt32 = 5000

    /// Starts the program as the head of a process group of its own.
    ///
    /// A file that was just written may be open for a moment longer, in a process that was started
    /// meanwhile and has not become its own program yet; it is tried again then, for a tenth of a second.
    package func start() throws(LaunchError) -> ChildProcess {
        try retryingBusyFile { () throws(LaunchError) in
            try spawn { launch, pid, pidfd in dayline_spawn(launch, pid, pidfd) }
        }
    }

    /// Calls `start` again while the program's file is open for writing, as often as is allowed.
    func retryingBusyFile(
        _ start: () throws(LaunchError) -> ChildProcess
    ) throws(LaunchError) -> ChildProcess {
        for _ in 1..<Self.busyTries {
            do {
                return try start()
            } catch {
                guard error.code == ETXTBSY else { throw error }
                usleep(Self.busyMicroseconds)
            }
        }
        return try start()
    }

    /// Hands the launch to `start` in C's form, which returns an errno.
    func spawn(
        _ start: (
            UnsafePointer<dayline_launch>, UnsafeMutablePointer<pid_t>, UnsafeMutablePointer<Int32>
        ) -> Int32
    ) throws(LaunchError) -> ChildProcess {
        let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        var pid: pid_t = 0
        var pidfd: Int32 = -1
        let code = Self.withCStrings([path] + arguments) { arguments in
            Self.withCStrings(variables) { environment in
                path.withCString { path in
                    inheritedDescriptors.withUnsafeBufferPointer { handed in
                        var launch = dayline_launch(
                            path: path, arguments: arguments, environment: environment,
                            output: output, handed: handed.baseAddress,
                            handed_count: Int32(handed.count),
                            dies_with_parent: shouldDieWithParent ? 1 : 0,
                            new_session: shouldLeadSession ? 1 : 0)
                        return start(&launch, &pid, &pidfd)
                    }
                }
            }
        }
        guard code == 0 else { throw LaunchError(path: path, code: code) }
        return ChildProcess(pid: pid, pidfd: pidfd)
    }

    /// The strings as C's list of strings, ended by a null pointer.
    private static func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = strings.map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeBufferPointer { list in
            guard let base = list.baseAddress else { preconditionFailure("it ends with a null") }
            return body(base)
        }
    }
}

/// A program that could not be started.
package struct LaunchError: Error, Hashable, StatusConvertible {
    package let path: String
    /// The errno.
    package let code: Int32

    package var status: Status {
        let reason =
            switch code {
            case ENOENT: "there is no such file, or the interpreter it names is missing"
            case EACCES: "it may not be run"
            case ENOEXEC: "it is no program"
            case EMFILE, ENFILE: "too many files are open"
            case EAGAIN: "too many processes are running"
            case ETXTBSY: "its file is being written"
            default: "error \(code)"
            }
        return Status(.failedPrecondition, "Cannot start \(path): \(reason).")
    }
}
