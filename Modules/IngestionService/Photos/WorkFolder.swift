import Glibc
import HostFiles
import Uploads

/// A folder of one conversion, in the spool folder. It is removed with the value's last use.
final class WorkFolder: Sendable {
    let path: String

    init(in spool: String) throws(HostFileError) {
        var template = Array("\(spool)/photo-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw .system(operation: "create a folder in", path: spool, code: errno)
        }
        path = String(
            decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { Spool.remove(path) }

    func file(_ name: String) -> String { "\(path)/\(name)" }
}
