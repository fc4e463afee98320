import CLinux
import Glibc
package import HostFiles

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
    }

    /// Acquires the lock; waits up to `timeout` while a supervisor that is stopping has it.
    /// - Throws: `HomeLockError.alreadyLocked` if another supervisor has the lock.
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

    /// Marks the supervisor as stopping, so that the next one waits for it.
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

    /// The supervisor of a home; nil if none runs.
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
    /// Another process has the lock; nil if it has not written its process ID yet.
    case alreadyLocked(pid: Int32?)
}
