import RPC

extension Imports {
    package struct RunningResponse: Codable, Hashable, WireValue {
        /// In the order in which they were asked for.
        package var running: [RunningImport]

        package init(running: [RunningImport]) {
            self.running = running
        }
    }

    /// An import that runs or waits.
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
        package var containment: ContainmentReport?

        package init(
            id: Int64, file: String, importer: String, profile: String, state: Progress.Stage,
            bytes: Int64, totalBytes: Int64, silentSeconds: Double,
            containment: ContainmentReport? = nil
        ) {
            self.id = id
            self.file = file
            self.importer = importer
            self.profile = profile
            self.state = state
            self.bytes = bytes
            self.totalBytes = totalBytes
            self.silentSeconds = silentSeconds
            self.containment = containment
        }
    }

    package struct CancelRequest: Codable, Hashable, WireValue {
        /// As in ``RunningImport``.
        package var id: Int64

        package init(id: Int64) {
            self.id = id
        }
    }
}
