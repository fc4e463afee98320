import Memberwise
package import RPC

/// Checks of stored data. The storage worker checks the database, the ingestion worker the chunks.
package enum Checkups {
    package static let storage = Method<RunRequest, RunResponse>(
        "dayline.storage.Checkups", "Run", repeatable: true)
    package static let ingestion = Method<RunRequest, RunResponse>(
        "dayline.ingestion.Checkups", "Run", repeatable: true, access: .onlyBus)
    /// Folds all samples again and compares every day total with the stored day total.
    package static let aggregation = Method<RunRequest, RunResponse>(
        "dayline.aggregation.Checkups", "Run", repeatable: true, access: .onlyBus)
    /// Returns the state of storage, without a check of the database.
    package static let state = Method<Empty, StateResponse>(
        "dayline.storage.Checkups", "State", repeatable: true)
    /// Marks all days of some metrics of the profile for folding.
    package static let refold = Method<RefoldRequest, Folds.VersionResponse>(
        "dayline.storage.Checkups", "Refold")
    /// Isolates a damaged chunk, so that an import can store its samples again. ABORTED if the chunk has
    /// another hash.
    package static let isolateChunk = Method<IsolateChunkRequest, Empty>(
        "dayline.storage.Checkups", "SetAside")

    @Message
    package struct RunRequest: Codable, Hashable, WireValue {
        /// True to repair faults; a repair that loses data is marked in the response.
        package var isRepairing: Bool
        /// True to skip checks that read every row or sample; nil: false.
        package var isQuick: Bool? = nil
    }

    @Message
    package struct RunResponse: Codable, Hashable, WireValue {
        /// The results of the checks.
        package var checks: [Check]
    }

    @Described
    package struct Check: Codable, Hashable, Sendable {
        /// The name of the check.
        package var name: String
        /// True if the check found no fault.
        package var ok: Bool
        /// The result as a sentence, with the remedy for a fault.
        package var detail: String
        /// True if a repair lost data; nil: false.
        package var isLossy: Bool?

        package init(_ name: String, ok: Bool, _ detail: String, isLossy: Bool? = nil) {
            self.name = name
            self.ok = ok
            self.detail = detail
            self.isLossy = isLossy
        }
    }

    @Message
    package struct IsolateChunkRequest: Codable, Hashable, WireValue {
        /// The number of the series in storage.
        package var series: Int64
        /// The number of the time segment of 2^20 seconds since 1970.
        package var segment: Int64
        /// The expected hash of the chunk.
        package var hash: ChunkHash
    }
}

/// The hash of a chunk's decoded columns.
@Message
package struct ChunkHash: Codable, Hashable, Sendable {
    /// The upper half of the XXH3-128 hash.
    package var high: UInt64
    /// The lower half of the XXH3-128 hash.
    package var low: UInt64
}
