import Glibc

extension Home {
    /// Folders of the home whose files are data. Files in `plugins` may be public.
    private static let guardedFolders = ["", "/logs", "/photos", "/spool"]

    /// Files and folders that users other than the owner may enter, read or write.
    package var publiclyAccessiblePaths: [String] {
        var paths = isPubliclyAccessible(runFolder) ? [runFolder] : []
        for part in Self.guardedFolders {
            let folder = self.folder + part
            if part.isEmpty, isPubliclyAccessible(folder) { paths.append(folder) }
            paths += Files.names(in: folder).map { "\(folder)/\($0)" }
                .filter { !Self.isPluginFolder($0) && isPubliclyAccessible($0) }
        }
        return paths
    }

    /// Removes the permissions of other users from ``publiclyAccessiblePaths``.
    package func restrictPermissions() {
        var status = stat()
        for path in publiclyAccessiblePaths where lstat(path, &status) == 0 {
            chmod(path, status.st_mode & 0o700)
        }
    }

    private static func isPluginFolder(_ path: String) -> Bool { path.hasSuffix("/plugins") }

    /// True for files and folders with permissions for other users. The mode of a link has no meaning,
    /// and sockets are protected by their folder.
    private func isPubliclyAccessible(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        let kind = status.st_mode & S_IFMT
        return (kind == S_IFREG || kind == S_IFDIR) && status.st_mode & 0o077 != 0
    }
}
