import Glibc

/// A home that is the root of a file system of its own, such as one of gocryptfs.
extension Home {
    /// The file beside the home that says so. Its first line is the command that mounts the home.
    package var mountMarker: String { "\(folder).mount" }

    private static let markerLimit = 4096

    /// - Throws: If there is the marker and nothing is mounted at the home. Files would be written to the
    ///   folder below, unencrypted.
    func checkMounted() throws(HostFileError) {
        let marker = mountMarker
        guard let bytes = try Files.readIfPresent(marker, limit: Self.markerLimit),
            !Self.isMountPoint(folder)
        else { return }
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first
        throw .notMounted(path: folder, marker: marker, command: line.map(String.init))
    }

    /// True if the folder and its parent are in different file systems.
    private static func isMountPoint(_ folder: String) -> Bool {
        var (own, parent) = (stat(), stat())
        return stat(folder, &own) == 0 && stat(Files.folder(of: folder), &parent) == 0
            && own.st_dev != parent.st_dev
    }
}
