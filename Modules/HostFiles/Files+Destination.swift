import Glibc

/// Files that a person named to have something written to them.
extension Files {
    /// Whether there is something at `path` that is written through and cannot be replaced: a device,
    /// a pipe or a socket.
    package static func isStream(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    /// The file that links lead to from `path`; itself when it does not exist.
    package static func resolvingLinks(_ path: String) -> String { canonicalPath(path) ?? path }

    /// Writes all of `contents`: a file whole or not at all, and anything else as it comes.
    package static func write(_ contents: [UInt8], to path: String) throws(HostFileError) {
        guard isStream(path) else { return try writeAtomically(contents, to: resolvingLinks(path)) }
        let descriptor = try open(path, O_WRONLY, "write")
        defer { close(descriptor) }
        try write(contents, to: descriptor, path: path)
    }
}
