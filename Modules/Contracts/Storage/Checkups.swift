import Memberwise
package import RPC

/// Checks of stored data. The storage worker checks the database, the ingestion worker the chunks.
package enum Checkups {
    package static let storage = Method<RunRequest, RunResponse>(
        "dayline.storage.Checkups", "Run", repeatable: true)
    package static let ingestion = Method<RunRequest, RunResponse>(
        "dayline.ingestion.Checkups", "Run", repeatable: true)
    /// Folds all samples again and compares every day total with the one that is stored.
    package static let aggregation = Method<RunRequest, RunResponse>(
        "dayline.aggregation.Checkups", "Run", repeatable: true)
    /// The state of storage, without a check of the database.
    package static let state = Method<Empty, StateResponse>(
        "dayline.storage.Checkups", "State", repeatable: true)
    /// Marks all days of some metrics of the profile for folding.
    package static let refold = Method<RefoldRequest, Folds.VersionResponse>(
        "dayline.storage.Checkups", "Refold")
    /// Puts a damaged chunk aside, so that an import can bring its samples again. ABORTED when it is no
    /// longer the chunk of that hash.
    package static let isolateChunk = Method<SetAsideRequest, Empty>(
        "dayline.storage.Checkups", "SetAside")

    @Message
    package struct RunRequest: Codable, Hashable, WireValue {
        /// True to repair faults that can be repaired without loss.
        package var isRepairing: Bool
        /// True to skip checks that read every row or sample; nil: false.
        package var isQuick: Bool? = nil
    }

    @Message
    package struct RunResponse: Codable, Hashable, WireValue {
        package var checks: [Check]
    }

    @Described
    package struct Check: Codable, Hashable, Sendable {
        package var name: String
        package var ok: Bool
        /// In a sentence; what can be done about it.
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
    package struct SetAsideRequest: Codable, Hashable, WireValue {
        package var series: Int64
        package var segment: Int64
        package var hash: ChunkHash
    }
}

/// The hash of a chunk's decoded columns.
@Message
package struct ChunkHash: Codable, Hashable, Sendable {
    package var high: UInt64
    package var low: UInt64
}
