import CLinux
import Glibc
package import HostFiles

/// The right to supervise a home: one process has it at a time, until it ends in whatever way.
///
/// The file holds the process's number for people and for messages; the lock itself is the system's,
/// so that a number left by a process that was killed means nothing.
package final class HomeLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock.
    /// - Throws: `HomeLockError.held` when another supervisor has it.
    package init(_ home: Home) throws {
        descriptor = try Self.open(home.lock, O_RDWR | O_CREAT)
        let code = dayline_lock(descriptor)
        if code == EAGAIN { throw HomeLockError.held(pid: Self.pid(in: descriptor)) }
        guard code == 0 else {
            throw HostFileError.system(operation: "lock", path: home.lock, code: code)
        }
        ftruncate(descriptor, 0)
        let text = Array("\(getpid())\n".utf8)
        guard pwrite(descriptor, text, text.count, 0) == text.count else {
            throw HostFileError.system(operation: "write", path: home.lock, code: errno)
        }
    }

    deinit {
        close(descriptor)
    }

    /// The supervisor of a home; nil when it has none.
    package static func holder(of home: Home) -> Int32? {
        guard let descriptor = try? open(home.lock, O_RDWR) else { return nil }
        defer { close(descriptor) }
        return dayline_is_locked(descriptor) == 1 ? pid(in: descriptor) ?? 0 : nil
    }

    private static func open(_ path: String, _ flags: Int32) throws(HostFileError) -> Int32 {
        let descriptor = Glibc.open(path, flags | O_CLOEXEC, 0o600)
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
    case held(pid: Int32?)
}
