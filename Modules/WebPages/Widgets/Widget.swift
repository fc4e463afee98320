import Charts
import Contracts
import Presentation
package import RPC

/// A picture or document for pages of other sites and for devices: the streaks of all activities, or the
/// last weeks of one activity.
package struct Widget: Sendable {
    /// The formats, by the ending of the path.
    private enum Format: String, CaseIterable {
        case svg, json

        var mediaType: String { self == .svg ? "image/svg+xml" : "application/json" }
    }

    /// `streaks`, or the name or identifier of an activity.
    private let name: String
    private let format: Format

    /// The name of the widget of all streaks. The widget of an activity with this name is requested by
    /// the identifier of the activity.
    private static let streaks = "streaks"
    /// The number of weeks in the heat map of an activity.
    private static let weeks = 13

    /// The widget of a segment of a path, such as `Floss.svg`.
    /// - Throws: NOT_FOUND for a segment with another ending.
    package init(segment: String) throws(Status) {
        let segment = URLText.decoded(segment)
        guard let format = Format.allCases.first(where: { segment.hasSuffix(".\($0.rawValue)") })
        else {
            throw Status(
                .notFound, "There is no widget \"\(segment)\".",
                hint: "Its name ends with .svg or .json.")
        }
        self.format = format
        name = String(segment.dropLast(format.rawValue.count + 1))
    }

    /// The document with the data of a profile.
    package func document(from bus: Client, _ options: CallOptions) async throws -> WebReply {
        if name == Self.streaks {
            return try document(
                of: try await bus.call(Statistics.streaks, Statistics.AsOfRequest(), options))
        }
        return try document(
            of: try await bus.call(
                Statistics.heatMap,
                Statistics.HeatMapRequest(activity: name, weeks: Self.weeks), options))
    }

    private func document(of message: some PicturePresentable & Encodable) throws -> WebReply {
        switch format {
        case .svg: .document(type: format.mediaType, bytes: Array(message.picture.svg().utf8))
        case .json: try .json(message)
        }
    }
}
