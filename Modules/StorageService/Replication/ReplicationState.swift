import HostFiles
import Synchronization

/// The file with the epoch and the role of the home, read once and written by this process alone.
final class ReplicationState: Sendable {
    private let path: String
    private let file: Mutex<ReplicationFile>

    /// - Parameter database: The path of the database, in the folder of the file.
    /// - Throws: FAILED_PRECONDITION if the file is not valid.
    init(database: String) throws {
        path = "\(Files.folder(of: database))/\(Home.replicationName)"
        file = Mutex(try ReplicationFile.read(path))
    }

    var value: ReplicationFile { file.withLock { $0 } }

    /// Changes the file. It is written before the new value is visible.
    func change(_ body: (inout ReplicationFile) -> Void) throws {
        try file.withLock { file in
            var changed = file
            body(&changed)
            guard changed != file else { return }
            try changed.write(to: path)
            file = changed
        }
    }
}
