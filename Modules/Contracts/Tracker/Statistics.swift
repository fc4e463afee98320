package import CivilTime
import Memberwise
package import RPC

/// Statistics of the tracker: streaks, heat maps, insights. Served by the tracker worker.
package enum Statistics {
    package static let service = "dayline.tracker.Statistics"

    /// Every activity's streaks, the longest that is alive first.
    package static let streaks = Method<AsOfRequest, StreaksResponse>(
        service, "Streaks", repeatable: true)
    /// 13 weeks, oldest day first, of everything or of one activity.
    package static let heatMap = Method<HeatMapRequest, HeatMapResponse>(
        service, "HeatMap", repeatable: true)
    /// The days of an activity on which something was completed, and not all that was asked for, and
    /// the due days that are over on which nothing was.
    package static let unfinished = Method<UnfinishedRequest, UnfinishedResponse>(
        service, "Unfinished", repeatable: true)
    package static let insights = Method<AsOfRequest, InsightsResponse>(
        service, "Insights", repeatable: true)
    /// Newest first; those up to a day, or all.
    package static let annotations = Method<AsOfRequest, AnnotationsResponse>(
        service, "Annotations", repeatable: true)
    /// Adds a remark about a day.
    package static let annotate = Method<AnnotateRequest, Annotation>(service, "Annotate")
    package static let removeAnnotation = Method<RemoveAnnotationRequest, Annotation>(
        service, "RemoveAnnotation")

    @Message
    package struct AsOfRequest: Codable, Hashable, WireValue {
        /// Nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct StreaksResponse: Codable, Hashable, WireValue {
        package var streaks: [Streak]
    }

    @Message
    package struct Streak: Codable, Hashable, Sendable {
        package var name: String
        package var current: Int
        package var longest: Int
    }

    @Message
    package struct HeatMapRequest: Codable, Hashable, WireValue {
        package var activity: String? = nil
        package var on: CivilDate? = nil
    }

    @Message
    package struct HeatMapResponse: Codable, Hashable, WireValue {
        /// The activity's name; nil: everything.
        package var name: String?
        package var days: [HeatDay]
    }

    @Message
    package struct HeatDay: Codable, Hashable, Sendable {
        package var date: CivilDate
        /// 0 to 1; nil for a day to come, and where nothing counted.
        package var rate: Double?
        /// `vacation`, `skipped`, `none`, `partial` or `full`.
        package var level: String
    }

    @Message
    package struct UnfinishedRequest: Codable, Hashable, WireValue {
        /// Its identifier, or its name.
        package var activity: String
        /// The day that is not over yet; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct UnfinishedResponse: Codable, Hashable, WireValue {
        /// Ascending.
        package var days: [CivilDate]
        /// The due days that are over on which nothing was completed and not all was skipped, ascending.
        package var missed: [CivilDate]
    }

    @Message
    package struct InsightsResponse: Codable, Hashable, WireValue {
        package var date: CivilDate
        /// The best that are alive, at most five.
        package var streakBoard: [Streak]
        /// Done less than half of the time in the last seven days, worst first.
        package var behind: [LaggingActivity]
        /// The largest changes of the last seven days against the seven before.
        package var wins: [Win]
        package var scorecards: [Scorecard]
        /// The newest answer of each activity that has numbers or answers, in list order.
        package var responses: [LatestAnswer]
        /// Remarks about the last seven days.
        package var annotations: [Annotation]
        package var encouragement: Encouragement
        package var kinds: [TypeGroup]
    }

    @Message
    package struct LaggingActivity: Codable, Hashable, Sendable {
        package var name: String
        /// 0 to 1.
        package var rate: Double
        /// Below a quarter.
        package var severe: Bool
    }

    @Message
    package struct Win: Codable, Hashable, Sendable {
        package var name: String
        package var before: Double
        package var now: Double
        package var change: Double
        /// The size of the change, as it is shown.
        package var text: String
        package var unit: String?
        /// `win`, `loss` or `change`.
        package var verdict: String
    }

    @Message
    package struct Scorecard: Codable, Hashable, Sendable {
        /// Nil: activities without one.
        package var category: String?
        package var activities: Int
        /// The mean rates over the last 7, 30 and 90 days, 0 to 1; nil when nothing was expected.
        package var days7: Double?
        package var days30: Double?
        package var days90: Double?
        package var doingWell: Bool
        package var needsAttention: Bool
    }

    @Message
    package struct LatestAnswer: Codable, Hashable, Sendable {
        package var name: String
        package var date: CivilDate
        package var value: Double?
        package var unit: String?
        /// The answer in words: a choice, a text, a time, yes or no.
        package var text: String?
        /// Between the least and the greatest number it takes, 0 to 1.
        package var progress: Double?
    }

    @Message
    package struct AnnotateRequest: Codable, Hashable, WireValue {
        package var text: String
        /// Nil: today in the profile's zone.
        package var on: CivilDate? = nil
        package var activity: String? = nil
    }

    @Message
    package struct RemoveAnnotationRequest: Codable, Hashable, WireValue {
        package var id: String
    }

    @Message
    package struct Annotation: Codable, Hashable, WireValue {
        package var id: String
        package var date: CivilDate
        package var text: String
        /// The name of the activity that it is about.
        package var activity: String?
    }

    @Message
    package struct AnnotationsResponse: Codable, Hashable, WireValue {
        /// Newest day first.
        package var annotations: [Annotation]
    }
}
