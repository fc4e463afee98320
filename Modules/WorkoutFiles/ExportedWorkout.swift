import CivilTime
import PluginKit

/// The extension of a GPX track that Dayline has written: the values of the stored workout that its points
/// do not have.
struct ExportedWorkout {
    /// Milliseconds since 1970, UTC.
    let start: Int64
    /// Milliseconds since 1970, UTC.
    let end: Int64
    /// The duration without pauses in seconds; nil: unknown.
    let seconds: Double?
    /// Description of the hardware; empty if unknown.
    let device: String
    /// The file of the route; nil: unknown.
    let file: String?
    private(set) var statistics: [String: ImportedWorkout.Statistic] = [:]

    /// The creator of GPX files of Dayline.
    static let creator = "Dayline"
    /// Statistics of a workout that are read.
    private static let statisticLimit = 256

    /// Nil if the times are not valid.
    init?(_ attributes: [String: String]) {
        guard let start = attributes["start"].flatMap(InstantParser.instant)?.milliseconds,
            let end = attributes["end"].flatMap(InstantParser.instant)?.milliseconds
        else { return nil }
        (self.start, self.end) = (start, end)
        seconds = attributes["seconds"].flatMap(Double.init)
        device = attributes["device"] ?? ""
        file = attributes["file"]
    }

    /// Adds a statistic. One without a metric is left out.
    mutating func append(_ attributes: [String: String]) {
        guard let metric = attributes["metric"], statistics.count < Self.statisticLimit else {
            return
        }
        func number(_ name: String) -> Double? { attributes[name].flatMap(Double.init) }
        statistics[metric] = ImportedWorkout.Statistic(
            unit: attributes["unit"], sum: number("sum"), average: number("average"),
            min: number("min"), max: number("max"))
    }
}
