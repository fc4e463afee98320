import CivilTime
import Contracts

/// The elements of a route in GPX.
struct GPXTrack {
    private let workout: Workout
    private let route: Int

    init(_ workout: Workout, route: Int) {
        self.workout = workout
        self.route = route
    }

    /// The start of the track: the elements before its segments.
    var head: String {
        let type = Self.escaped(workout.type)
        return "<trk><name>\(type)</name><src>\(Self.escaped(workout.source))</src>"
            + "<type>\(type)</type>\n<extensions>\(description)</extensions>\n"
    }

    /// The workout as an extension. The times have milliseconds, since they identify the workout.
    private var description: String {
        var attributes = [
            ("start", instantText(workout.start)), ("end", instantText(workout.end)),
            ("device", workout.device), ("file", workout.routes[route].file),
        ]
        if let seconds = workout.seconds { attributes.append(("seconds", "\(seconds)")) }
        let statistics = workout.statistics.sorted { $0.key < $1.key }.map { metric, statistic in
            let values = [
                ("sum", statistic.sum), ("average", statistic.average), ("min", statistic.min),
                ("max", statistic.max),
            ].compactMap { name, value in value.map { (name, "\($0)") } }
            return "<dayline:statistic"
                + Self.text([("metric", metric), ("unit", statistic.unit)] + values) + "/>"
        }
        return "<dayline:workout\(Self.text(attributes))>\(statistics.joined())</dayline:workout>"
    }

    /// A point of the track. `heartRate` is in beats per minute; nil: unknown.
    static func point(_ point: Insights.RoutePosition, heartRate: Double?) -> String {
        let time = point.time.map { "<time>\(instantText($0))</time>" } ?? ""
        // The schema of the extension has whole numbers.
        let rate = heartRate.map {
            "<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>\(Int($0.rounded()))</gpxtpx:hr>"
                + "</gpxtpx:TrackPointExtension></extensions>"
        }
        return "<trkpt lat=\"\(point.latitude)\" lon=\"\(point.longitude)\">\(time)"
            + "\(rate ?? "")</trkpt>\n"
    }

    private static func text(_ attributes: [(name: String, value: String)]) -> String {
        attributes.filter { !$0.value.isEmpty }
            .map { " \($0.name)=\"\(escaped($0.value))\"" }.joined()
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}
