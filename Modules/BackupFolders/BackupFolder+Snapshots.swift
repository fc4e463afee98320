import CivilTime
package import Contracts
import Glibc
import HostFiles
package import RPC

/// The name of a snapshot: the time of its data in UTC.
package struct BackupSnapshotName: Hashable, Sendable {
    let text: String

    /// - Parameter now: Milliseconds since 1970.
    package init(at now: Int64) {
        text = instantText(now).replacing(":", with: "-")
    }

    init(text: String) {
        self.text = text
    }

    /// - Parameter instant: The time as RFC 3339 in UTC with milliseconds.
    package init(instant: String) {
        text = instant.replacing(":", with: "-")
    }

    /// The time as RFC 3339.
    package var instant: String {
        let parts = text.split(separator: "T", maxSplits: 1)
        guard parts.count == 2 else { return text }
        return "\(parts[0])T\(parts[1].replacing("-", with: ":"))"
    }

    /// Milliseconds since 1970; nil if the name is not a time.
    package var milliseconds: Int64? { InstantParser.instant(instant)?.milliseconds }
}

extension BackupFolder {
    /// A file of a snapshot.
    enum Part: String {
        /// The list of files, written first.
        case files
        /// The description, written when the snapshot is verified.
        case summary
    }

    private static let listLimit = 1 << 30

    /// The verified snapshots, newest first.
    package var verifiedSnapshots: [BackupSnapshotName] { names(.summary) }

    /// The snapshots whose verification failed or did not end, newest first.
    package var unverifiedSnapshots: [BackupSnapshotName] {
        let verified = Set(verifiedSnapshots)
        return names(.files).filter { !verified.contains($0) }
    }

    /// The names that have a part, newest first.
    func names(_ part: Part) -> [BackupSnapshotName] {
        Files.names(in: snapshots).filter { $0.hasSuffix(".\(part.rawValue)") }
            .map { BackupSnapshotName(text: String($0.dropLast(part.rawValue.utf8.count + 1))) }
            .filter { $0.milliseconds != nil }.sorted { $0.text > $1.text }
    }

    /// The description of a verified snapshot.
    package func summary(of name: BackupSnapshotName) throws(Status) -> Backups.Snapshot {
        try read(name, .summary)
    }

    /// The files of a snapshot.
    package func files(of name: BackupSnapshotName) throws(Status) -> BackupFileList {
        try read(name, .files)
    }

    /// Records that a snapshot was verified.
    package func confirm(
        _ name: BackupSnapshotName, _ summary: Backups.Snapshot
    ) throws(Status) {
        try write(summary, to: name, .summary)
    }

    /// Removes a snapshot from the lists; its blocks stay until ``removeUnusedBlocks()``.
    package func remove(_ name: BackupSnapshotName) {
        for part in [Part.summary, .files] { unlink(path(of: name, part)) }
    }

    /// Removes the blocks that no snapshot has.
    /// - Throws: DATA_LOSS if the list of a snapshot cannot be read; nothing is removed then.
    package func removeUnusedBlocks() throws(Status) {
        var used: Set<String> = []
        for name in names(.files) { used.formUnion(try files(of: name).blockNames) }
        for part in Files.names(in: blocks) {
            for name in Files.names(in: "\(blocks)/\(part)") where !used.contains(name) {
                unlink("\(blocks)/\(part)/\(name)")
            }
        }
    }

    func write(
        _ value: some Encodable, to name: BackupSnapshotName, _ part: Part
    ) throws(Status) {
        let path = path(of: name, part)
        do {
            let text = try JSONBody.encode(value).array(of: UInt8.self)
            let bytes = cipher.encrypt(text, name: "\(name.text).\(part.rawValue)")
            try Files.writeAtomically(bytes, to: path)
        } catch let error as HostFileError {
            guard case .system(_, _, let code) = error else { throw error.status }
            throw .backupFile("written", path, code)
        } catch {
            throw Status(describing: error)
        }
    }

    private func read<Value: Decodable>(
        _ name: BackupSnapshotName, _ part: Part
    ) throws(Status) -> Value {
        let path = path(of: name, part)
        let bytes: [UInt8]
        do {
            bytes = try Files.read(path, limit: Self.listLimit)
        } catch {
            throw error.status
        }
        guard let text = cipher.decrypt(bytes, name: "\(name.text).\(part.rawValue)"),
            let value = try? JSONBody.decode(Value.self, from: Bytes(text))
        else {
            throw Status(
                .dataLoss, "\(path) is damaged.",
                hint: "Restore another day; see them with: dayline backups --from \(self.path)")
        }
        return value
    }

    private func path(of name: BackupSnapshotName, _ part: Part) -> String {
        "\(snapshots)/\(name.text).\(part.rawValue)"
    }
}
