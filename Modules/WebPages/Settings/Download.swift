package import Contracts

/// A file with records of the profile, which the gateway sends.
package enum Download: String, CaseIterable, Sendable {
    case archive = "tracker.zip"
    case document = "tracker.json"
    case entries = "entries.csv"
    case weights = "weights.csv"
    case plans = "plans.ics"
    case outbox = "outbox.xml"
    case outboxTable = "outbox.csv"
    case database = "tables.db"
    case tables = "tables.zip"

    /// The source of the bytes of a file.
    package enum Content: Sendable {
        /// A stream of the tracker.
        case document(Documents.ExportRequest)
        /// A stream of the tracker with the entries of activities that write health data.
        case outbox(HealthLinks.ExportRequest)
        /// All tables as a SQLite database.
        case database
        /// All tables as a zip archive of CSV files.
        case tables
    }

    /// The path of the downloads before the name of the file.
    package static let folder = "/export"

    package var path: String { "\(Self.folder)/\(rawValue)" }

    package var content: Content {
        switch self {
        case .archive: .document(Documents.ExportRequest(format: .zip))
        case .document: .document(Documents.ExportRequest(format: .json))
        case .entries: .document(Documents.ExportRequest(format: .csv))
        case .weights: .document(Documents.ExportRequest(format: .csv, contents: .weight))
        case .plans: .document(Documents.ExportRequest(format: .ics))
        case .outbox: .outbox(HealthLinks.ExportRequest(format: .xml))
        case .outboxTable: .outbox(HealthLinks.ExportRequest(format: .csv))
        case .database: .database
        case .tables: .tables
        }
    }

    /// True if the file has health data, and is sent when it is complete.
    var hasTables: Bool {
        switch content {
        case .document, .outbox: false
        case .database, .tables: true
        }
    }

    package var mediaType: String {
        switch self {
        case .archive, .tables: "application/zip"
        case .document: "application/json"
        case .entries, .weights, .outboxTable: "text/csv; charset=utf-8"
        case .plans: "text/calendar; charset=utf-8"
        case .outbox: "application/xml"
        case .database: "application/vnd.sqlite3"
        }
    }

    /// The name of the file on the computer of the reader.
    package func fileName(of profile: String) -> String { "dayline-\(profile)-\(rawValue)" }

    var title: String {
        switch self {
        case .archive: "Everything of the tracker, with photos"
        case .document: "Everything of the tracker"
        case .entries: "Entries"
        case .weights: "Weights"
        case .plans: "Plans"
        case .outbox: "Entries for Apple Health"
        case .outboxTable: "Entries for other health programs"
        case .database: "All tables, as SQLite"
        case .tables: "All tables, as CSV"
        }
    }

    var explanation: String {
        switch self {
        case .archive: "A zip archive with the tracker document. Import restores it."
        case .document: "The tracker document without photos, as JSON. Import restores it."
        case .entries: "A table for spreadsheets, as CSV."
        case .weights: "The weight log as CSV."
        case .plans: "Planned activities for calendar programs, as iCalendar."
        case .outbox: "Entries of activities that are written to health data, as its XML."
        case .outboxTable: "The same entries as a table of samples, as CSV."
        case .database: "A database for programs such as Datasette."
        case .tables: "A zip archive with a file for each table."
        }
    }
}
