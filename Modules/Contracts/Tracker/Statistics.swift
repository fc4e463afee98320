package import CivilTime
import Memberwise
package import RPC
package import Tracker

/// Statistics of the tracker: streaks, heat maps, insights. Served by the tracker worker.
package enum Statistics {
    package static let service = "dayline.tracker.Statistics"

    /// Returns the streaks of all activities, the longest current one first.
    package static let streaks = Method<AsOfRequest, StreaksResponse>(
        service, "Streaks", repeatable: true)
    /// Returns up to 53 weeks of all activities or of one activity, oldest day first.
    package static let heatMap = Method<HeatMapRequest, HeatMapResponse>(
        service, "HeatMap", repeatable: true)
    /// Returns the last days of all activities.
    package static let recentDays = Method<RecentDaysRequest, RecentDaysResponse>(
        service, "RecentDays", repeatable: true)
    /// Returns the days of an activity that were completed in part, and the past due days without
    /// an entry.
    package static let unfinished = Method<UnfinishedRequest, UnfinishedResponse>(
        service, "Unfinished", repeatable: true)
    package static let insights = Method<AsOfRequest, InsightsResponse>(
        service, "Insights", repeatable: true)
    /// Lists the annotations up to a day, or all annotations, newest first.
    package static let annotations = Method<AsOfRequest, AnnotationsResponse>(
        service, "Annotations", repeatable: true)
    /// Adds an annotation to a day.
    package static let annotate = Method<AnnotateRequest, Annotation>(service, "Annotate")
    package static let removeAnnotation = Method<RemoveAnnotationRequest, Annotation>(
        service, "RemoveAnnotation")

    @Message
    package struct AsOfRequest: Codable, Hashable, WireValue {
        /// The day to answer as of; nil: today in the profile's zone, and for annotations all days.
        package var on: CivilDate? = nil
    }

    @Message
    package struct StreaksResponse: Codable, Hashable, WireValue {
        /// The streaks, longest current streak first.
        package var streaks: [Streak]
    }

    @Message
    package struct Streak: Codable, Hashable, Sendable {
        /// The identifier of the activity.
        package var id: Activity.ID
        /// The name of the activity.
        package var name: String
        /// The length of the current streak, 0 or more.
        package var current: Int
        /// The length of the longest streak, not below the current one.
        package var longest: Int
        /// The unit of both lengths, completed days, weeks or months: `day`, `week` or `month`.
        package var unit: StreakUnit = .day
    }

    @Message
    package struct HeatMapRequest: Codable, Hashable, WireValue {
        /// The name, a unique prefix of the name, or the identifier of an activity; nil: all
        /// activities.
        package var activity: String? = nil
        /// The number of weeks, 1 to 53; nil: 13.
        package var weeks: Int? = nil
        /// The day to answer as of; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct HeatMapResponse: Codable, Hashable, WireValue {
        /// The name of the activity; nil: all activities.
        package var name: String?
        /// The days of the weeks, oldest first; the last week includes days after the day of the
        /// request.
        package var days: [HeatDay]
        /// The day of the request; later days are to come.
        package var date: CivilDate
        /// The creation day of the activity, or of the first activity; nil: no activity exists.
        package var created: CivilDate?
    }

    @Message
    package struct HeatDay: Codable, Hashable, Sendable {
        /// The day.
        package var date: CivilDate
        /// The completed share of the day, 0 to 1; nil: a day to come, or nothing counted.
        package var rate: Double?
        /// The colour level: `vacation`, `skipped`, `none`, `partial` or `full`.
        package var level: String
        /// True if the day is not over and something is still open on it; nil: false.
        package var open: Bool? = nil
    }

    @Message
    package struct RecentDaysRequest: Codable, Hashable, WireValue {
        /// The number of days, 1 to 31; nil: 14.
        package var days: Int? = nil
        /// The last day; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct RecentDaysResponse: Codable, Hashable, WireValue {
        /// The activities that exist on the last day, by `id`.
        package var activities: [ActivityDays]
    }

    /// The last days of an activity.
    @Message
    package struct ActivityDays: Codable, Hashable, Sendable {
        /// The activity.
        package var id: Activity.ID
        /// Oldest first.
        package var days: [HeatDay]
    }

    @Message
    package struct UnfinishedRequest: Codable, Hashable, WireValue {
        /// The name of an activity, a unique prefix of the name, or the identifier.
        package var activity: String
        /// The day that is not over yet; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct UnfinishedResponse: Codable, Hashable, WireValue {
        /// The days with a completed entry that are not complete, ascending.
        package var days: [CivilDate]
        /// The due days that are over, on which nothing was completed and not all was skipped,
        /// ascending.
        package var missed: [CivilDate]
    }

    @Message
    package struct InsightsResponse: Codable, Hashable, WireValue {
        /// The day of the insights.
        package var date: CivilDate
        /// The longest current streaks, at most five, longest first.
        package var streakBoard: [Streak]
        /// The activities with a completion rate below 0.5 in the last seven days, lowest first.
        package var behind: [LaggingActivity]
        /// The largest changes of the last seven days against the seven days before, at most three.
        package var wins: [Win]
        /// The completion by category, in list order of the categories.
        package var scorecards: [Scorecard]
        /// The newest number or answer of the last 366 days of each activity that has one, in list
        /// order.
        package var responses: [LatestAnswer]
        /// The annotations of the last seven days, newest first.
        package var annotations: [Annotation]
        /// The improvement, the open activity and the target suggestions to show first.
        package var encouragement: Encouragement
        /// The activities by type.
        package var kinds: [TypeGroup]
    }

    @Message
    package struct LaggingActivity: Codable, Hashable, Sendable {
        /// The identifier of the activity.
        package var id: Activity.ID
        /// The name of the activity.
        package var name: String
        /// The completion rate of the last seven days, 0 to below 0.5.
        package var rate: Double
        /// True if the rate is below 0.25.
        package var severe: Bool
    }

    @Message
    package struct Win: Codable, Hashable, Sendable {
        /// The identifier of the activity.
        package var id: Activity.ID
        /// The name of the activity.
        package var name: String
        /// The mean of the day values of the seven days before the last seven days, in `unit`.
        package var before: Double
        /// The mean of the day values of the last seven days, in `unit`.
        package var now: Double
        /// The difference of `now` and `before`, in `unit`; negative for a decrease.
        package var change: Double
        /// The size of the change without sign, with one decimal below 10.
        package var text: String
        /// The unit of the values; nil: no unit.
        package var unit: String?
        /// The verdict by the wanted direction: `win` or `loss`, or `change` without a wanted
        /// direction.
        package var verdict: String
    }

    @Message
    package struct Scorecard: Codable, Hashable, Sendable {
        /// The name of the category; nil: activities without a category.
        package var category: String?
        /// The number of activities that count.
        package var activities: Int
        /// The mean completion rate of the last 7 days, 0 to 1; nil: nothing was expected.
        package var days7: Double?
        /// The mean completion rate of the last 30 days, 0 to 1; nil: nothing was expected.
        package var days30: Double?
        /// The mean completion rate of the last 90 days, 0 to 1; nil: nothing was expected.
        package var days90: Double?
        /// True if the mean rate of the last 7 days is 0.8 or more.
        package var doingWell: Bool
        /// True if the mean rate of the last 7 days is below 0.5.
        package var needsAttention: Bool
    }

    @Message
    package struct LatestAnswer: Codable, Hashable, Sendable {
        /// The identifier of the activity.
        package var id: Activity.ID
        /// The name of the activity.
        package var name: String
        /// The day of the newest completed entry.
        package var date: CivilDate
        /// The value of that day, in `unit`; nil: an answer without a number.
        package var value: Double?
        /// The unit of the value; nil: no unit.
        package var unit: String?
        /// The answer or note as text, `yes` for a checkbox done today; nil: only a number.
        package var text: String?
        /// The position of the value between minimum and maximum, or target if there is no maximum,
        /// 0 to 1; nil: neither.
        package var progress: Double?
    }

    @Message
    package struct AnnotateRequest: Codable, Hashable, WireValue {
        /// The text of the annotation, 1 to 2,000 characters.
        package var text: String
        /// The day of the annotation; nil: today in the profile's zone.
        package var on: CivilDate? = nil
        /// The name, a unique prefix of the name, or the identifier of the activity that the
        /// annotation is about; nil: none.
        package var activity: String? = nil
    }

    @Message
    package struct RemoveAnnotationRequest: Codable, Hashable, WireValue {
        /// The identifier of the annotation.
        package var id: String
    }

    @Message
    package struct Annotation: Codable, Hashable, WireValue {
        /// The identifier of the annotation.
        package var id: String
        /// The day of the annotation.
        package var date: CivilDate
        /// The text of the annotation.
        package var text: String
        /// The name of the activity that the annotation is about; nil: none.
        package var activity: String?
        /// The identifier of that activity; nil: none.
        package var activityID: Activity.ID? = nil
    }

    @Message
    package struct AnnotationsResponse: Codable, Hashable, WireValue {
        /// The annotations, newest day first.
        package var annotations: [Annotation]
    }
}
