package import CivilTime
import Memberwise
package import RPC

extension Insights {
    /// The workouts that start in a range of days, by start.
    package static let workouts = Method<DayRangeRequest, WorkoutsResponse>(
        service, "Workouts", repeatable: true)
    /// Samples measured together, such as blood pressures and meals, by start.
    package static let correlations = Method<DayRangeRequest, CorrelationsResponse>(
        service, "Correlations", repeatable: true)

    @Message
    package struct DayRangeRequest: Codable, Hashable, WireValue {
        package var from: CivilDate? = nil
        package var to: CivilDate? = nil
        /// The times and days are those of this zone, for this answer only.
        package var zone: String? = nil
    }

    @Message
    package struct WorkoutsResponse: Codable, Hashable, WireValue {
        package var workouts: [WorkoutItem]
    }

    /// One workout. Instants are ISO 8601, on the wall where the person was.
    @Described
    package struct WorkoutItem: Codable, Hashable, Sendable {
        /// The same after each import.
        package var id: String
        package var type: String
        @Field(.instant) package var start: String
        @Field(.instant) package var end: String
        /// Without pauses.
        package var seconds: Double
        package var source: String
        /// By metric key, in canonical units.
        package var statistics: [String: Statistic]
        /// As the workout says; else that of its route. Null where neither is known.
        package var distanceMeters: Double?
        /// The first route, where there is one.
        package var route: Workout.Route?
        package var routes: [Workout.Route]
        package var events: [Event]
        package var activities: [Part]
        package var metadata: [String: String]

        @Message
        package struct Event: Codable, Hashable, Sendable {
            package var type: String
            @Field(.instant) package var start: String
            package var seconds: Double?
        }

        /// A metric measured during the workout.
        package struct Statistic: Codable, Hashable, Sendable {
            package var sum: Double?
            package var average: Double?
            package var min: Double?
            package var max: Double?
            package var unit: String

            package init(_ statistic: Workout.Statistic) {
                sum = statistic.sum
                average = statistic.average
                min = statistic.min
                max = statistic.max
                unit = statistic.unit
            }
        }

        /// One activity within a workout of several.
        @Message
        package struct Part: Codable, Hashable, Sendable {
            package var type: String
            @Field(.instant) package var start: String
            @Field(.instant) package var end: String?
            package var seconds: Double?
            /// Statistics that the export has for this part only; nil without any.
            package var statistics: [String: Statistic]? = nil
            package var events: [Event]? = nil
            package var metadata: [String: String]? = nil
        }

        package init(
            id: String, type: String, start: String, end: String, seconds: Double, source: String,
            statistics: [String: Statistic], distanceMeters: Double?,
            routes: [Workout.Route], events: [Event], activities: [Part],
            metadata: [String: String]
        ) {
            self.id = id
            self.type = type
            self.start = start
            self.end = end
            self.seconds = seconds
            self.source = source
            self.statistics = statistics
            self.distanceMeters = distanceMeters
            route = routes.first
            self.routes = routes
            self.events = events
            self.activities = activities
            self.metadata = metadata
        }
    }

    @Message
    package struct CorrelationsResponse: Codable, Hashable, WireValue {
        package var correlations: [CorrelationItem]
    }

    /// Samples that belong together. Instants are ISO 8601, on the wall where the person was.
    @Message
    package struct CorrelationItem: Codable, Hashable, Sendable {
        package var type: String
        package var source: String
        @Field(.instant) package var start: String
        @Field(.instant) package var end: String
        package var members: [Member]
        package var metadata: [String: String]

        @Message
        package struct Member: Codable, Hashable, Sendable {
            package var metric: String
            @Field(.instant) package var start: String
            @Field(.instant) package var end: String
            /// In `unit`.
            package var value: Double
            package var unit: String
        }
    }
}
