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

    /// The path of a photo, or of a picture that is made of the photo.
    package func path(of name: PhotoName, _ size: PhotoFiles.Size) -> String {
        switch size {
        case .full: path(of: name)
        case .thumbnail: "\(part(of: name))/\(name.digest)\(Self.thumbnailEnding)"
        case .screen: "\(part(of: name))/\(name.digest)\(Self.screenEnding)"
        }
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

    /// The photos that were stored before a time, in milliseconds since 1970.
    package func names(storedBefore time: Int64) -> [PhotoName] {
        names.filter { isStored($0, before: time) }
    }

    /// True if the photo exists and was stored before a time, in milliseconds since 1970.
    package func isStored(_ name: PhotoName, before time: Int64) -> Bool {
        var status = stat()
        return stat(path(of: name), &status) == 0 && Int64(status.st_mtim.tv_sec) * 1000 < time
    }

    /// Sets the time at which a photo was stored, in milliseconds since 1970.
    package func touch(_ name: PhotoName, at time: Int64) {
        let time = timeval(tv_sec: Int(time / 1000), tv_usec: 0)
        utimes(path(of: name), [time, time])
    }

    /// A piece of a picture, of at most ``PhotoFiles/pieceLimit`` bytes; empty behind the last one, nil without
    /// the picture.
    package func piece(
        _ number: Int, of name: PhotoName, _ size: PhotoFiles.Size
    ) throws(HostFileError) -> [UInt8]? {
        let path = path(of: name, size)
        guard access(path, F_OK) == 0 else { return nil }
        let descriptor = try Files.open(path, O_RDONLY, "read")
        defer { close(descriptor) }
        lseek(descriptor, number * PhotoFiles.pieceLimit, SEEK_SET)
        return try Files.read(PhotoFiles.pieceLimit, from: descriptor, path: path)
    }

    /// Stores the bytes of a photo, readable by the owner only, unless the photo exists.
    package func write(_ bytes: [UInt8], as name: PhotoName) throws(HostFileError) {
        guard !contains(name) else { return }
        try Files.createPrivateFolder(part(of: name))
        try Files.writeAtomically(bytes, to: path(of: name))
    }

    /// Removes a photo, its thumbnail and its picture for browsers.
    package func remove(_ name: PhotoName) {
        for size in PhotoFiles.Size.allCases { unlink(path(of: name, size)) }
    }
}
