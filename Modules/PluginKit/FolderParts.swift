import Glibc

/// The files of a folder and its subfolders. Symbolic links are not followed, so that nothing outside
/// is read.
final class FolderParts: FileList {
    private let descriptor: Int32
    private let folderName: String
    private var names = FileNames()
    private var sizes: [Int64] = []

    /// Nested folders below the first.
    private static let depthLimit = 8

    /// The caller keeps ownership of `descriptor`. `name` is used in errors.
    init(_ descriptor: Int32, name: String) {
        self.descriptor = descriptor
        folderName = name
    }

    /// The files sorted by path. Hidden files are left out.
    /// - Throws: An `ImportProblem` if a folder cannot be read or has too many files.
    func parts() throws -> [FilePart] {
        (names, sizes) = (FileNames(), [])
        try add(openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), "", 0)
        return (0..<names.count)
            .sorted { names.utf8($0).lexicographicallyPrecedes(names.utf8($1)) }
            .map { FilePart($0, of: self) }
    }

    func name(of index: Int) -> String { names[index] }
    func size(of index: Int) -> Int64 { sizes[index] }
    func sizeOnDisk(of index: Int) -> Int64 { sizes[index] }

    func source(of index: Int) throws -> any BlockSource {
        let file = openat(descriptor, names[index], O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else {
            throw Self.unreadable(names[index])
        }
        return PlainBlocks(descriptor: file, shouldClose: true)
    }

    /// The problem of a file or folder that could not be opened, with the reason in `errno`.
    private static func unreadable(_ subject: String) -> ImportProblem {
        ImportProblem(
            "\(subject) cannot be read: \(String(cString: strerror(errno))).",
            hint: "Permit the user of Dayline to read it, or import the other files one by one.")
    }

    private func add(_ folder: Int32, _ prefix: String, _ depth: Int) throws {
        guard folder >= 0, let stream = fdopendir(folder) else {
            throw Self.unreadable("The folder \(prefix.isEmpty ? folderName : prefix)")
        }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard !name.hasPrefix(".") else { continue }
            var status = stat()
            guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFREG:
                guard names.append((prefix + name).utf8) else {
                    throw FileNames.excess(of: "The folder \(folderName)")
                }
                sizes.append(Int64(status.st_size))
            case S_IFDIR where depth < Self.depthLimit:
                let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
                try add(openat(folder, name, flags), "\(prefix)\(name)/", depth + 1)
            default: break
            }
        }
    }
}
