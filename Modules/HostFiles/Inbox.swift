import CLinux
import Glibc
package import RPC

/// A folder whose files are imported, with the folders of imported files and of files that cannot be
/// imported.
package struct Inbox: Hashable, Sendable {
    /// The absolute path without symbolic links.
    package let folder: String

    /// A folder in an ``Inbox`` for files whose import has ended.
    package enum Outcome: String, Sendable {
        case done, failed
    }

    /// A file that waits in an ``Inbox``.
    package struct File: Hashable, Sendable {
        package var name: String
        package var size: Int64
        /// Nanoseconds since 1970.
        package var modified: Int64
        package var inode: UInt64
    }

    /// Most files of a list.
    package static let fileLimit = 1000
    /// Ending of the report of a file.
    package static let reportEnding = ".report.json"
    /// Endings of files that browsers and other programs have not completed.
    private static let incompleteEndings = [
        ".crdownload", ".download", ".filepart", ".part", ".partial", ".tmp",
    ]
    /// Longest name of a moved file in bytes, so that a number and the ending of the report fit.
    private static let nameBytes = 200

    /// - Parameters:
    ///   - path: An absolute path.
    ///   - home: The home, which must not be in the folder nor have it.
    /// - Throws: NOT_FOUND, INVALID_ARGUMENT or PERMISSION_DENIED if the folder cannot be an inbox.
    package init(_ path: String, home: String) throws(Status) {
        guard let folder = Files.canonicalPath(path) else {
            throw Status(
                .notFound, "The inbox \(path) does not exist.",
                hint: "Create the folder with: mkdir -p \(path)")
        }
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw Status(
                .invalidArgument, "The inbox \(path) is not a folder.",
                hint: "Name a folder that only has files to import.")
        }
        let home = Files.canonicalPath(home) ?? home
        guard !Self.has(home, folder), !Self.has(folder, home) else {
            throw Status(
                .invalidArgument,
                "The inbox \(path) is the home \(home), or one of them is in the other.",
                hint: "Name a folder outside of it that only has files to import.")
        }
        guard access(folder, R_OK | W_OK | X_OK) == 0 else {
            throw Status(
                .permissionDenied,
                "The inbox \(path) may not be written, and imported files are moved in it.",
                hint: "Allow it with: chmod u+rwx \(path)")
        }
        self.folder = folder
    }

    /// The complete regular files, sorted by name, at most ``fileLimit``. Hidden files and names of
    /// incomplete downloads are left out.
    package var files: [File] {
        Files.names(in: folder).lazy
            .filter { name in
                !name.hasPrefix(".")
                    && !Self.incompleteEndings.contains(where: name.lowercased().hasSuffix)
            }
            .compactMap(file).prefix(Self.fileLimit).map(\.self)
    }

    /// The file with the name; nil if there is no such regular file.
    package func file(named name: String) -> File? {
        var status = stat()
        guard lstat(path(of: name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        let nanoseconds = Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(
            by: 1_000_000_000
        ).partialValue
        return File(
            name: name, size: Int64(status.st_size),
            modified: nanoseconds &+ Int64(status.st_mtim.tv_nsec), inode: UInt64(status.st_ino))
    }

    /// The path of a file in the inbox.
    package func path(of name: String) -> String { "\(folder)/\(name)" }

    /// True if a process of this machine has the file open for writing.
    package func isWritten(_ file: File) -> Bool {
        let descriptor = open(
            path(of: file.name), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return dayline_is_written(descriptor) != 0
    }

    /// Writes the report of a file beside its future path, and moves the file there. A number is added to
    /// a name that exists.
    /// - Returns: The new path of the file.
    package func move(
        _ file: File, to outcome: Outcome, report: [UInt8]
    ) throws(HostFileError) -> String {
        let target = "\(folder)/\(outcome.rawValue)"
        guard mkdir(target, 0o700) == 0 || errno == EEXIST else {
            throw .system(operation: "create", path: target, code: errno)
        }
        var name = file.name
        while name.utf8.count > Self.nameBytes { name.removeLast() }
        var number = 1
        while true {
            let path = "\(target)/\(number == 1 ? "" : "\(number)-")\(name)"
            number += 1
            guard access(path, F_OK) != 0, access(path + Self.reportEnding, F_OK) != 0 else {
                continue
            }
            try Files.writeAtomically(report, to: path + Self.reportEnding)
            if Self.rename(self.path(of: file.name), path) {
                try Files.syncFolder(of: path)
                try Files.syncFolder(of: self.path(of: file.name))
                return path
            }
            let code = errno
            unlink(path + Self.reportEnding)
            guard code == EEXIST else {
                throw .system(operation: "move a file to", path: path, code: code)
            }
        }
    }

    /// Renames a file unless `target` exists. Some file systems cannot do both at once; then an existing
    /// file was looked for just before.
    private static func rename(_ path: String, _ target: String) -> Bool {
        if dayline_rename_new(path, target) == 0 { return true }
        return errno == EINVAL && Glibc.rename(path, target) == 0
    }

    /// True if `inner` is `folder` or in it.
    private static func has(_ folder: String, _ inner: String) -> Bool {
        folder == inner || folder == "/" || inner.hasPrefix(folder + "/")
    }
}
