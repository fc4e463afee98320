import Glibc

extension Files {
    /// Copies a file in one step, for its owner alone: the copy is whole, and on the disk, when it has
    /// its name.
    package static func copyPrivate(
        _ source: String, to target: String
    ) throws(HostFileError) {
        let input = try open(source, O_RDONLY, "read")
        defer { close(input) }
        let draft = "\(target).\(getpid()).new"
        let output = try open(draft, O_WRONLY | O_CREAT | O_TRUNC, "write", 0o600, named: target)
        do throws(HostFileError) {
            defer { close(output) }
            var buffer = [UInt8](repeating: 0, count: 1 << 20)
            while true {
                let count = Glibc.read(input, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else {
                    throw .system(operation: "read", path: source, code: errno)
                }
                if count == 0 { break }
                try write(Array(buffer[..<count]), to: output, path: target)
            }
            guard fsync(output) == 0, rename(draft, target) == 0 else {
                throw .system(operation: "write", path: target, code: errno)
            }
        } catch {
            unlink(draft)
            throw error
        }
        try syncFolder(of: target)
    }

    /// An absolute path for a file that may not exist yet, from where this process stands.
    package static func absolutePath(_ path: String) throws(HostFileError) -> String {
        if let existing = canonicalPath(path) { return existing }
        let above = folder(of: path)
        guard let folder = canonicalPath(above), let name = path.split(separator: "/").last else {
            throw .system(operation: "open", path: above, code: ENOENT)
        }
        return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    }
}
