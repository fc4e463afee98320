import Glibc

extension Files {
    /// Copies a file atomically, readable by its owner only. The copy is complete and synced when it
    /// gets its name.
    package static func copyPrivate(
        _ source: String, to target: String
    ) throws(HostFileError) {
        let input = try open(source, O_RDONLY, "read")
        defer { close(input) }
        let (temporary, output) = try createTemporary(beside: target)
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
            guard fsync(output) == 0, rename(temporary, target) == 0 else {
                throw .system(operation: "write", path: target, code: errno)
            }
        } catch {
            unlink(temporary)
            throw error
        }
        try syncFolder(of: target)
    }

    /// The absolute path of a file that may not exist yet, relative to the working folder.
    package static func absolutePath(_ path: String) throws(HostFileError) -> String {
        if let existing = canonicalPath(path) { return existing }
        let parent = folder(of: path)
        guard let folder = canonicalPath(parent), let name = path.split(separator: "/").last else {
            throw .system(operation: "open", path: parent, code: ENOENT)
        }
        return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    }
}
