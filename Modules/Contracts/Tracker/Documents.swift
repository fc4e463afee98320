package import CivilTime
import Memberwise
package import RPC

/// A profile's tracker as one document, in and out. Served by the tracker worker.
package enum Documents {
    package static let service = "dayline.tracker.Documents"

    /// Takes a document of the seed tracker, v1.0 or v2.0, in the column `data` of the items. It is
    /// stored whole or not at all, and undone whole.
    package static let importDocument = UploadMethod<ImportRequest, Packet<Empty>, ImportReport>(
        service, "Import")
    /// Hands on a file, piece by piece, in the column `data` of the items.
    package static let export = StreamMethod<ExportRequest, Packet<Empty>, ExportResponse>(
        service, "Export", repeatable: true)

    /// Removes what a document can say, and weighings and remarks too, as one step.
    package static let clear = Method<Empty, Journal.StepResponse>(service, "Clear")

    /// The name of the format, as an importer.
    package static let importer = "dayline-json"
    /// A document may have this many bytes.
    package static let documentLimit = 1 << 30

    @Message
    package struct ImportRequest: Codable, Hashable, WireValue {
        /// Name of the file in reports.
        package var name: String
        /// IANA name of the zone that the document was exported in; nil: the profile's.
        package var zone: String?
        /// True to replace all records; false to merge records by identifier.
        package var replaces: Bool
        package var isDryRun: Bool
    }

    package enum Format: String, CaseIterable, Codable, Sendable {
        case json, csv
        /// A calendar of what is planned (RFC 5545).
        case ics
    }

    package enum Contents: String, CaseIterable, Codable, Sendable {
        case tracker, weight
    }

    @Message
    package struct ExportRequest: Codable, Hashable, WireValue {
        package var format: Format
        package var contents: Contents = .tracker
        /// Of weights, and of entries as CSV; a document of the tracker is always whole.
        package var from: CivilDate? = nil
        package var to: CivilDate? = nil
        /// IANA name of the zone that days are written in; nil: the profile's.
        package var zone: String? = nil
    }

    @Message
    package struct ExportResponse: Codable, Hashable, WireValue {
        /// Entries, weighings, or events of a calendar.
        package var entries: Int
        package var bytes: Int
    }
}
