import CLinux
import Glibc
import HostFiles
import RPC

/// Writes the blocks that a backup folder lacks.
///
/// New blocks are written under temporary names. The file system is synced before they are renamed, so
/// that a block with its name is complete also after a power failure.
final class BackupBlockWriter {
    private let folder: BackupFolder
    /// The names of new blocks.
    private var added: [String] = []
    private var known: Set<String> = []
    /// The sizes of the files of new blocks.
    private(set) var addedBytes: Int64 = 0

    private var incoming: String { "\(folder.path)/incoming" }

    init(_ folder: BackupFolder) throws(Status) {
        self.folder = folder
        discard()
        guard mkdir(incoming, 0o700) == 0 else { throw .backupFile("created", incoming) }
    }

    /// Adds a block.
    /// - Returns: Its name.
    func add(_ block: [UInt8]) throws(Status) -> String {
        let name = folder.cipher.name(of: block)
        guard known.insert(name).inserted, !folder.hasBlock(name, bytes: block.count) else {
            return name
        }
        let bytes = folder.cipher.encrypt(block, name: name)
        try write(bytes, to: "\(incoming)/\(name)")
        added.append(name)
        addedBytes += Int64(bytes.count)
        return name
    }

    /// Makes the new blocks durable.
    func commit() throws(Status) {
        if !added.isEmpty {
            try sync()
            for name in added {
                let target = folder.path(ofBlock: name)
                let part = Files.folder(of: target)
                guard mkdir(part, 0o700) == 0 || errno == EEXIST else {
                    throw .backupFile("created", part)
                }
                guard rename("\(incoming)/\(name)", target) == 0 else {
                    throw .backupFile("written", target)
                }
            }
            try sync()
        }
        rmdir(incoming)
    }

    /// Removes blocks that were not committed, also of an earlier process.
    func discard() {
        Files.removeFolder(incoming)
    }

    private func sync() throws(Status) {
        guard dayline_sync_file_system(folder.path) == 0 else {
            throw .backupFile("written", folder.path)
        }
    }

    private func write(_ bytes: [UInt8], to path: String) throws(Status) {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .backupFile("written", path) }
        defer { close(descriptor) }
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: offset), $0.count - offset)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .backupFile("written", path) }
            offset += count
        }
    }
}
