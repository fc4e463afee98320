import Memberwise

extension Workout {
    /// The file of a recorded route, and the measurements of the route.
    @Message
    package struct Route: Codable, Hashable, Sendable {
        /// The path of the route file within the export.
        package var file: String
        /// The number of points; nil: the file was not in the export.
        package var points: Int? = nil
        /// The length in metres, 0 or more; nil: the file was not in the export.
        package var distanceMeters: Double? = nil
        /// The bounding box; nil: the file was not in the export, or has no points.
        package var box: Box? = nil
        /// The line by segment, at most 512 points: for each point the seconds since 1970 UTC (0:
        /// not recorded), the latitude and the longitude in 1e-5 degrees, each after the first
        /// point of a segment as the difference from the point before. Nil: not read.
        package var lines: [[Int64]]? = nil

        /// The maximum number of integers in ``lines``.
        package static let lineLimit = 3 * 512

        /// The corners of a route, in degrees.
        @Message
        package struct Box: Codable, Hashable, Sendable {
            /// The least latitude in degrees, -90 to 90.
            package var south: Double
            /// The western longitude in degrees, -180 to 180.
            package var west: Double
            /// The greatest latitude in degrees, -90 to 90.
            package var north: Double
            /// The eastern longitude in degrees, -180 to 180.
            package var east: Double
        }

        /// Decodes also records that have only the file, from versions that did not measure routes.
        package init(from decoder: any Decoder) throws {
            guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
                file = try decoder.singleValueContainer().decode(String.self)
                return
            }
            file = try container.decode(String.self, forKey: .file)
            points = try container.decodeIfPresent(Int.self, forKey: .points)
            distanceMeters = try container.decodeIfPresent(Double.self, forKey: .distanceMeters)
            box = try container.decodeIfPresent(Box.self, forKey: .box)
            lines = try container.decodeIfPresent([[Int64]].self, forKey: .lines)
        }
    }
}
