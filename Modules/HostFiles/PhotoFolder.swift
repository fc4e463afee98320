package import Contracts
import Glibc
import Texts

/// The folder of stored photos, in a folder for each first byte of the hash: `photos/ab/abcd….jpg`.
/// Thumbnails, and pictures for browsers, are beside the photos and can be made again.
package struct PhotoFolder: Hashable, Sendable {
    package let folder: String

    private static let thumbnailEnding = ".thumbnail.jpg"
    private static let screenEnding = ".screen.jpg"

    package init(folder: String) {
        self.folder = folder
    }

    /// The folder that belongs to a database.
    package init(database: String) {
        self.init(folder: "\(Files.folder(of: database))/photos")
    }

    package func path(of name: PhotoName) -> String {
        "\(part(of: name))/\(name)"
    }

    package func thumbnailPath(of name: PhotoName) -> String {
        "\(part(of: name))/\(name.digest)\(Self.thumbnailEnding)"
    }

    /// The JPEG for browsers of a photo whose format they do not show.
    package func screenPath(of name: PhotoName) -> String {
        "\(part(of: name))/\(name.digest)\(Self.screenEnding)"
    }

    /// The folder of a photo.
    package func part(of name: PhotoName) -> String { "\(folder)/\(name.digest.prefix(2))" }

    /// The names of all photos, sorted.
    package var names: [PhotoName] {
        Files.names(in: folder).flatMap { Files.names(in: "\(folder)/\($0)") }
            .compactMap { PhotoName($0) }
    }

    /// A text that differs after a photo was stored or removed.
    package var version: String {
        let parts = Files.names(in: folder).map { name in
            var status = stat()
            guard stat("\(folder)/\(name)", &status) == 0 else { return name }
            return "\(name) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
        }
        return stableHash(parts.joined(separator: "\n")).hexDigits
    }

    package func contains(_ name: PhotoName) -> Bool { access(path(of: name), F_OK) == 0 }

    /// Stores the bytes of a photo, readable by the owner only, unless the photo exists.
    package func write(_ bytes: [UInt8], as name: PhotoName) throws(HostFileError) {
        guard !contains(name) else { return }
        try Files.createPrivateFolder(part(of: name))
        try Files.writeAtomically(bytes, to: path(of: name))
    }

    /// Removes a photo, its thumbnail and its picture for browsers.
    package func remove(_ name: PhotoName) {
        unlink(path(of: name))
        unlink(thumbnailPath(of: name))
        unlink(screenPath(of: name))
    }
}
