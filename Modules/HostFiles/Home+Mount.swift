import Glibc

/// A home that is the root of a file system of its own, such as one of gocryptfs.
extension Home {
    /// The path of the file beside the home that marks such a home. The first line of the file is the
    /// command that mounts the home.
    package var mountMarker: String { "\(folder).mount" }

    private static let markerLimit = 4096

    /// Checks that a marked home is mounted: otherwise files would be written to the folder below the
    /// mount point, unencrypted.
    /// - Throws: If the marker exists and nothing is mounted at the home.
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
