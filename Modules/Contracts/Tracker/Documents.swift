package import CivilTime
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

    package struct ImportRequest: Codable, Hashable, WireValue {
        /// What reports call the file.
        package var name: String
        /// IANA name of the zone that the document was exported in; nil: the profile's.
        package var zone: String?
        /// Whether everything that was there goes; else records are merged by their identifiers.
        package var replaces: Bool
        package var isDryRun: Bool

        package init(name: String, zone: String?, replaces: Bool, isDryRun: Bool) {
            self.name = name
            self.zone = zone
            self.replaces = replaces
            self.isDryRun = isDryRun
        }
    }

    package enum Format: String, CaseIterable, Codable, Sendable {
        case json, csv
        /// A calendar of what is planned (RFC 5545).
        case ics
    }

    package enum Contents: String, CaseIterable, Codable, Sendable {
        case tracker, weight
    }

    package struct ExportRequest: Codable, Hashable, WireValue {
        package var format: Format
        package var contents: Contents
        /// Of weights, and of entries as CSV; a document of the tracker is always whole.
        package var from: CivilDate?
        package var to: CivilDate?
        /// IANA name of the zone that days are written in; nil: the profile's.
        package var zone: String?

        package init(
            format: Format, contents: Contents = .tracker, from: CivilDate? = nil,
            to: CivilDate? = nil, zone: String? = nil
        ) {
            self.format = format
            self.contents = contents
            self.from = from
            self.to = to
            self.zone = zone
        }
    }

    package struct ExportResponse: Codable, Hashable, WireValue {
        /// Entries, weighings, or events of a calendar.
        package var entries: Int
        package var bytes: Int

        package init(entries: Int, bytes: Int) {
            self.entries = entries
            self.bytes = bytes
        }
    }
}
