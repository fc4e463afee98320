import Glibc
import HostFiles

/// The folder of an installed importer.
enum PluginFolder {
    /// Removes a folder with all it contains; links are removed, not followed. Does nothing if there is
    /// no such folder.
    static func remove(_ path: String) throws(HostFileError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            guard unlink(path) == 0 else {
                throw .system(operation: "remove", path: path, code: errno)
            }
            return
        }
        for name in Files.names(in: path) { try remove("\(path)/\(name)") }
        guard rmdir(path) == 0 else {
            throw .system(operation: "remove", path: path, code: errno)
        }
    }
}
