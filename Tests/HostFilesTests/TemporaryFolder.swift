import FoundationEssentials
import Glibc

@testable import HostFiles

/// A temporary folder, removed with its owner.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/dayline-files-XXXXXX".utf8CString)
        guard let created = mkdtemp(&template) else {
            throw HostFileError.system(operation: "create", path: "/tmp", code: errno)
        }
        path = String(cString: created)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ text: String, to name: String, mode: UInt32 = 0o600) throws {
        let path = "\(path)/\(name)"
        try Files.createPrivateFolder(Files.folder(of: path))
        try Files.writeAtomically(Array(text.utf8), to: path, mode: mode)
    }
}

func permissions(of path: String) -> UInt32 {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
}

func makeRunnable(_ path: String) {
    chmod(path, 0o700)
}
