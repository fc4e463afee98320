import Glibc
package import RPC
package import ZeroMQTransport

/// A private temporary folder for the sockets of a test, removed with its last user.
package final class RunFolder: Sendable {
    package let path: String

    /// - Throws: INTERNAL if the folder cannot be created.
    package init() throws(Status) {
        var template = Array("/tmp/dayline-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Status(.internal, "A folder in /tmp cannot be created.")
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                unlink("\(path)/\(name)")
            }
            closedir(folder)
        }
        rmdir(path)
    }

    /// An endpoint in the folder.
    package func endpoint(_ name: String = "bus.sock") throws(Status) -> Endpoint {
        try .ipc("\(path)/\(name)")
    }
}
