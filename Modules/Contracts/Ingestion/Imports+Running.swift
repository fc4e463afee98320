import Memberwise
import RPC

extension Imports {
    @Message
    package struct RunningResponse: Codable, Hashable, WireValue {
        /// In the order in which they were asked for.
        package var running: [RunningImport]
    }

    /// An import that runs or waits.
    @Message
    package struct RunningImport: Codable, Hashable, Sendable {
        /// Its number among the imports of this ingestion worker, not that of its report.
        package var id: Int64
        package var file: String
        package var importer: String
        package var profile: String
        package var state: Progress.Stage
        /// Bytes of the file that are read.
        package var bytes: Int64
        package var totalBytes: Int64
        /// Seconds since the importer last handed over a batch; 0 unless it is reading.
        package var silentSeconds: Double
        /// The restrictions of the importer's process; nil before it runs.
        package var containment: ContainmentReport? = nil
    }

    @Message
    package struct CancelRequest: Codable, Hashable, WireValue {
        /// As in ``RunningImport``.
        package var id: Int64
    }
}
