package import CivilTime
import Memberwise
package import RPC

extension Insights {
    /// Returns the workouts that start in a range of days, ascending by start.
    package static let workouts = Method<DayRangeRequest, WorkoutsResponse>(
        service, "Workouts", repeatable: true, hasLargeReply: true)
    /// Returns the workout with an identifier. NOT_FOUND if the profile has no such workout.
    package static let workout = Method<WorkoutRequest, WorkoutItem>(
        service, "Workout", repeatable: true)
    /// Returns the line of a route of a workout, in pages. NOT_FOUND if the profile has no such
    /// workout.
    package static let route = Method<RouteRequest, RouteResponse>(
        service, "Route", repeatable: true, hasLargeReply: true)
    /// Returns samples that were measured together, such as blood pressures and meals, ascending by
    /// start.
    package static let correlations = Method<DayRangeRequest, CorrelationsResponse>(
        service, "Correlations", repeatable: true, hasLargeReply: true)

    @Message
    package struct DayRangeRequest: Codable, Hashable, WireValue {
        /// The first day, inclusive; nil: no lower bound.
        package var from: CivilDate? = nil
        /// The last day, inclusive; nil: no upper bound.
        package var to: CivilDate? = nil
        /// The IANA name of the zone of days and times, for this response only; nil: the profile's
        /// zones. `Beats` ignores the field.
        package var zone: String? = nil
    }

    @Message
    package struct WorkoutRequest: Codable, Hashable, WireValue {
        /// The identifier of the workout.
        package var id: String
        /// The IANA name of the zone of the times, for this response only; nil: the profile's
        /// zones.
        package var zone: String? = nil
    }

    @Message
    package struct RouteRequest: Codable, Hashable, WireValue {
        /// The identifier of the workout.
        package var id: String
        /// The index of the route among those of the workout, 0 or more.
        package var route: Int = 0
        /// The index of the first point of the page, 0 or more.
        package var first: Int = 0
    }

    @Message
    package struct RouteResponse: Codable, Hashable, WireValue {
        /// The points of the page in order, at most 1,000; empty: no line is stored.
        package var points: [RoutePosition]
        /// The index of the first point of the next page; nil: the last page.
        package var next: Int? = nil
    }

    /// A point of the line of a route.
    @Message
    package struct RoutePosition: Codable, Hashable, Sendable {
        /// The index of the segment. No line leads from one segment to the next.
        package var segment: Int
        /// Milliseconds since 1970 UTC; nil: not recorded.
        package var time: Int64? = nil
        /// The latitude in degrees, -90 to 90.
        package var latitude: Double
        /// The longitude in degrees, -180 to 180.
        package var longitude: Double
    }

    @Message
    package struct WorkoutsResponse: Codable, Hashable, WireValue {
        /// The workouts that start in the range, ascending by start.
        package var workouts: [WorkoutItem]
    }

    /// One workout. Times have the UTC offset of the profile's zones, or of the zone of the
    /// request.
    @Described
    package struct WorkoutItem: Codable, Hashable, WireValue {
        /// The identifier of the workout, the same after each import.
        package var id: String
        /// The type of the workout: HealthKit's name without its prefix, such as `Running`.
        package var type: String
        /// The start as RFC 3339 with the UTC offset of the zone.
        @Field(.instant) package var start: String
        /// The end as RFC 3339 with the UTC offset of the zone.
        @Field(.instant) package var end: String
        /// The duration without pauses, in seconds.
        package var seconds: Double
        /// The name of the source.
        package var source: String
        /// The measured metrics by metric key, in canonical units; empty: none.
        package var statistics: [String: Statistic]
        /// The stated distance, else the length of the routes, in metres; nil: neither is known.
        package var distanceMeters: Double?
        /// The first route; nil: no route.
        package var route: Workout.Route?
        /// All routes, without their lines; empty: none.
        package var routes: [Workout.Route]
        /// The events, such as laps and pauses; empty: none.
        package var events: [Event]
        /// The parts of a workout of several activities; empty: none.
        package var activities: [Part]
        /// The metadata of the workout by HealthKit's key; empty: none.
        package var metadata: [String: String]
        /// The identifier of the workout of another source that this one repeats, so that it adds
        /// nothing to totals; nil: not a copy, or not computed (`Workout`).
        package var copyOf: String? = nil

        @Message
        package struct Event: Codable, Hashable, Sendable {
            /// The type of the event: HealthKit's name without its prefix, such as `Lap`, `Segment`
            /// or `Pause`.
            package var type: String
            /// The time of the event as RFC 3339 with the UTC offset of the zone.
            @Field(.instant) package var start: String
            /// The duration of the event in seconds; nil: unknown.
            package var seconds: Double?
        }

        /// A metric measured during the workout.
        package struct Statistic: Codable, Hashable, Sendable {
            /// The sum over the workout, in `unit`; nil: not in the export.
            package var sum: Double?
            /// The mean over the workout, in `unit`; nil: not in the export.
            package var average: Double?
            /// The least value of the workout, in `unit`; nil: not in the export.
            package var min: Double?
            /// The greatest value of the workout, in `unit`; nil: not in the export.
            package var max: Double?
            /// The canonical unit of the metric.
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
            /// The type of the activity: HealthKit's name without its prefix, such as `Swimming`.
            package var type: String
            /// The start as RFC 3339 with the UTC offset of the zone.
            @Field(.instant) package var start: String
            /// The end as RFC 3339 with the UTC offset of the zone; nil: unknown.
            @Field(.instant) package var end: String?
            /// The duration without pauses, in seconds; nil: unknown.
            package var seconds: Double?
            /// The metrics measured in this part by metric key, in canonical units; nil: none of
            /// its own.
            package var statistics: [String: Statistic]? = nil
            /// The events of this part; nil: none of its own.
            package var events: [Event]? = nil
            /// The metadata of this part by HealthKit's key; nil: none of its own.
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
            let measures = routes.map { route in
                var route = route
                route.lines = nil
                return route
            }
            route = measures.first
            self.routes = measures
            self.events = events
            self.activities = activities
            self.metadata = metadata
        }
    }

    @Message
    package struct CorrelationsResponse: Codable, Hashable, WireValue {
        /// The correlations that start in the range, ascending by start.
        package var correlations: [CorrelationItem]
    }

    /// Samples that were measured together. Times have the UTC offset of the profile's zones, or of
    /// the zone of the request.
    @Message
    package struct CorrelationItem: Codable, Hashable, Sendable {
        /// The type of the correlation: HealthKit's name without its prefix, such as
        /// `BloodPressure` or `Food`.
        package var type: String
        /// The name of the source.
        package var source: String
        /// The start as RFC 3339 with the UTC offset of the zone.
        @Field(.instant) package var start: String
        /// The end as RFC 3339 with the UTC offset of the zone.
        @Field(.instant) package var end: String
        /// The samples of the correlation.
        package var members: [Member]
        /// The metadata of the correlation by HealthKit's key; empty: none.
        package var metadata: [String: String]

        @Message
        package struct Member: Codable, Hashable, Sendable {
            /// The short HealthKit key of the metric, such as `stepCount`.
            package var metric: String
            /// The start as RFC 3339 with the UTC offset of the zone.
            @Field(.instant) package var start: String
            /// The end as RFC 3339 with the UTC offset of the zone.
            @Field(.instant) package var end: String
            /// The value, in `unit`.
            package var value: Double
            /// The unit that the metric is shown in; of a metric outside the metric table, that of
            /// its samples; empty: no unit, or no samples.
            package var unit: String
        }
    }
}
