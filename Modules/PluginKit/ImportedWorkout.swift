/// A recorded exercise. A workout is identified by type, source, start and end.
public struct ImportedWorkout: Hashable, Sendable {
    /// HealthKit's activity type without prefix, such as `Running`.
    public var type: String
    /// Name of the device or application that recorded the workout, as shown to people.
    public var source: String
    /// Description of the hardware; empty if unknown.
    public var device: String
    /// Milliseconds since 1970, UTC.
    public var start: Int64
    /// Milliseconds since 1970, UTC.
    public var end: Int64
    /// Duration without pauses in seconds; nil to compute it from the events `Pause` and `Resume`.
    public var seconds: Double?
    /// Statistics by metric key, such as `activeEnergyBurned`.
    public var statistics: [String: Statistic]
    /// The events of the workout, such as its laps and pauses.
    public var events: [Event]
    /// The activities of a workout with several, such as a triathlon.
    public var activities: [Activity]
    /// The recorded routes of the workout.
    public var routes: [Route]
    /// HealthKit's metadata by key, such as `HKIndoorWorkout`. `HKWasUserEntered` with the value `1`
    /// marks a manual entry.
    public var metadata: [String: String]

    /// A workout of one source.
    public init(
        type: String, source: String, device: String = "", start: Int64, end: Int64,
        seconds: Double? = nil, statistics: [String: Statistic] = [:], events: [Event] = [],
        activities: [Activity] = [], routes: [Route] = [], metadata: [String: String] = [:]
    ) {
        self.type = type
        self.source = source
        self.device = device
        self.start = start
        self.end = end
        self.seconds = seconds
        self.statistics = statistics
        self.events = events
        self.activities = activities
        self.routes = routes
        self.metadata = metadata
    }

    /// The values of a metric over a workout or an activity.
    public struct Statistic: Hashable, Sendable {
        /// Unit of the values, which are converted to the canonical unit of the metric; nil if the
        /// values are in the canonical unit.
        public var unit: String?
        /// The sum over the time; nil if unknown.
        public var sum: Double?
        /// The average over the time; nil if unknown.
        public var average: Double?
        /// The least value; nil if unknown.
        public var min: Double?
        /// The greatest value; nil if unknown.
        public var max: Double?

        /// The values of a metric.
        public init(
            unit: String?, sum: Double? = nil, average: Double? = nil, min: Double? = nil,
            max: Double? = nil
        ) {
            self.unit = unit
            self.sum = sum
            self.average = average
            self.min = min
            self.max = max
        }
    }

    /// An event during a workout.
    public struct Event: Hashable, Sendable {
        /// HealthKit's event type without prefix, such as `Lap`, `Segment`, `Pause` or `Resume`.
        public var type: String
        /// Milliseconds since 1970, UTC.
        public var start: Int64
        /// Duration in seconds; nil for an instant.
        public var seconds: Double?

        /// An event, or an instant without `seconds`.
        public init(type: String, start: Int64, seconds: Double? = nil) {
            self.type = type
            self.start = start
            self.seconds = seconds
        }
    }

    /// An activity of a workout.
    public struct Activity: Hashable, Sendable {
        /// HealthKit's activity type without prefix.
        public var type: String
        /// Milliseconds since 1970, UTC.
        public var start: Int64
        /// Milliseconds since 1970, UTC; nil if unknown.
        public var end: Int64?
        /// Duration without pauses in seconds; nil if unknown.
        public var seconds: Double?
        /// Statistics by metric key.
        public var statistics: [String: Statistic]
        /// The events of the activity.
        public var events: [Event]
        /// HealthKit's metadata by key.
        public var metadata: [String: String]

        /// An activity of a workout.
        public init(
            type: String, start: Int64, end: Int64? = nil, seconds: Double? = nil,
            statistics: [String: Statistic] = [:], events: [Event] = [],
            metadata: [String: String] = [:]
        ) {
            self.type = type
            self.start = start
            self.end = end
            self.seconds = seconds
            self.statistics = statistics
            self.events = events
            self.metadata = metadata
        }
    }

    /// A recorded route and its measures.
    public struct Route: Hashable, Sendable {
        /// Path of the route's file, as the import names it. A later import with the same path adds
        /// missing measures.
        public var file: String
        /// Number of points; nil if the route was not read.
        public var points: Int?
        /// Length in metres; nil if the route was not read.
        public var distanceMeters: Double?
        /// Bounding box; nil if the route was not read or has no points.
        public var box: BoundingBox?
        /// The points of the line that is drawn, by segment; empty if the route was not read. Of
        /// long routes the points at equal distances are stored.
        public var line: [[Position]]

        /// A route and, if it was read, its measures.
        public init(
            file: String, points: Int? = nil, distanceMeters: Double? = nil,
            box: BoundingBox? = nil, line: [[Position]] = []
        ) {
            self.file = file
            self.points = points
            self.distanceMeters = distanceMeters
            self.box = box
            self.line = line
        }

        /// A recorded position.
        public struct Position: Hashable, Sendable {
            /// Milliseconds since 1970, UTC; nil if unknown.
            public var time: Int64?
            /// In degrees, -90 to 90.
            public var latitude: Double
            /// In degrees, -180 to 180.
            public var longitude: Double

            /// A position in degrees.
            public init(time: Int64? = nil, latitude: Double, longitude: Double) {
                self.time = time
                self.latitude = latitude
                self.longitude = longitude
            }
        }

        /// A bounding box in degrees of latitude and longitude.
        public struct BoundingBox: Hashable, Sendable {
            /// The least latitude, -90 to 90.
            public var south: Double
            /// The western longitude, -180 to 180.
            public var west: Double
            /// The greatest latitude, -90 to 90.
            public var north: Double
            /// The eastern longitude, -180 to 180.
            public var east: Double

            /// A box by its sides in degrees.
            public init(south: Double, west: Double, north: Double, east: Double) {
                self.south = south
                self.west = west
                self.north = north
                self.east = east
            }
        }
    }
}
