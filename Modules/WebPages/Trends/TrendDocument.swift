import Charts
import Contracts
import Presentation

/// A trend as a file.
struct TrendDocument {
    enum Kind: String, CaseIterable { case csv, json, png, svg }

    let trends: Insights.TrendsResponse
    let notes: [Statistics.Annotation]

    /// The kind of document at the end of a path segment, and the segment without it.
    static func kind(of segment: String) -> (name: String, kind: Kind)? {
        for kind in Kind.allCases where segment.hasSuffix(".\(kind.rawValue)") {
            return (String(segment.dropLast(kind.rawValue.count + 1)), kind)
        }
        return nil
    }

    func reply(_ kind: Kind) throws -> WebReply {
        let picture = TrendPicture([trends], annotations: notes)
        return switch kind {
        case .csv: .document(type: "text/csv; charset=utf-8", bytes: Array(picture.csv.utf8))
        case .png: .document(type: "image/png", bytes: try picture.picture.bitmap())
        case .svg: .document(type: "image/svg+xml", bytes: Array(picture.picture.svg().utf8))
        case .json: try .json(trends)
        }
    }
}
