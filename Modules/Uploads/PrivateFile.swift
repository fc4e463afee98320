import Glibc
package import HostFiles

/// Creates files that only their owner can read.
package enum PrivateFile {
    package static let prefix = "upload-"

    /// A new file, opened for reading and writing with close-on-exec. The caller closes it.
    package static func created(
        in folder: String
    ) throws(HostFileError) -> (descriptor: Int32, path: String) {
        var template = Array("\(folder)/\(prefix)XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw .system(operation: "create a file in", path: folder, code: errno)
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let path = String(
            decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return (descriptor, path)
    }
}
