import CLinux
import Glibc
import HostFiles
import RPC
import Synchronization
import Uploads

/// An unnamed file for data of an import that does not fit into memory. The last reference, or the
/// end of the process, removes it.
///
/// When the disk is full, the data moves to memory up to a limit, so that a dry run works without
/// disk space.
final class ScratchFile: Sendable {
    private struct Storage {
        var descriptor: Int32
        var isInMemory = false
        var size: Int64 = 0
    }

    private let storage: Mutex<Storage>

    private static let memoryLimit: Int64 = 256 << 20
    private static let copiedAtOnce = 1 << 20

    /// `folder` is the folder in which the file is created.
    init(folder: String) throws(HostFileError) {
        let (descriptor, path) = try PrivateFile.created(in: folder)
        unlink(path)
        storage = Mutex(Storage(descriptor: descriptor))
    }

    deinit {
        _ = storage.withLock { close($0.descriptor) }
    }

    /// Writes `data` at an offset.
    func write(_ data: Bytes, at offset: Int64) throws(Status) {
        try storage.withLock { storage throws(Status) in
            let end = offset + Int64(data.count)
            var failure = Self.write(data, at: offset, into: storage.descriptor)
            if failure == ENOSPC, !storage.isInMemory, end <= Self.memoryLimit {
                try Self.moveToMemory(&storage)
                failure = Self.write(data, at: offset, into: storage.descriptor)
            }
            if storage.isInMemory, end > Self.memoryLimit { failure = ENOSPC }
            guard failure == 0 else { throw Self.failure("write", failure) }
            storage.size = max(storage.size, end)
        }
    }

    func read(_ range: Range<Int64>) throws(Status) -> Bytes {
        try storage.withLock { storage throws(Status) in
            try Self.read(range, of: storage.descriptor)
        }
    }

    /// - Returns: 0, or the error number.
    private static func write(_ data: Bytes, at offset: Int64, into descriptor: Int32) -> Int32 {
        var written = 0
        while written < data.count {
            let count = data.withUnsafeBytes {
                pwrite(
                    descriptor, $0.baseAddress.map { $0 + written }, $0.count - written,
                    Int(offset) + written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 ? errno : ENOSPC }
            written += count
        }
        return 0
    }

    private static func read(
        _ range: Range<Int64>, of descriptor: Int32
    ) throws(Status) -> Bytes {
        var buffer = [UInt8](repeating: 0, count: range.count)
        guard pread(descriptor, &buffer, buffer.count, Int(range.lowerBound)) == buffer.count else {
            throw failure("read", errno)
        }
        return Bytes(buffer)
    }

    private static func moveToMemory(_ storage: inout Storage) throws(Status) {
        let memory = dayline_memory_file()
        guard memory >= 0 else { throw failure("create", errno) }
        var next: Int64 = 0
        while next < storage.size {
            let range = next..<min(next + Int64(copiedAtOnce), storage.size)
            let failure = write(
                try read(range, of: storage.descriptor), at: next, into: memory)
            guard failure == 0 else {
                close(memory)
                throw Self.failure("write", failure)
            }
            next = range.upperBound
        }
        close(storage.descriptor)
        storage.descriptor = memory
        storage.isInMemory = true
    }

    private static func failure(_ operation: String, _ code: Int32) -> Status {
        HostFileError.system(operation: operation, path: "a scratch file of the import", code: code)
            .status
    }
}
