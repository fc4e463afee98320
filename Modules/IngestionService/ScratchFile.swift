import Glibc
import HostFiles
import RPC

/// A file without a name, for what an import has to remember and does not fit into memory. It goes with
/// the last reference, whatever becomes of this process.
final class ScratchFile: Sendable {
    private let descriptor: Int32

    /// `folder` is where there is room.
    init(folder: String) throws(HostFileError) {
        let (descriptor, path) = try PrivateFile.created(in: folder)
        unlink(path)
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Writes `data` at an offset.
    func write(_ data: Bytes, at offset: Int64) throws(Status) {
        var written = 0
        while written < data.count {
            let count = data.withUnsafeBytes {
                pwrite(
                    descriptor, $0.baseAddress.map { $0 + written }, $0.count - written,
                    Int(offset) + written)
            }
            guard count > 0 else { throw Self.failure("write") }
            written += count
        }
    }

    func read(_ place: Range<Int64>) throws(Status) -> Bytes {
        var buffer = [UInt8](repeating: 0, count: place.count)
        guard pread(descriptor, &buffer, buffer.count, Int(place.lowerBound)) == buffer.count else {
            throw Self.failure("read")
        }
        return Bytes(buffer)
    }

    private static func failure(_ operation: String) -> Status {
        HostFileError.system(operation: operation, path: "a file of the import", code: errno)
            .status
    }
}
