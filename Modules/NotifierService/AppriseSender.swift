import CLinux
import Glibc
import HostFiles
import Processes
import RPC
import Synchronization

/// Sends texts with the program Apprise, which knows the addresses of mail, chats and other services.
///
/// The address is in a file that only its owner can read, and the text is on the standard input of the
/// program: arguments of a process can be read by other users. At most ``processLimit`` programs run.
final class AppriseSender: Sendable {
    private struct Job {
        let url: String
        let text: [UInt8]
        let completion: @Sendable (ChannelSender.Outcome) -> Void
    }

    private struct State {
        var queue: [Job] = []
        var threads = 0
        var isClosed = false
    }

    private static let processLimit = 4
    private static let timeoutMilliseconds: Int32 = 60_000
    private static let script = #"exec "$0" --config="$1" --title=Dayline --input-format=text <&3"#

    private let files: String
    private let state = Mutex(State())

    /// - Parameter files: The beginning of the paths of files with an address, which are removed.
    init(files: String) {
        self.files = files
        let parts = files.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().joined(separator: "/")
        for name in Files.names(in: folder) where name.hasPrefix(parts.last ?? "") {
            // A process that was killed has left the file.
            unlink("\(folder)/\(name)")
        }
    }

    /// The path of the program; nil: not installed.
    static var program: String? {
        let folders = (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin").split(
            separator: ":")
        return folders.map { "\($0)/apprise" }.first { access($0, X_OK) == 0 }
    }

    func send(_ text: String, to url: String) async -> ChannelSender.Outcome {
        await withCheckedContinuation { continuation in
            let job = Job(url: url, text: Array(text.utf8)) { continuation.resume(returning: $0) }
            let isStarting = state.withLock { state in
                guard !state.isClosed else { return nil as Bool? }
                state.queue.append(job)
                guard state.threads < Self.processLimit else { return false }
                state.threads += 1
                return true
            }
            guard let isStarting else { return job.completion(.failed("the worker ends")) }
            guard isStarting else { return }
            do throws(Status) {
                // A program ends with the thread that has started it.
                try DetachedThread.start { self.run() }
            } catch {
                state.withLock { $0.threads -= 1 }
                for job in drain() { job.completion(.failed(error.message)) }
            }
        }
    }

    /// Fails the waiting texts; programs that run end by themselves.
    func close() {
        state.withLock { $0.isClosed = true }
        for job in drain() { job.completion(.failed("the worker ends")) }
    }

    private func drain() -> [Job] {
        state.withLock { state in
            defer { state.queue = [] }
            return state.queue
        }
    }

    private func run() {
        while true {
            let job = state.withLock { state -> Job? in
                guard state.queue.isEmpty else { return state.queue.removeFirst() }
                state.threads -= 1
                return nil
            }
            guard let job else { return }
            job.completion(outcome(of: job))
        }
    }

    private func outcome(of job: Job) -> ChannelSender.Outcome {
        guard let program = Self.program else {
            return .failed("the program apprise is not installed")
        }
        do throws(any Error) {
            let (path, file) = try Files.createTemporary(beside: files)
            defer {
                Glibc.close(file)
                unlink(path)
            }
            var pipes: [Int32] = [-1, -1]
            guard dayline_pipe(&pipes) == 0 else { return .failed("no pipe is left") }
            let output = open("/dev/null", O_RDWR | O_CLOEXEC)
            defer {
                for descriptor in [pipes[0], output] { Glibc.close(descriptor) }
            }
            let url = Array((job.url + "\n").utf8)
            // A text of a notification fits the buffer of a pipe.
            let isWritten =
                write(file, url, url.count) == url.count
                && write(pipes[1], job.text, job.text.count) == job.text.count
            Glibc.close(pipes[1])
            guard isWritten else { return .failed("the address cannot be written") }
            let child = try Launch(
                path: "/bin/sh", arguments: ["-c", Self.script, program, path],
                environment: Self.environment, output: output, inheritedDescriptors: [pipes[0]]
            ).start()
            guard let end = child.wait(milliseconds: Self.timeoutMilliseconds) else {
                child.killGroup()
                _ = child.wait(milliseconds: -1)
                return .failed("apprise did not end within a minute")
            }
            return end == .exited(0) ? .accepted : .failed("apprise ended with \(end)")
        } catch {
            return .failed(Status(describing: error).message)
        }
    }

    private static var environment: [String: String] {
        var environment = ["LANG": "C.UTF-8"]
        for name in ["PATH", "HOME"] {
            environment[name] = getenv(name).map { String(cString: $0) }
        }
        return environment
    }
}
