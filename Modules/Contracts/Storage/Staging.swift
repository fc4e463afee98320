import Memberwise
package import RPC

/// Staging of imports: rows are written invisibly and published in one transaction. Served by the
/// storage worker, called by ingestion.
///
/// Staged rows are durable. Storage removes the staged rows of abandoned imports at its start.
package enum Staging {
    package static let service = "dayline.storage.Staging"

    /// Returns the time zones and units that are needed to read a file. Writes nothing.
    package static let prepare = Method<Empty, PrepareResponse>(
        service, "Prepare", repeatable: true)
    /// Begins an import into which rows can be staged.
    package static let begin = Method<BeginRequest, BeginResponse>(service, "Begin")
    /// Streams the hashes of all published chunks of the profile, so that only different chunks are
    /// sent.
    package static let index = StreamMethod<Empty, Packet<IndexPage>, Empty>(
        service, "Index", repeatable: true)
    /// Returns the numbers of series; new series are added.
    package static let declare = Method<DeclareRequest, DeclareResponse>(
        service, "Declare", repeatable: true)
    /// Reads chunks as this import sees them: the staged chunk if there is one, otherwise the
    /// published one.
    package static let read = Method<Packet<ReadRequest>, Packet<Empty>>(
        service, "Read", repeatable: true)
    /// Stages chunks (columns of `[ChunkRecord]`) and replaces chunks that were staged before. A
    /// chunk without samples removes the published chunk.
    package static let stage = Method<Packet<StageRequest>, Empty>(
        service, "Stage", repeatable: true)
    /// Stores the samples that this import removes from published chunks (columns of
    /// `[ChunkRecord]`), each chunk once.
    package static let storeRemoved = Method<Packet<StageRequest>, Empty>(service, "StoreRemoved")
    /// Stores the samples that this import adds to published chunks (columns of `[ChunkRecord]`), for
    /// an undo. The publication itself records the chunks and rows that it inserts.
    package static let storeAdded = Method<Packet<StageRequest>, Empty>(
        service, "StoreAdded", repeatable: true)
    /// Stages health rows, and returns which of them were stored before.
    package static let stageRows = Method<StageRowsRequest, StageRowsResponse>(service, "StageRows")
    /// Finds the rows that are stored; stages none.
    package static let findRows = Method<RowPage, FindRowsResponse>(
        service, "FindRows", repeatable: true)
    /// Removes published rows when the import is published, and stores them with the import.
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

    /// The hashes of chunks: columns `series` i64, `segment` i64, `count` i32, `hashHigh` u64,
    /// `hashLow` u64.
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

    /// The request for chunks by their columns `series` i64 and `segment` i64. The columns of the
    /// response are those of `[ChunkRecord]`; missing chunks are omitted.
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

/// A damaged item with its original text.
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
