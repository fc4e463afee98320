/// A file format that is recognised without an importer, for the error of a file that no importer
/// reads.
enum FileKind: String, CaseIterable {
    case utf16 = "a text in UTF-16"
    case gpx = "a GPX file"
    case tcx = "a TCX file"
    case kml = "a KML file"
    case fit = "a FIT file"
    case sqlite = "an SQLite database"
    case clinicalDocument = "a clinical document (CDA)"
    case appleHealth = "an Apple Health export"
    case xml = "an XML file"
    case gzip = "a gzip archive"
    case zip = "a zip archive"
    case pdf = "a PDF document"
    case json = "a JSON document"
    case csv = "a CSV file"

    /// The format by content; nil if it is unknown.
    static func form(of head: [UInt8]) -> FileKind? {
        func begins(_ text: String) -> Bool { head.starts(with: Array(text.utf8)) }
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return .utf16 }
        if begins("PK\u{3}\u{4}") || begins("PK\u{5}\u{6}") { return .zip }
        if begins("SQLite format 3\0") { return .sqlite }
        if head.dropFirst(8).starts(with: Array(".FIT".utf8)) { return .fit }
        if head.starts(with: [0x1F, 0x8B]) { return .gzip }
        if begins("%PDF") { return .pdf }
        let text = String(decoding: head.prefix(textBytes), as: UTF8.self)
            .drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if text.hasPrefix("<") { return form(ofMarkup: text) }
        if text.hasPrefix("{") || text.hasPrefix("[") { return .json }
        return nil
    }

    private static func form(ofMarkup text: Substring) -> FileKind {
        let roots: [(String, FileKind)] = [
            ("<HealthData", .appleHealth), ("<gpx", .gpx), ("<TrainingCenterDatabase", .tcx),
            ("<kml", .kml), ("<ClinicalDocument", .clinicalDocument),
        ]
        return roots.first { text.contains($0.0) }?.1 ?? .xml
    }

    /// The format by name; nil if it is unknown.
    static func form(named name: String) -> FileKind? {
        let endings: [(String, FileKind)] = [
            (".gpx", .gpx), (".tcx", .tcx), (".kml", .kml), (".fit", .fit), (".db", .sqlite),
            (".sqlite", .sqlite), (".sqlite3", .sqlite), (".csv", .csv), (".json", .json),
            (".zip", .zip), (".xml", .xml), (".gz", .gzip), (".pdf", .pdf),
        ]
        return endings.first { name.lowercased().hasSuffix($0.0) }?.1
    }

    /// Leading bytes of a text that are searched for the root element.
    private static let textBytes = 16 << 10
}
