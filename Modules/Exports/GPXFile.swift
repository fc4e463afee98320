import CivilTime
import Contracts
package import RPC

/// The routes of a workout as GPX 1.1: a track for each route, in segments.
package struct GPXFile: Sendable {
    let client: Client
    let options: CallOptions

    package init(client: Client, options: CallOptions) {
        self.client = client
        self.options = options
    }

    /// Writes the routes of a workout and replaces the file; `-` is standard output.
    /// - Returns: The number of points.
    /// - Throws: NOT_FOUND if the workout is unknown or has no points.
    package func write(_ id: String, to path: String) async throws -> Int {
        let workout = try await client.call(Insights.workout, .init(id: id), options)
        let file = try OutputFile(path)
        do {
            try file.append(Self.head.utf8)
            var count = 0
            for index in workout.routes.indices {
                count += try await append(index, of: workout, to: file)
            }
            guard count > 0 else {
                throw Status(
                    .notFound, "The workout \(id) has no stored route.",
                    hint: "List workouts with: dayline workouts --json")
            }
            try file.append("</gpx>\n".utf8)
            try file.finish()
            return count
        } catch {
            file.discard()
            throw error
        }
    }

    /// Appends a route, page by page.
    private func append(
        _ route: Int, of workout: Insights.WorkoutItem, to file: OutputFile
    ) async throws -> Int {
        try file.append("<trk><name>\(Self.escaped(workout.type))</name>\n".utf8)
        var (count, first, segment) = (0, 0, Int?.none)
        while true {
            let page = try await client.call(
                Insights.route, .init(id: workout.id, route: route, first: first), options)
            for point in page.points {
                if point.segment != segment {
                    try file.append((segment == nil ? "<trkseg>\n" : "</trkseg><trkseg>\n").utf8)
                    segment = point.segment
                }
                let time = point.time.map { "<time>\(instantText($0))</time>" } ?? ""
                try file.append(
                    "<trkpt lat=\"\(point.latitude)\" lon=\"\(point.longitude)\">\(time)</trkpt>\n"
                        .utf8)
            }
            count += page.points.count
            guard let next = page.next, next > first else { break }
            first = next
        }
        try file.append(((segment == nil ? "" : "</trkseg>") + "</trk>\n").utf8)
        return count
    }

    private static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="Dayline" xmlns="http://www.topografix.com/GPX/1/1">

        """

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
    }
}
