import Glibc
import HostFiles
package import RPC

/// Writes one snapshot to a backup folder. Nothing of an unfinished snapshot is listed.
package final class BackupSnapshotWriter {
    private let folder: BackupFolder
    private let blocks: BackupBlockWriter
    private var files: [BackupFileList.File] = []

    package init(_ folder: BackupFolder) throws(Status) {
        self.folder = folder
        blocks = try BackupBlockWriter(folder)
    }

    package var addedBytes: Int64 { blocks.addedBytes }

    /// Adds a file.
    /// - Parameters:
    ///   - source: The path of the file, which is not changed meanwhile.
    ///   - path: Its path in the snapshot.
    /// - Throws: The status of a failed read or write.
    package func add(_ source: String, as path: String) throws(Status) {
        let descriptor = open(source, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .backupFile("read", source) }
        defer { close(descriptor) }
        var file = BackupFileList.File(path: path, bytes: 0, blocks: "")
        while true {
            let block = try Self.block(of: descriptor, source)
            guard !block.isEmpty else { break }
            file.blocks += try blocks.add(block)
            file.bytes += Int64(block.count)
        }
        files.append(file)
    }

    /// Makes the files durable under the name of a snapshot, which is not verified yet.
    package func commit(as name: BackupSnapshotName) throws(Status) -> BackupFileList {
        try blocks.commit()
        let list = BackupFileList(files: files)
        try folder.write(list, to: name, .files)
        return list
    }

    /// Removes what was written for an unfinished snapshot.
    package func discard() { blocks.discard() }

    /// The next block of a file; empty at its end.
    private static func block(of descriptor: Int32, _ path: String) throws(Status) -> [UInt8] {
        do throws(HostFileError) {
            return try Files.read(BackupFolder.blockBytes, from: descriptor, path: path)
        } catch {
            throw error.status
        }
    }
}
