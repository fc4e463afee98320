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
        /// The name of the importer.
        package var importer: String
        /// The name of the file.
        package var file: String
    }

    @Message
    package struct PrepareResponse: Codable, Hashable, WireValue {
        /// The present data version.
        package var version: Int64
        /// The canonical units of the stored metrics, by metric key.
        package var units: [String: String]
        /// The time zones of the profile, ascending by first day.
        package var zones: [ZoneChange]
    }

    @Message
    package struct BeginResponse: Codable, Hashable, WireValue {
        /// The number of the import.
        package var id: Int64
    }

    @Message
    package struct AbortRequest: Codable, Hashable, WireValue {
        /// The number of the import.
        package var id: Int64
    }

    /// Columns `series` i64, `segment` i64, `count` i32, `hashHigh` u64, `hashLow` u64.
    @Message
    package struct IndexPage: Codable, Hashable, Sendable {
        /// The next series that the chunks refer to; empty: all series were sent.
        package var series: [SeriesRow]
    }

    @Message
    package struct DeclareRequest: Codable, Hashable, WireValue {
        /// The number of the import.
        package var id: Int64
        /// The series to look up or add.
        package var series: [SeriesKey]
    }

    @Message
    package struct DeclareResponse: Codable, Hashable, WireValue {
        /// The numbers of the series, in the order of the request.
        package var ids: [Int64]
    }

    /// Columns `series` i64 and `segment` i64 name the chunks; those that do not exist are left out
    /// of the answer, whose columns are those of `[ChunkRecord]`.
    @Message
    package struct ReadRequest: Codable, Hashable, Sendable {
        /// The number of the import whose staged chunks take precedence; nil: only published
        /// chunks.
        package var id: Int64?
    }

    @Message
    package struct StageRequest: Codable, Hashable, Sendable {
        /// The number of the import.
        package var id: Int64
    }

    package struct StageRowsRequest: Codable, Hashable, WireValue {
        /// The number of the import.
        package var id: Int64
        /// The workouts, correlations and activity summaries.
        package var rows: [EncodedValue<HealthRow>]

        package init(id: Int64, rows: [HealthRow]) throws {
            self.id = id
            self.rows = try rows.map { try EncodedValue($0) }
        }
    }

    @Message
    package struct RowPage: Codable, Hashable, WireValue {
        /// The workouts, correlations and activity summaries.
        package var rows: [HealthRow]
    }

    @Message
    package struct FindRowsResponse: Codable, Hashable, WireValue {
        /// For each row of the request, true if the row is not stored.
        package var isNew: [Bool]
        /// True if staging could change the stored data: a row is new or adds details to a stored
        /// row.
        package var isWorthStaging: Bool
    }

    @Message
    package struct StageRowsResponse: Codable, Hashable, WireValue {
        /// For each row of the request, true if the row was unknown to the profile and to the
        /// import.
        package var isNew: [Bool]
    }

    @Message
    package struct PublishRequest: Codable, Hashable, WireValue {
        /// The number of the import.
        package var id: Int64
        /// The report of the import; storage sets its number, version and time.
        package var report: ImportReport
        /// The rejected items to store; empty: none.
        package var quarantined: [QuarantinedItem]
    }

    @Message
    package struct PublishResponse: Codable, Hashable, WireValue {
        /// The data version after the import; unchanged if nothing was new.
        package var version: Int64
        /// The keys of the metrics with days to fold; empty: none.
        package var metrics: [String]
    }
}

/// A damaged item, kept as it was found.
@Message
package struct QuarantinedItem: Codable, Hashable, Sendable {
    /// The metric key, or the element name, of the item.
    package var type: String
    /// The position of the item in the unpacked file, in bytes from 0.
    package var offset: Int64
    /// The line of the item, from 1; 0: unknown.
    package var line: Int64
    /// The reason of the rejection, as a phrase for people.
    package var reason: String
    /// The first 4 KiB of the item as text, with bytes that are not UTF-8 escaped; empty: not
    /// stored.
    package var text: String
}
