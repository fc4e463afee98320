import Glibc

/// The files of a folder and its subfolders. Symbolic links are not followed, so that nothing outside
/// is read.
struct FolderParts {
    private let descriptor: Int32

    /// Nested folders below the first.
    private static let depthLimit = 8
    private static let countLimit = 100_000

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The files sorted by path. Hidden files are left out.
    /// - Throws: An `ImportProblem` if a folder cannot be read.
    func parts() throws -> [FilePart] {
        var parts: [FilePart] = []
        try add(openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), "", 0, to: &parts)
        return parts.sorted { $0.name < $1.name }
    }

    private func add(
        _ folder: Int32, _ prefix: String, _ depth: Int, to parts: inout [FilePart]
    ) throws {
        guard folder >= 0, let stream = fdopendir(folder) else {
            throw ImportProblem("The folder \(prefix) cannot be read (error \(errno)).")
        }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard !name.hasPrefix("."), parts.count < Self.countLimit else { continue }
            var status = stat()
            guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFREG: parts.append(part(prefix + name, Int64(status.st_size)))
            case S_IFDIR where depth < Self.depthLimit:
                let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
                try add(openat(folder, name, flags), "\(prefix)\(name)/", depth + 1, to: &parts)
            default: break
            }
        }
    }

    private func part(_ name: String, _ size: Int64) -> FilePart {
        let folder = descriptor
        return FilePart(name: name, size: size, sizeOnDisk: size) {
            let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
            guard file >= 0 else {
                throw ImportProblem("\(name) cannot be read (error \(errno)).")
            }
            return PlainBlocks(descriptor: file, shouldClose: true)
        }
    }
}
