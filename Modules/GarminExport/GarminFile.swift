import PluginKit

/// The kind of a file in an account export of Garmin, by its name: the folders differ between exports.
enum GarminFile: Hashable {
    /// A zip of recorded files.
    case uploads
    /// A recorded file.
    case recording
    /// The summaries of activities.
    case activities
    /// The totals of days.
    case days
    case sleep
    case healthStatus
    case weights
    case fitness
    /// The ages of fitness, with the VO2max that they are computed from.
    case fitnessAge
    /// A file that is not read.
    case other(String)

    init(_ part: FilePart) {
        let name = part.fileName.lowercased()
        self =
            if name.hasSuffix(".zip") {
                .uploads
            } else if [".fit", ".gpx", ".tcx"].contains(where: name.hasSuffix) {
                .recording
            } else if name.hasSuffix("summarizedactivities.json") {
                .activities
            } else if name.hasPrefix("udsfile"), name.hasSuffix(".json") {
                .days
            } else if name.hasSuffix("sleepdata.json") {
                .sleep
            } else if name.hasSuffix("healthstatusdata.json") {
                .healthStatus
            } else if name.hasSuffix("userbiometrics.json") {
                .weights
            } else if name.hasPrefix("metricsmaxmetdata"), name.hasSuffix(".json") {
                .fitness
            } else if name.contains("fitnessagedata"), name.hasSuffix(".json") {
                .fitnessAge
            } else {
                .other(Self.kind(part.fileName))
            }
    }

    /// True for a file that only an export of Garmin has.
    var isTypical: Bool {
        switch self {
        case .recording, .other, .uploads: false
        default: true
        }
    }

    /// The name of a file without dates and numbers.
    private static func kind(_ name: Substring) -> String {
        let words = name.split { $0 == "_" || $0 == "." }
        let named = words.dropLast(words.count > 1 ? 1 : 0).filter {
            $0.contains(where: \.isLetter)
        }
        return String((named.last ?? "other").prefix(64))
    }
}
