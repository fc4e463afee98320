import Glibc
import RPC
import Texts

/// A home that cannot be written to: the disk is full or mounted read-only.
///
/// The system then starts read-only and answers from stored data. Its sockets, logs and lock are in a
/// folder outside the home.
extension Home {
    package var isReadOnly: Bool { readOnlyReason != nil }

    /// The home with its folders created, or a read-only home if it cannot be written to.
    /// - Throws: If the home does not exist and cannot be created, belongs to another user, or is not
    ///   mounted.
    package func prepared() throws(HostFileError) -> Home {
        try checkMounted()
        do throws(HostFileError) {
            try prepare()
            try checkFreeSpace()
            return self
        } catch {
            guard case .system(_, _, let code) = error, Self.readOnlyCodes.contains(code),
                access(folder, R_OK | X_OK) == 0
            else { throw error }
            return try readOnly(reason: error.status.message)
        }
    }

    private static let readOnlyCodes: Set = [EROFS, ENOSPC, EDQUOT, EACCES, EPERM]
    /// Space that storage may need for its write-ahead log before it can answer a query, in bytes.
    private static let requiredBytes = 1 << 20

    /// Throws if a file of ``requiredBytes`` cannot be written; the file is removed again.
    private func checkFreeSpace() throws(HostFileError) {
        let path = "\(folder)/.space.\(getpid())"
        defer { unlink(path) }
        let descriptor = try Files.open(
            path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, "write to", 0o600, named: folder)
        defer { close(descriptor) }
        try Files.write(
            [UInt8](repeating: 0, count: Self.requiredBytes), to: descriptor, path: folder,
            operation: "write to")
    }

    private func readOnly(reason: String) throws(HostFileError) -> Home {
        let isInHome = Files.canonicalPath(runFolder)?.hasPrefix(folder + "/") ?? true
        let run = isInHome ? Self.foreignRunFolder(of: folder) : runFolder
        guard Files.linkTarget(run) == nil else { throw .foreignOwner(path: run) }
        try Files.createPrivateFolder(run)
        let home = Home(folder: folder, runFolder: run, readOnlyReason: reason)
        try Files.createPrivateFolder(home.logFolder)
        return home
    }

    /// The run folder of a read-only home for which the login session has no folder.
    static func foreignRunFolder(of folder: String) -> String {
        "/tmp/dayline-\(geteuid())-\(stableHash(folder).hexDigits)"
    }

    /// True if a supervisor accepts connections in that folder and the folder belongs to this user.
    static func isServed(_ runFolder: String) -> Bool {
        var status = stat()
        guard lstat(runFolder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
            status.st_uid == geteuid()
        else { return false }
        return isListening("\(runFolder)/control.sock")
    }

    private static func isListening(_ path: String) -> Bool {
        let descriptor = Glibc.socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }
}
