import CivilTime
import Contracts
import GRDB
import HostFiles
import Memberwise
import RPC
import StorageCore

/// The changes of a superseded home that the promoted home does not have, in a file of the home.
enum SupersededChanges {
    private static let pageSize = 1000
    private static let (prefix, ending) = ("superseded-", ".json")
    /// The size of a file that is read.
    private static let sizeLimit = 1 << 30

    /// The names of the files in a folder, sorted.
    static func names(in folder: String) -> [String] {
        Files.names(in: folder).filter { $0.hasPrefix(prefix) && $0.hasSuffix(ending) }.sorted()
    }

    /// Removes the changes of a profile from the files beside a database.
    /// - Returns: The paths of files that cannot be read or written, or have changes of a name that another
    ///   profile has now.
    static func erase(_ profile: ErasedProfile, besideDatabase database: String) -> [String] {
        let folder = Files.folder(of: database)
        return names(in: folder).map { "\(folder)/\($0)" }.filter { path in
            do {
                return try !erase(profile, from: path)
            } catch {
                return true
            }
        }
    }

    /// - Returns: False if changes of a name that another profile has now remain.
    private static func erase(_ profile: ErasedProfile, from path: String) throws -> Bool {
        guard let bytes = try Files.readIfPresent(path, limit: sizeLimit) else { return true }
        var document = try JSONBody.decode(SupersededDocument.self, from: Bytes(bytes))
        var names = Set([profile.name] + profile.earlierNames)
        // Renames that only the superseded home has.
        for change in document.changes where change.kind == Changes.profileKind {
            guard let before = change.before, names.contains(before) else { continue }
            if let after = change.after { names.insert(after) }
        }
        let shared = names.subtracting([profile.name]).intersection(profile.otherNames)
        let others = document.changes.filter { change in
            !names.subtracting(shared).contains(change.profile)
        }
        if others.count < document.changes.count {
            document.changes = others
            try Files.writeAtomically(
                try JSONBody.encode(document).array(of: UInt8.self), to: path)
        }
        return !others.contains { shared.contains($0.profile) }
    }

    /// Writes the file, unless there are no such changes.
    ///
    /// - Parameters:
    ///   - number: The newest change that the promoted home has.
    ///   - epoch: The epoch of the promoted home.
    ///   - now: The current time in milliseconds since 1970.
    ///   - database: The path of the database, beside which the file is written.
    ///   - db: The database.
    /// - Returns: The number of changes, and the name of the file; nil without changes.
    /// - Throws: An error of the database or of the file.
    static func write(
        after number: Int64, epoch: Int64, now: Int64, database: String, _ db: Database
    ) throws -> (count: Int, name: String?) {
        var changes: [Changes.Change] = []
        var last = number
        while true {
            let page = try ChangeLog.since(last, profile: nil, limit: pageSize, db)
            guard let newest = page.last else { break }
            changes += page
            last = newest.number
        }
        guard !changes.isEmpty else { return (0, nil) }
        let name = "\(prefix)\(epoch)\(ending)"
        let document = SupersededDocument(
            epoch: epoch, after: number, at: instantText(now), changes: changes)
        try Files.writeAtomically(
            try JSONBody.encode(document).array(of: UInt8.self),
            to: "\(Files.folder(of: database))/\(name)")
        return (changes.count, name)
    }
}
