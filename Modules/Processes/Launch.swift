import CLinux
import Glibc
import Memberwise
package import RPC

/// A program to start, and everything that it inherits.
@Memberwise
package struct Launch: Sendable {
    /// The program's file.
    package var path: String
    /// The arguments after the program's name.
    package var arguments: [String] = []
    package var environment: [String: String]
    /// The descriptor for standard output and standard error. Standard input is /dev/null.
    package var output: Int32
    /// Descriptors that the program inherits as 3, 4, …. The caller closes its own copies.
    package var inheritedDescriptors: [Int32] = []
    /// True if the kernel kills the program when the calling *thread* ends. The calling thread must
    /// live as long as its process.
    package var shouldDieWithParent: Bool = true
    /// True if the program leads a new login session, so that closing the terminal does not end it.
    package var shouldLeadSession: Bool = false
    /// True if the program and its descendants may open sockets other than local ones.
    package var hasNetwork: Bool = true

    /// The attempts to start a program whose file is open for writing.
    private static let busyTries = 20
    /// The delay between the attempts in microseconds.
    private static let busyMicroseconds: UInt32 = 5000

    /// Starts the program as the leader of a new process group.
    ///
    /// A newly written file may still be open for writing in a child process that has not executed its
    /// program yet. The start is then repeated for a tenth of a second.
    package func start() throws(LaunchError) -> ChildProcess {
        try retryingBusyFile { () throws(LaunchError) in
            try spawn { launch, pid, pidfd in dayline_spawn(launch, pid, pidfd) }
        }
    }

    /// Repeats `start` while the program's file is open for writing, up to ``busyTries`` times.
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

    /// Calls `start` with the launch as a C structure. `start` returns an errno.
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
                    inheritedDescriptors.withUnsafeBufferPointer { inherited in
                        var launch = dayline_launch(
                            path: path, arguments: arguments, environment: environment,
                            output: output, inherited: inherited.baseAddress,
                            inherited_count: Int32(inherited.count),
                            dies_with_parent: shouldDieWithParent ? 1 : 0,
                            new_session: shouldLeadSession ? 1 : 0,
                            local_only: hasNetwork ? 0 : 1)
                        return start(&launch, &pid, &pidfd)
                    }
                }
            }
        }
        guard code == 0 else { throw LaunchError(path: path, code: code) }
        return ChildProcess(pid: pid, pidfd: pidfd)
    }

    /// Calls `body` with a null-terminated array of C strings.
    private static func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = strings.map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeBufferPointer { list in
            guard let base = list.baseAddress else {
                preconditionFailure("the array has a null element")
            }
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
            case EACCES: "the file is not executable"
            case ENOEXEC: "the file is not a program"
            case EMFILE, ENFILE: "too many files are open"
            case EAGAIN: "too many processes are running"
            case ETXTBSY: "the file is open for writing"
            default: "error \(code)"
            }
        return Status(.failedPrecondition, "Cannot start \(path): \(reason).")
    }
}
