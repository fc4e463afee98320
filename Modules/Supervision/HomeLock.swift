import CLinux
import Glibc
package import HostFiles

/// The right to supervise a home: one process has it at a time, until it ends in whatever way.
///
/// The file holds the process's number for people and for messages, or nothing when it is about to
/// end; the lock itself is the system's, so that a number left by a process that was killed means
/// nothing.
package final class HomeLock: Sendable {
    private let descriptor: Int32

    /// Who has a home.
    package enum Holder: Hashable, Sendable {
        case running(pid: Int32)
        /// A supervisor that has just come, or is about to end.
        case transitional
    }

    /// Takes the lock; waits for `timeout` while a supervisor that is about to end has it.
    /// - Throws: `HomeLockError.alreadyLocked` when another supervisor keeps it.
    package init(_ home: Home, timeout: Duration = .zero) throws {
        descriptor = try Self.open(home.lock, O_RDWR | O_CREAT)
        let end = ContinuousClock.now + timeout
        while true {
            let code = dayline_lock(descriptor)
            if code == 0 { break }
            guard code == EAGAIN else {
                throw HostFileError.system(operation: "lock", path: home.lock, code: code)
            }
            let pid = Self.pid(in: descriptor)
            guard pid == nil, ContinuousClock.now < end else {
                throw HomeLockError.alreadyLocked(pid: pid)
            }
            usleep(Self.pollMicroseconds)
        }
        try writeContent("\(getpid())\n", home)
    }

    /// Says that the supervisor is about to end, so that the next one waits for it.
    package func markEnding(_ home: Home) throws {
        try writeContent("", home)
    }

    private static let pollMicroseconds: UInt32 = 10_000

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

    /// The supervisor of a home; nil when it has none.
    package static func holder(of home: Home) -> Holder? {
        guard let descriptor = try? open(home.lock, O_RDWR) else { return nil }
        defer { close(descriptor) }
        guard dayline_is_locked(descriptor) == 1 else { return nil }
        return pid(in: descriptor).map { .running(pid: $0) } ?? .transitional
    }

    private static func open(_ path: String, _ flags: Int32) throws(HostFileError) -> Int32 {
        let descriptor = Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw .system(operation: "open", path: path, code: errno)
        }
        return descriptor
    }

    private static func pid(in descriptor: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return Int32(String(decoding: bytes[..<count].prefix { $0 != 10 }, as: UTF8.self))
    }
}

package enum HomeLockError: Error, Hashable {
    /// By the process of that number, if it has written it yet.
    case alreadyLocked(pid: Int32?)
}
