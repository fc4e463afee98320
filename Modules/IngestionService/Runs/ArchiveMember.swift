import Glibc
import HostFiles
import PluginKit
import RPC
import Uploads

/// A file of a zip archive that is imported as if it were unpacked. Its path is that of the archive with the
/// name of the file behind it, such as `/home/kim/tables.zip/samples.csv`.
struct ArchiveMember {
    private let archive: ImportSource
    /// Has the archive open.
    private let probe: ContentProbe
    private let part: FilePart

    /// Nil unless the path names a file of an archive.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) != 0, errno == ENOTDIR,
            let archivePath = Self.archive(before: path),
            let archive = try? ImportSource(path: archivePath, name: nil)
        else { return nil }
        let name = path.dropFirst(archivePath.count + 1)
        let probe = ContentProbe(archive)
        guard let part = probe.parts.first(where: { $0.name == name }) else { return nil }
        (self.archive, self.probe, self.part) = (archive, probe, part)
    }

    /// The path of the file that stands within a path like a folder; nil without one.
    private static func archive(before path: String) -> String? {
        var parent = path[...]
        while let slash = parent.lastIndex(of: "/"), slash > path.startIndex {
            parent = path[..<slash]
            var status = stat()
            guard stat(String(parent), &status) == 0 else { continue }
            return status.st_mode & S_IFMT == S_IFREG ? String(parent) : nil
        }
        return nil
    }

    /// The unpacked file, which has no name on the disk and is removed with the last reference to it. The
    /// limits of archives apply.
    /// - Throws: INVALID_ARGUMENT if the file is damaged, or the failure of the disk.
    func unpacked(into folder: String) throws -> ImportSource {
        let (written, path) = try PrivateFile.created(in: folder)
        defer { close(written) }
        // An importer may read the file and not write to it.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        let code = errno
        unlink(path)
        guard descriptor >= 0 else {
            throw HostFileError.system(operation: "read", path: path, code: code)
        }
        do {
            let space = DiskSpace(folder: folder, reserve: Spool.reserve)
            try space.check(for: UInt64(clamping: part.size))
            let ending = try part.read { block in
                try Task.checkCancellation()
                // The size in the archive can be wrong.
                try space.check(for: UInt64(block.count))
                try Files.write(Array(block), to: written, path: path)
            }
            if case .damaged(let reason) = ending { throw damage(part.located(reason)) }
        } catch {
            close(descriptor)
            if let problem = error as? ImportProblem { throw damage(problem.message) }
            throw error
        }
        return try ImportSource(
            descriptor: descriptor, name: String(part.fileName), path: part.name)
    }

    private func damage(_ reason: String) -> Status {
        Status(
            .invalidArgument, "The archive \(archive.name) is damaged: \(reason).",
            hint: "Copy it again, or unpack it and import its folder.")
    }
}
