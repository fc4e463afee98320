import Glibc
import Synchronization

/// Reading and writing of whole files, with errors that name the path.
package enum Files {
    /// The contents of the file. Throws if it has more than `limit` bytes.
    package static func read(
        _ path: String, limit: Int = 16 << 20
    ) throws(HostFileError) -> [UInt8] {
        let descriptor = try open(path, O_RDONLY, "read")
        defer { close(descriptor) }
        var contents: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { return contents }
            if count < 0 {
                if errno == EINTR { continue }
                throw .system(operation: "read", path: path, code: errno)
            }
            contents += buffer[..<count]
            if contents.count > limit { throw .fileTooLarge(path: path, limit: limit) }
        }
    }

    /// The contents of the file; nil if there is no such file.
    package static func readIfPresent(
        _ path: String, limit: Int = 16 << 20
    ) throws(HostFileError) -> [UInt8]? {
        do throws(HostFileError) {
            return try read(path, limit: limit)
        } catch {
            if case .system(_, _, ENOENT) = error { return nil }
            throw error
        }
    }

    /// Replaces a file atomically, also with regard to a power failure. By default only the owner may
    /// read and write the file.
    package static func writeAtomically(
        _ contents: [UInt8], to path: String, mode: UInt32 = 0o600
    ) throws(HostFileError) {
        let (temporary, descriptor) = try createTemporary(beside: path, mode: mode)
        do throws(HostFileError) {
            defer { close(descriptor) }
            try write(contents, to: descriptor, path: path)
            guard fsync(descriptor) == 0 else {
                throw .system(operation: "write", path: path, code: errno)
            }
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else {
            let code = errno
            unlink(temporary)
            throw .system(operation: "replace", path: path, code: code)
        }
        try syncFolder(of: path)
    }

    private static let temporaryCount = Atomic<UInt64>(0)

    /// Creates a file beside `path` that no other writer uses, for contents that are not complete yet.
    /// - Returns: Its path and descriptor, which the caller closes.
    package static func createTemporary(
        beside path: String, mode: UInt32 = 0o600
    ) throws(HostFileError) -> (path: String, descriptor: Int32) {
        while true {
            let number = temporaryCount.add(1, ordering: .relaxed).newValue
            let temporary = "\(path).\(getpid())-\(number).new"
            do throws(HostFileError) {
                let flags = O_WRONLY | O_CREAT | O_EXCL
                return (temporary, try open(temporary, flags, "write", mode, named: path))
            } catch {
                // A process with this number was killed while it wrote.
                guard case .system(_, _, EEXIST) = error else { throw error }
            }
        }
    }

    /// Creates a folder that only its owner may enter, with the missing folders above it.
    ///
    /// The permissions of an existing folder are restricted to its owner.
    package static func createPrivateFolder(_ path: String) throws(HostFileError) {
        var status = stat()
        if stat(path, &status) != 0 {
            guard errno == ENOENT else {
                throw .system(operation: "open", path: path, code: errno)
            }
            let parent = folder(of: path)
            if parent != path, access(parent, F_OK) != 0 { try createPrivateFolder(parent) }
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
                throw .system(operation: "create", path: path, code: errno)
            }
            guard stat(path, &status) == 0 else {
                throw .system(operation: "open", path: path, code: errno)
            }
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(path: path) }
        guard status.st_uid == geteuid() else { throw .foreignOwner(path: path) }
        if status.st_mode & 0o077 != 0, chmod(path, 0o700) != 0 {
            throw .system(operation: "protect", path: path, code: errno)
        }
    }

    /// The names in a folder, sorted, without `.` and `..`; empty if there is no such folder.
    package static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Removes a folder with its files, as far as possible. A folder that has folders remains with them.
    /// Does nothing if there is no such folder.
    package static func removeFolder(_ path: String) {
        for name in names(in: path) { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    /// The target of a symbolic link; nil if `path` is not one.
    package static func linkTarget(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The absolute path without symbolic links, `.` and `..`; nil if it does not exist.
    package static func canonicalPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The folder of `path`; `.` if it has no slash.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Opens `path`. The error of a failure has `name`, or else `path`.
    package static func open(
        _ path: String, _ flags: Int32, _ operation: String, _ mode: UInt32 = 0,
        named name: String? = nil
    ) throws(HostFileError) -> Int32 {
        let descriptor = Glibc.open(path, flags | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            throw .system(operation: operation, path: name ?? path, code: errno)
        }
        return descriptor
    }

    /// The next bytes of an open file, at most `count`; fewer only at its end.
    package static func read(
        _ count: Int, from descriptor: Int32, path: String
    ) throws(HostFileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let length = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress?.advanced(by: filled), $0.count - filled)
            }
            if length < 0, errno == EINTR { continue }
            guard length >= 0 else { throw .system(operation: "read", path: path, code: errno) }
            guard length > 0 else { break }
            filled += length
        }
        bytes.removeLast(count - filled)
        return bytes
    }

    /// Writes all bytes to an open file.
    package static func write(
        _ contents: [UInt8], to descriptor: Int32, path: String, operation: String = "write"
    ) throws(HostFileError) {
        var rest = contents[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw .system(operation: operation, path: path, code: errno)
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Syncs the folder of `path`, so that a file created or renamed there survives a power failure.
    package static func syncFolder(of path: String) throws(HostFileError) {
        let folder = folder(of: path)
        let descriptor = try open(folder, O_RDONLY | O_DIRECTORY, "open")
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw .system(operation: "write", path: folder, code: errno)
        }
    }
}
