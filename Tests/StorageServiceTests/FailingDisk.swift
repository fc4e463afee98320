import Foundation
import GRDBSQLite
import Glibc
import Synchronization

/// Makes reads of SQLite in this process fail with EIO for files with a path prefix.
enum FailingDisk {
    struct Fault: Sendable {
        var prefix: String
        /// The number of further reads that fail.
        var count: Int
    }

    static let fault = Mutex<Fault?>(nil)

    /// True if SQLite's read functions were replaced by those of this type.
    static let isInstalled: Bool = {
        guard let vfs = sqlite3_vfs_find(nil), let set = vfs.pointee.xSetSystemCall else {
            return false
        }
        let reads: [(String, UnsafeRawPointer)] = [
            ("pread", unsafeBitCast(readAt, to: UnsafeRawPointer.self)),
            ("pread64", unsafeBitCast(readAt, to: UnsafeRawPointer.self)),
            ("read", unsafeBitCast(readOn, to: UnsafeRawPointer.self)),
        ]
        for (name, function) in reads {
            // The build of the library determines which one is called.
            _ = set(vfs, name, unsafeBitCast(function, to: sqlite3_syscall_ptr.self))
        }
        return true
    }()

    private static let readAt:
        @Sendable @convention(c) (Int32, UnsafeMutableRawPointer, Int, Int) -> Int = {
            file, buffer, count, offset in
            FailingDisk.fails(file) ? -1 : pread(file, buffer, count, offset)
        }

    private static let readOn:
        @Sendable @convention(c) (Int32, UnsafeMutableRawPointer, Int) -> Int = {
            file, buffer, count in
            FailingDisk.fails(file) ? -1 : Glibc.read(file, buffer, count)
        }

    private static func fails(_ file: Int32) -> Bool {
        let isFailing = fault.withLock { fault in
            guard let known = fault, known.count > 0 else { return false }
            var path = [CChar](repeating: 0, count: 4096)
            let length = readlink("/proc/self/fd/\(file)", &path, path.count)
            guard length > 0 else { return false }
            let name = String(
                decoding: path[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
            guard name.hasPrefix(known.prefix) else { return false }
            fault?.count -= 1
            return true
        }
        if isFailing { errno = EIO }
        return isFailing
    }
}
