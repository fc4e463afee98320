package import Contracts

/// A file with records of the profile, which the gateway streams.
package enum Download: String, CaseIterable, Sendable {
    case archive = "tracker.zip"
    case document = "tracker.json"
    case entries = "entries.csv"
    case weights = "weights.csv"
    case plans = "plans.ics"

    /// The path of the downloads before the name of the file.
    package static let folder = "/export"

    package var path: String { "\(Self.folder)/\(rawValue)" }

    /// The request that streams the file.
    package var request: Documents.ExportRequest {
        switch self {
        case .archive: Documents.ExportRequest(format: .zip)
        case .document: Documents.ExportRequest(format: .json)
        case .entries: Documents.ExportRequest(format: .csv)
        case .weights: Documents.ExportRequest(format: .csv, contents: .weight)
        case .plans: Documents.ExportRequest(format: .ics)
        }
    }

    package var mediaType: String {
        switch self {
        case .archive: "application/zip"
        case .document: "application/json"
        case .entries, .weights: "text/csv; charset=utf-8"
        case .plans: "text/calendar; charset=utf-8"
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
        }
    }

    var explanation: String {
        switch self {
        case .archive: "A zip archive with the tracker document. Import restores it."
        case .document: "The tracker document without photos, as JSON. Import restores it."
        case .entries: "A table for spreadsheets, as CSV."
        case .weights: "The weight log as CSV."
        case .plans: "Planned activities for calendar programs, as iCalendar."
        }
    }
}
