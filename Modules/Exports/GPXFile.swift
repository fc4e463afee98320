import CivilTime
import Contracts
package import RPC

/// The routes of a workout as GPX 1.1: a track for each route, in segments, with the type, the source and
/// the heart rates of the workout. An extension has the times and the statistics, with which an import of
/// the file finds the stored workout again.
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
        let page = try await client.call(HealthRows.workout, .init(id: id), options)
        guard let workout = try page.workouts().first?.workout else {
            throw Status(.internal, "Storage answered without the workout \(id).")
        }
        // The days of the profile's zones are at most a day off.
        let heartRates = try await HealthReader(
            client: client, options: options, from: Self.day(workout.start).advanced(by: -1),
            to: Self.day(workout.end).advanced(by: 1)
        ).heartRates(of: workout)
        let file = try OutputFile(path)
        do {
            try file.append(Self.head.utf8)
            var count = 0
            for index in workout.routes.indices {
                count += try await append(index, of: workout, id, heartRates, to: file)
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

    /// The day of an instant in UTC.
    private static func day(_ milliseconds: Int64) -> CivilDate {
        CivilDate(clampingDays: floorDivision(milliseconds, 1000 * secondsPerDay))
    }

    /// Appends a route, page by page.
    private func append(
        _ route: Int, of workout: Workout, _ id: String, _ heartRates: TrackHeartRates,
        to file: OutputFile
    ) async throws -> Int {
        try file.append(GPXTrack(workout, route: route).head.utf8)
        var (count, first, segment) = (0, 0, Int?.none)
        while true {
            let page = try await client.call(
                Insights.route, .init(id: id, route: route, first: first), options)
            for point in page.points {
                if point.segment != segment {
                    try file.append((segment == nil ? "<trkseg>\n" : "</trkseg><trkseg>\n").utf8)
                    segment = point.segment
                }
                let rate = point.time.flatMap(heartRates.value(at:))
                try file.append(GPXTrack.point(point, heartRate: rate).utf8)
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
        <gpx version="1.1" creator="Dayline" xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1" \
        xmlns:dayline="urn:dayline:workout:1">

        """
}
