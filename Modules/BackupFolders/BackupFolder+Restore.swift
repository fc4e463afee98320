import Contracts
import Glibc
package import HostFiles
package import RPC

extension BackupFolder {
    /// Writes a file of a snapshot to a new path, readable by its owner only and synced.
    package func extract(
        _ file: BackupFileList.File, to path: String
    ) throws(Status) {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .backupFile("written", path) }
        do throws(Status) {
            defer { close(descriptor) }
            try forEachBlock(of: file) { block throws(Status) in
                do throws(HostFileError) {
                    try Files.write(block, to: descriptor, path: path)
                } catch {
                    guard case .system(_, _, let code) = error else { throw error.status }
                    throw .backupFile("written", path, code)
                }
            }
            guard fsync(descriptor) == 0 else { throw .backupFile("written", path) }
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Stores the photos of a snapshot that a folder lacks.
    package func extractPhotos(
        of list: BackupFileList, to folder: PhotoFolder
    ) throws {
        for file in list.photos {
            guard
                let name = PhotoName(String(file.path.dropFirst(BackupFileList.photoFolder.count))),
                !folder.contains(name)
            else { continue }
            var bytes: [UInt8] = []
            try forEachBlock(of: file) { bytes += $0 }
            try folder.write(bytes, as: name)
        }
    }

    /// Reads every block of a file and compares it with its hash. A damaged block is removed, so that the
    /// next backup writes it again.
    package func verify(_ file: BackupFileList.File) throws(Status) {
        do throws(Status) {
            try forEachBlock(of: file) { _ in }
        } catch {
            for name in file.blockNames { removeIfDamaged(name) }
            throw error
        }
    }

    private func forEachBlock(
        of file: BackupFileList.File, _ body: ([UInt8]) throws(Status) -> Void
    ) throws(Status) {
        var bytes: Int64 = 0
        for name in file.blockNames {
            let block = try block(name)
            try body(block)
            bytes += Int64(block.count)
        }
        guard bytes == file.bytes else {
            throw Status(.dataLoss, "The file \(file.path) of the backup is incomplete.")
        }
    }
}
