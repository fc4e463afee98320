extension Workout {
    /// Where a workout went: the file that has it, and what was measured of it.
    package struct Route: Codable, Hashable, Sendable {
        /// As the export names it.
        package var file: String
        /// The rest is nil when the file did not come with the export.
        package var points: Int?
        package var distanceMeters: Double?
        package var box: Box?

        /// The corners of a route, in degrees.
        package struct Box: Codable, Hashable, Sendable {
            package var south: Double
            package var west: Double
            package var north: Double
            package var east: Double

            package init(south: Double, west: Double, north: Double, east: Double) {
                self.south = south
                self.west = west
                self.north = north
                self.east = east
            }
        }

        package init(
            file: String, points: Int? = nil, distanceMeters: Double? = nil, box: Box? = nil
        ) {
            self.file = file
            self.points = points
            self.distanceMeters = distanceMeters
            self.box = box
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
