import Glibc

/// A zip archive that is read by its central directory.
final class ZipArchive: FileList {
    private let name: String
    private let descriptor: Int32
    private let directory: ZipDirectory
    /// Nil if libzip cannot open the archive.
    private lazy var library = LibraryArchive(descriptor: descriptor)

    private static let headerMark = Array("PK\u{3}\u{4}".utf8)
    private static let headerLength = 30

    /// True if the file begins with the signature of a zip archive.
    static func isArchive(_ descriptor: Int32) -> Bool {
        let head = PlainBlocks.bytes(of: descriptor, at: 0, count: 4)
        return head == headerMark || head == Array("PK\u{5}\u{6}".utf8)
    }

    /// Opens an archive; nil if it has no readable central directory. The caller keeps ownership of
    /// `descriptor`. `name` is used in errors.
    init?(descriptor: Int32, name: String) {
        guard let directory = ZipDirectory(descriptor: descriptor) else { return nil }
        self.name = name
        self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        self.directory = directory
    }

    deinit {
        close(descriptor)
    }

    /// The files in the order of the archive.
    /// - Throws: An `ImportProblem` if the archive has too many files.
    func parts() throws -> [FilePart] {
        guard !directory.isTooLarge else { throw FileNames.excess(of: name) }
        return directory.files.indices.map { FilePart($0, of: self) }
    }

    func name(of index: Int) -> String { directory.names[index] }
    func size(of index: Int) -> Int64 { directory.files[index].size }
    func sizeOnDisk(of index: Int) -> Int64 { directory.files[index].packedSize }

    func source(of index: Int) throws -> any BlockSource {
        try entry(directory.files[index], directory.names[index])
            .blocks(size: directory.files[index].size)
    }

    private func entry(_ file: ZipDirectory.File, _ path: String) throws -> ZipEntry {
        guard !file.isEncrypted else {
            throw problem("\(name) is protected with a password.")
        }
        guard file.method == 0 || file.method == 8 else {
            return try libraryEntry(file, path)
        }
        let header = PlainBlocks.bytes(of: descriptor, at: file.header, count: Self.headerLength)
        guard header.count == Self.headerLength, header.starts(with: Self.headerMark) else {
            throw problem(
                "\(path) in \(name) cannot be unpacked: the header before it is damaged.")
        }
        let start =
            file.header + Int64(Self.headerLength) + header.number(at: 26, bytes: 2)
            + header.number(at: 28, bytes: 2)
        let isStored = file.method == 0
        let description = ZipEntry.Description(
            name: path, form: isStored ? .stored : .deflated, packedSize: file.packedSize,
            size: isStored ? file.packedSize : nil, checksum: file.checksum)
        return ZipEntry(
            description,
            FileRangeBytes(
                descriptor: descriptor, range: start..<(start + file.packedSize), owner: self))
    }

    /// A file that libzip unpacks.
    private func libraryEntry(_ file: ZipDirectory.File, _ path: String) throws -> ZipEntry {
        guard let bytes = library?.bytes(of: UInt64(file.index), name: path) else {
            throw problem(
                "\(path) in \(name) has a compression that is not supported (method "
                    + "\(file.method)).")
        }
        let description = ZipEntry.Description(
            name: path, form: .checked, packedSize: file.packedSize)
        return ZipEntry(description, bytes)
    }

    private func problem(_ message: String) -> ImportProblem {
        ImportProblem(message, hint: "Unpack the archive, and import the folder.")
    }
}
