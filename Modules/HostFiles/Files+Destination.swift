import Glibc

/// Files that a person names as the destination of an output.
extension Files {
    /// True if `path` is a device, a pipe or a socket: it is written to and cannot be replaced.
    package static func isStream(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    /// The file that `path` leads to through symbolic links; `path` itself if there is no such file.
    package static func resolvingLinks(_ path: String) -> String { canonicalPath(path) ?? path }

    /// Writes `contents`: atomically to a file, as a stream to anything else.
    package static func write(_ contents: [UInt8], to path: String) throws(HostFileError) {
        guard isStream(path) else { return try writeAtomically(contents, to: resolvingLinks(path)) }
        let descriptor = try open(path, O_WRONLY, "write")
        defer { close(descriptor) }
        try write(contents, to: descriptor, path: path)
    }
}
