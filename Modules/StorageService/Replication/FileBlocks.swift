import CXXHash
import Glibc
import HostFiles

/// Reads and writes parts of a file.
enum FileBlocks {
    static func write(
        _ bytes: ArraySlice<UInt8>, at offset: Int64, to file: Int32, _ path: String
    ) throws {
        var rest = bytes
        var place = offset
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                pwrite(file, $0.baseAddress, $0.count, off_t(place))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw HostFileError.system(operation: "write", path: path, code: errno)
            }
            rest = rest.dropFirst(count)
            place += Int64(count)
        }
    }

    /// The XXH3-128 of a block as upper and lower half. A block that ends with the file is shorter.
    static func hash(at offset: Int64, count: Int, of file: Int32) -> [UInt64] {
        var bytes = [UInt8](repeating: 0, count: count)
        var length = 0
        while length < count {
            let read = bytes.withUnsafeMutableBytes { buffer in
                pread(
                    file, buffer.baseAddress.map { $0 + length }, count - length,
                    off_t(offset) + off_t(length))
            }
            if read < 0, errno == EINTR { continue }
            // A block that cannot be read differs from each other one, and is copied.
            guard read > 0 else { break }
            length += read
        }
        let hash = bytes.withUnsafeBytes { XXH3_128bits($0.baseAddress, length) }
        return [hash.high64, hash.low64]
    }
}
