import Memberwise
package import RPC

extension Profiles {
    /// Removes a profile from the database, from databases that restores have replaced, from changes that
    /// only a superseded home had, and from free pages and logs of their files, with the photos that no other profile uses. The default
    /// profile is empty afterwards.
    package static let erase = Method<RemoveRequest, EraseResponse>(service, "Erase")

    /// The places that the erased data is still in.
    @Message
    package struct EraseResponse: Codable, Hashable, WireValue {
        /// The number of removed photo files.
        package var photos: Int
        /// The paths of files in the home that cannot be changed and may have the profile, such as replaced
        /// databases and changes of a superseded home; empty: none.
        package var remainingFiles: [String]
        /// The folder of daily backups; nil: none.
        package var backupFolder: String? = nil
        /// The times of the snapshots in the folder that have the profile or one of its earlier names, as RFC 3339 in UTC, newest
        /// first.
        package var snapshots: [String] = []
        /// The reason why the snapshots cannot be read, as a sentence; nil: none.
        package var problem: String? = nil
        /// Copies of the data that a database server keeps, and how to remove them, as sentences; nil: the
        /// data was in the home.
        package var serverCopies: String? = nil
        /// The earlier names of the profile, sorted; empty: it was not renamed.
        package var earlierNames: [String] = []
    }
}
