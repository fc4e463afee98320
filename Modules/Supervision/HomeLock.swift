import CLinux
import Glibc
package import HostFiles
package import RPC

/// The lock of a home, held by at most one supervisor until its process ends.
///
/// The lock is a file lock of the kernel. The file has the process ID for messages, or is empty while
/// the supervisor stops. A process ID left by a killed process has no effect.
package final class HomeLock: Sendable {
    private let descriptor: Int32

    /// The process that has the lock.
    package enum Holder: Hashable, Sendable {
        case running(pid: Int32)
        /// A supervisor that is starting or stopping.
        case transitional
        /// A process that moves the data to another engine.
        case moving(pid: Int32)
    }

    /// The work of the process that has the lock.
    package enum Purpose: Sendable {
        case supervision
        /// Moving the data to another engine, while no supervisor may start.
        case move
    }

    /// Acquires the lock; waits up to `timeout` while a supervisor that is stopping has it.
    /// - Throws: `HomeLockError` if another process has the lock.
    package init(
        _ home: Home, timeout: Duration = .zero, for purpose: Purpose = .supervision
    ) throws {
        descriptor = try Self.open(home.lock, O_RDWR | O_CREAT)
        let end = ContinuousClock.now + timeout
        while true {
            let code = dayline_lock(descriptor)
            if code == 0 { break }
            guard code == EAGAIN else {
                throw HostFileError.system(operation: "lock", path: home.lock, code: code)
            }
            switch Self.holder(in: descriptor) {
            case .running(let pid): throw HomeLockError.alreadyLocked(pid: pid)
            case .moving(let pid): throw HomeLockError.moving(pid: pid)
            case .transitional:
                guard ContinuousClock.now < end else {
                    throw HomeLockError.alreadyLocked(pid: nil)
                }
            }
            usleep(Self.pollMicroseconds)
        }
        try writeContent(
            "\(getpid())\(purpose == .move ? " \(Self.moveMark)" : "")\n", home)
    }

    /// Marks the supervisor as stopping, so that the next one waits for it.
    package func markEnding(_ home: Home) throws {
        try writeContent("", home)
    }

    private static let pollMicroseconds: UInt32 = 10_000
    private static let moveMark = "move"

    private func writeContent(_ text: String, _ home: Home) throws {
        ftruncate(descriptor, 0)
        let text = Array(text.utf8)
        guard pwrite(descriptor, text, text.count, 0) == text.count else {
            throw HostFileError.system(operation: "write", path: home.lock, code: errno)
        }
    }

    deinit {
        close(descriptor)
    }

    /// The supervisor of a home; nil if none runs.
    package static func holder(of home: Home) -> Holder? {
        guard let descriptor = try? open(home.lock, O_RDWR) else { return nil }
        defer { close(descriptor) }
        guard dayline_is_locked(descriptor) == 1 else { return nil }
        return holder(in: descriptor)
    }

    private static func open(_ path: String, _ flags: Int32) throws(HostFileError) -> Int32 {
        let descriptor = Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw .system(operation: "open", path: path, code: errno)
        }
        return descriptor
    }

    /// The holder according to the content of the file.
    private static func holder(in descriptor: Int32) -> Holder {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let words = String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 10 }, as: UTF8.self)
            .split(separator: " ")
        guard let pid = words.first.flatMap({ Int32($0) }) else { return .transitional }
        return words.count > 1 ? .moving(pid: pid) : .running(pid: pid)
    }
}

package enum HomeLockError: Error, Hashable {
    /// Another process has the lock; nil if it has not written its process ID yet.
    case alreadyLocked(pid: Int32?)
    /// A process moves the data of the home to another engine.
    case moving(pid: Int32)
}

extension HomeLockError: StatusConvertible {
    package var status: Status {
        switch self {
        case .alreadyLocked(let pid):
            Status(
                .failedPrecondition,
                "Dayline is running" + (pid.map { ", supervised by \($0)." } ?? "."),
                hint: "Stop it first with: dayline down")
        case .moving(let pid):
            Status(
                .failedPrecondition,
                "The data of this home is being moved to another database by the process \(pid).",
                hint: "Wait until dayline move has ended.")
        }
    }
}
