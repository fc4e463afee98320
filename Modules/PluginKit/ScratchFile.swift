import Glibc

/// An empty file without a name that an importer may write to, for formats that are read at any offset.
/// The manifest asks for the file with `"scratch": true`.
public struct ScratchFile {
    /// The descriptor, open for reading and writing.
    public let descriptor: Int32

    /// Appends zeros up to a size in bytes, without using space.
    /// - Returns: False if the file may not become as large.
    public func extend(to size: Int64) -> Bool { ftruncate(descriptor, Int(size)) == 0 }

    /// Appends bytes.
    /// - Throws: An ``ImportProblem`` if the disk is full, or the file larger than the importer may write.
    public func append(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes
        while let start = rest.baseAddress, !rest.isEmpty {
            let count = write(descriptor, start, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw ImportProblem(
                    "The file does not fit onto the disk while it is unpacked (error \(errno)).",
                    hint: "Free some space, and import the file again.")
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }
}

extension ImportFile {
    /// The scratch file of the import, emptied.
    /// - Throws: An ``ImportProblem`` if the manifest does not ask for a scratch file.
    public func scratchFile() throws -> ScratchFile {
        guard let scratch else {
            throw ImportProblem(
                "The importer has no scratch file.",
                hint: "Add \"scratch\": true to its plugin.json.")
        }
        // Beyond the limit of the file's size, writing fails instead of ending the process.
        signal(SIGXFSZ, SIG_IGN)
        guard ftruncate(scratch, 0) == 0, lseek(scratch, 0, SEEK_SET) == 0 else {
            throw ImportProblem("The scratch file cannot be written (error \(errno)).")
        }
        return ScratchFile(descriptor: scratch)
    }
}
