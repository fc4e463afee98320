import Memberwise
import RPC

extension Imports {
    @Message
    package struct RunningResponse: Codable, Hashable, WireValue {
        /// The running and waiting imports of all profiles, in the order of their requests.
        package var running: [RunningImport]
    }

    /// A running or waiting import.
    @Message
    package struct RunningImport: Codable, Hashable, Sendable {
        /// The number of the import among those of this ingestion worker, which differs from the
        /// number of the report.
        package var id: Int64
        /// The name of the file.
        package var file: String
        /// The name of the importer.
        package var importer: String
        /// The name of the profile.
        package var profile: String
        /// The state: `waiting`, `reading`, `publishing` or `folding`.
        package var state: Progress.Stage
        /// The number of bytes of the file that were read.
        package var bytes: Int64
        /// The size of the file in bytes; 0: unknown.
        package var totalBytes: Int64
        /// The number of items read so far.
        package var read: Int = 0
        /// The whole seconds since the importer sent its last batch; 0: not reading.
        package var silentSeconds: Double
        /// The restrictions of the importer process; nil: not started.
        package var containment: ContainmentReport? = nil
    }

    @Message
    package struct CancelRequest: Codable, Hashable, WireValue {
        /// The number of the import, as in the list of running imports.
        package var id: Int64
    }
}
