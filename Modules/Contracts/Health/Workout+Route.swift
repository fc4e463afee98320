import Memberwise

extension Workout {
    /// Where a workout went: the file that has it, and what was measured of it.
    @Message
    package struct Route: Codable, Hashable, Sendable {
        /// As the export names it.
        package var file: String
        /// The rest is nil when the file did not come with the export.
        package var points: Int? = nil
        package var distanceMeters: Double? = nil
        package var box: Box? = nil

        /// The corners of a route, in degrees.
        @Message
        package struct Box: Codable, Hashable, Sendable {
            package var south: Double
            package var west: Double
            package var north: Double
            package var east: Double
        }

        /// Reads also what was kept before routes were measured: the file alone.
        package init(from decoder: any Decoder) throws {
            guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
                file = try decoder.singleValueContainer().decode(String.self)
                return
            }
            file = try container.decode(String.self, forKey: .file)
            points = try container.decodeIfPresent(Int.self, forKey: .points)
            distanceMeters = try container.decodeIfPresent(Double.self, forKey: .distanceMeters)
            box = try container.decodeIfPresent(Box.self, forKey: .box)
        }
    }
}
