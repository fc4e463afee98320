package import CivilTime
import Memberwise
package import RPC
package import Tracker

/// Imports and exports of the tracker of a profile as a document. Served by the tracker worker.
package enum Documents {
    package static let service = "dayline.tracker.Documents"

    /// Imports a tracker document, v1.0 or v2.0, a calendar (RFC 5545), or an exported table of
    /// activities, entries or goals (RFC 4180) from the column `data` of the items: all of it or
    /// nothing, as one undo step.
    package static let importDocument = UploadMethod<ImportRequest, Packet<Empty>, ImportReport>(
        service, "Import", access: .scope(.admin))
    /// Stores the activities, entries and annotations of an importer, all or none, as one undo
    /// step. Existing records are not changed, and records in the trash are not restored.
    package static let importParts = UploadMethod<
        PartsRequest, Packet<TrackerPart>, PartsResponse
    >(service, "ImportParts", access: .onlyBus)
    /// Streams the tracker as a file in the column `data` of the items.
    package static let export = StreamMethod<ExportRequest, Packet<Empty>, ExportResponse>(
        service, "Export", repeatable: true)

    /// Streams a calendar of the plans (RFC 5545) in the profile's present zone, in the column
    /// `data` of the items.
    package static let calendar = StreamMethod<CalendarRequest, Packet<Empty>, ExportResponse>(
        service, "Calendar", repeatable: true)

    /// Removes everything that a document can contain, and weight entries and annotations, as one
    /// undo step.
    package static let clear = Method<Empty, Journal.StepResponse>(
        service, "Clear", access: .scope(.admin))

    /// The name of the importer of tracker documents.
    package static let importer = "dayline-json"
    /// The name of the importer of calendars.
    package static let calendarImporter = "calendar"
    /// The name of the importer of tables of activities, entries and goals.
    package static let tableImporter = "dayline-csv"
    /// The importers whose files the tracker worker reads, each import being one undo step.
    package static let importers = [importer, calendarImporter, tableImporter]
    /// The maximum size of a document in bytes.
    package static let documentLimit = 1 << 30
    /// The maximum size of a calendar in bytes.
    package static let calendarLimit = 64 << 20

    @Message
    package struct ImportRequest: Codable, Hashable, WireValue {
        /// The name of the file in reports.
        package var name: String
        /// The IANA name of the zone that the document was exported in; nil: the profile's present
        /// zone.
        package var zone: String?
        /// True to replace all records; false to merge records by identifier.
        package var replaces: Bool
        /// True to report the result without storing anything.
        package var isDryRun: Bool
    }

    @Message
    package struct PartsRequest: Codable, Hashable, WireValue {
        /// The name of the importer, which the identifiers of the records are derived from.
        package var importer: String
        /// The name of the file, for the description of the step.
        package var file: String
        /// True to count without storing anything.
        package var isDryRun: Bool = false
    }

    @Message
    package struct PartsResponse: Codable, Hashable, WireValue {
        /// The counts by type: `Activity`, `Entry` and `Annotation`.
        package var counts: [String: ImportReport.Counts]
        /// The changed and omitted items by reason; empty: none.
        package var problems: [ImportReport.Problem]
        /// The number of the change, which is also that of the step; nil: nothing was stored.
        package var version: Int64? = nil
    }

    package enum Format: String, CaseIterable, Codable, Sendable {
        /// `json`: a document of the seed tracker, or a document of weight entries. `csv`: a table
        /// (RFC 4180).
        case json, csv
        /// A calendar of planned activities (RFC 5545).
        case ics
        /// A zip archive with the tracker document and the stored photos of entries.
        case zip
    }

    package enum Contents: String, CaseIterable, Codable, Sendable {
        /// `tracker`: activities, entries and all other records. `weight`: weight entries.
        case tracker, weight
    }

    @Message
    package struct ExportRequest: Codable, Hashable, WireValue {
        /// The format of the file: `json`, `csv`, `ics` or `zip`; weight entries have no `ics` and no
        /// `zip`.
        package var format: Format
        /// The records to export: `tracker` or `weight`.
        package var contents: Contents = .tracker
        /// The first day of weight entries, and of entries as CSV; nil: no lower bound. Other
        /// exports reject the field.
        package var from: CivilDate? = nil
        /// The last day of weight entries, and of entries as CSV, inclusive; nil: no upper bound.
        /// Other exports reject the field.
        package var to: CivilDate? = nil
        /// The IANA name of the zone that a tracker document has its days in; nil: the profile's
        /// present zone. Calendars, CSV and weight entries reject the field.
        package var zone: String? = nil
    }

    @Message
    package struct CalendarRequest: Codable, Hashable, WireValue {
        /// The name of the calendar that programs show.
        package var name: String
        /// The details that the calendar shows: `full`, `names` or `busy`; nil: `full`.
        package var detail: CalendarDetail? = nil
        /// The identifiers of the categories whose activities are listed, without vacations and
        /// deadlines; nil: all activities, vacations and deadlines of goals.
        package var categories: [Category.ID]? = nil
    }

    @Message
    package struct ExportResponse: Codable, Hashable, WireValue {
        /// The number of exported entries, weight entries, samples, or components of a calendar.
        package var entries: Int
        /// The size of the file in bytes.
        package var bytes: Int
    }
}
