import Memberwise
package import RPC

/// Bringing an import into the database: staged piece by piece, then published at once.
/// Served by the storage worker, called by ingestion.
///
/// Staged rows are durable and invisible; `publish` makes all of them visible in one transaction.
/// An import that is neither published nor alive is cleared when storage starts.
package enum Staging {
    package static let service = "dayline.storage.Staging"

    /// Zones and units needed to read a file. Writes nothing.
    package static let prepare = Method<Empty, PrepareResponse>(
        service, "Prepare", repeatable: true)
    /// Makes an import that can be staged into.
    package static let begin = Method<BeginRequest, BeginResponse>(service, "Begin")
    /// Every published chunk of the profile by its hash, so that only what differs need be sent.
    package static let index = StreamMethod<Empty, Packet<IndexPage>, Empty>(
        service, "Index", repeatable: true)
    /// Numbers for series, made where they are new.
    package static let declare = Method<DeclareRequest, DeclareResponse>(
        service, "Declare", repeatable: true)
    /// Chunks as this import sees them: staged where it staged one, else published.
    package static let read = Method<Packet<ReadRequest>, Packet<Empty>>(
        service, "Read", repeatable: true)
    /// Stages chunks (columns of `[ChunkRecord]`); a chunk staged before is replaced. One without
    /// samples takes the published one away.
    package static let stage = Method<Packet<StageRequest>, Empty>(
        service, "Stage", repeatable: true)
    /// Keeps samples that this import takes out of published chunks (columns of `[ChunkRecord]`), each
    /// chunk once.
    package static let storeRemoved = Method<Packet<StageRequest>, Empty>(service, "StoreRemoved")
    /// Stages rows that are not samples, and says which were known before.
    package static let stageRows = Method<StageRowsRequest, StageRowsResponse>(service, "StageRows")
    /// Which of some rows are known, without staging any.
    package static let findRows = Method<RowPage, FindRowsResponse>(
        service, "FindRows", repeatable: true)
    /// Takes published rows out when the import is published, and keeps them with it.
    package static let removeRows = Method<StageRowsRequest, Empty>(
        service, "RemoveRows", repeatable: true)
    package static let publish = Method<PublishRequest, PublishResponse>(
        service, "Publish", repeatable: true)
    package static let abort = Method<AbortRequest, Empty>(service, "Abort", repeatable: true)

    @Message
    package struct BeginRequest: Codable, Hashable, WireValue {
        package var importer: String
        package var file: String
        package var bytes: Int64
    }

    @Message
    package struct PrepareResponse: Codable, Hashable, WireValue {
        /// The data version that holds.
        package var version: Int64
        /// The unit that each metric stored so far is kept in.
        package var units: [String: String]
        package var zones: [ZoneChange]
    }

    @Message
    package struct BeginResponse: Codable, Hashable, WireValue {
        package var id: Int64
    }

    @Message
    package struct AbortRequest: Codable, Hashable, WireValue {
        package var id: Int64
    }

    /// Columns `series` i64, `segment` i64, `count` i32, `hashHigh` u64, `hashLow` u64.
    @Message
    package struct IndexPage: Codable, Hashable, Sendable {
        /// The series that the pages speak of; in the first page only.
        package var series: [SeriesRow]
    }

    @Message
    package struct DeclareRequest: Codable, Hashable, WireValue {
        package var id: Int64
        package var series: [SeriesKey]
    }

    @Message
    package struct DeclareResponse: Codable, Hashable, WireValue {
        /// In the order of the request.
        package var ids: [Int64]
    }

    /// Columns `series` i64 and `segment` i64 name the chunks; those that do not exist are left out
    /// of the answer, whose columns are those of `[ChunkRecord]`.
    @Message
    package struct ReadRequest: Codable, Hashable, Sendable {
        /// Nil: what is published alone.
        package var id: Int64?
    }

    @Message
    package struct StageRequest: Codable, Hashable, Sendable {
        package var id: Int64
    }

    package struct StageRowsRequest: Codable, Hashable, WireValue {
        package var id: Int64
        package var rows: [EncodedValue<HealthRow>]

        package init(id: Int64, rows: [HealthRow]) throws {
            self.id = id
            self.rows = try rows.map { try EncodedValue($0) }
        }
    }

    @Message
    package struct RowPage: Codable, Hashable, WireValue {
        package var rows: [HealthRow]
    }

    @Message
    package struct FindRowsResponse: Codable, Hashable, WireValue {
        /// For each row of the request, whether it is new.
        package var isNew: [Bool]
        /// True if staging the rows could change the stored data. A stored row may gain details.
        package var isWorthStaging: Bool
    }

    @Message
    package struct StageRowsResponse: Codable, Hashable, WireValue {
        /// For each row of the request, whether it is new.
        package var isNew: [Bool]
    }

    @Message
    package struct PublishRequest: Codable, Hashable, WireValue {
        package var id: Int64
        package var report: ImportReport
        /// Damaged items, kept with their bytes.
        package var quarantined: [QuarantinedItem]
    }

    @Message
    package struct PublishResponse: Codable, Hashable, WireValue {
        /// The data version that now holds; unchanged when nothing was new.
        package var version: Int64
        /// Metrics that have days to fold.
        package var metrics: [String]
    }
}

/// A damaged item, kept as it was found.
@Message
package struct QuarantinedItem: Codable, Hashable, Sendable {
    package var type: String
    /// Where it begins in the (unpacked) file, in bytes.
    package var offset: Int64
    package var line: Int64
    package var reason: String
    /// The item's first 4 KiB as text; bytes that are not UTF-8 are escaped.
    package var text: String
}
