import Glibc

extension Home {
    /// Folders below the home whose files are data; what is in `plugins` may be anybody's to read.
    private static let guardedFolders = ["", "/logs", "/spool"]

    /// Files and folders that others than the owner may enter, read or write.
    package var publiclyAccessiblePaths: [String] {
        var open = isPubliclyAccessible(runFolder) ? [runFolder] : []
        for part in Self.guardedFolders {
            let folder = self.folder + part
            if part.isEmpty, isPubliclyAccessible(folder) { open.append(folder) }
            open += Files.names(in: folder).map { "\(folder)/\($0)" }
                .filter { !Self.isPluginFolder($0) && isPubliclyAccessible($0) }
        }
        return open
    }

    /// Leaves them to the owner alone.
    package func restrictPermissions() {
        var status = stat()
        for path in publiclyAccessiblePaths where lstat(path, &status) == 0 {
            chmod(path, status.st_mode & 0o700)
        }
    }

    private static func isPluginFolder(_ path: String) -> Bool { path.hasSuffix("/plugins") }

    /// Links say nothing, and sockets lie in a folder that is guarded.
    private func isPubliclyAccessible(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        let kind = status.st_mode & S_IFMT
        return (kind == S_IFREG || kind == S_IFDIR) && status.st_mode & 0o077 != 0
    }
}
