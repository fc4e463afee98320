package import CivilTime
package import RPC

/// What years of days come to: streaks, heat maps, insights. Served by the tracker worker.
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

    package struct AsOfRequest: Codable, Hashable, WireValue {
        /// Nil: today in the profile's zone.
        package var on: CivilDate?

        package init(on: CivilDate? = nil) {
            self.on = on
        }
    }

    package struct StreaksResponse: Codable, Hashable, WireValue {
        package var streaks: [Streak]

        package init(streaks: [Streak]) {
            self.streaks = streaks
        }
    }

    package struct Streak: Codable, Hashable, Sendable {
        package var name: String
        package var current: Int
        package var longest: Int

        package init(name: String, current: Int, longest: Int) {
            self.name = name
            self.current = current
            self.longest = longest
        }
    }

    package struct HeatMapRequest: Codable, Hashable, WireValue {
        package var activity: String?
        package var on: CivilDate?

        package init(activity: String? = nil, on: CivilDate? = nil) {
            self.activity = activity
            self.on = on
        }
    }

    package struct HeatMapResponse: Codable, Hashable, WireValue {
        /// The activity's name; nil: everything.
        package var name: String?
        package var days: [HeatDay]

        package init(name: String?, days: [HeatDay]) {
            self.name = name
            self.days = days
        }
    }

    package struct HeatDay: Codable, Hashable, Sendable {
        package var date: CivilDate
        /// 0 to 1; nil for a day to come, and where nothing counted.
        package var rate: Double?
        /// `vacation`, `skipped`, `none`, `partial` or `full`.
        package var level: String

        package init(date: CivilDate, rate: Double?, level: String) {
            self.date = date
            self.rate = rate
            self.level = level
        }
    }

    package struct UnfinishedRequest: Codable, Hashable, WireValue {
        /// Its identifier, or its name.
        package var activity: String
        /// The day that is not over yet; nil: today in the profile's zone.
        package var on: CivilDate?

        package init(activity: String, on: CivilDate? = nil) {
            self.activity = activity
            self.on = on
        }
    }

    package struct UnfinishedResponse: Codable, Hashable, WireValue {
        /// Ascending.
        package var days: [CivilDate]
        /// The due days that are over on which nothing was completed and not all was skipped, ascending.
        package var missed: [CivilDate]

        package init(days: [CivilDate], missed: [CivilDate]) {
            self.days = days
            self.missed = missed
        }
    }

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

        package init(
            date: CivilDate, streakBoard: [Streak], behind: [LaggingActivity], wins: [Win],
            scorecards: [Scorecard], responses: [LatestAnswer], annotations: [Annotation],
            encouragement: Encouragement, kinds: [TypeGroup]
        ) {
            self.date = date
            self.streakBoard = streakBoard
            self.behind = behind
            self.wins = wins
            self.scorecards = scorecards
            self.responses = responses
            self.annotations = annotations
            self.encouragement = encouragement
            self.kinds = kinds
        }
    }

    package struct LaggingActivity: Codable, Hashable, Sendable {
        package var name: String
        /// 0 to 1.
        package var rate: Double
        /// Below a quarter.
        package var severe: Bool

        package init(name: String, rate: Double, severe: Bool) {
            self.name = name
            self.rate = rate
            self.severe = severe
        }
    }

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

        package init(
            name: String, before: Double, now: Double, change: Double, text: String,
            unit: String?, verdict: String
        ) {
            self.name = name
            self.before = before
            self.now = now
            self.change = change
            self.text = text
            self.unit = unit
            self.verdict = verdict
        }
    }

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

        package init(
            category: String?, activities: Int, days7: Double?, days30: Double?, days90: Double?,
            doingWell: Bool, needsAttention: Bool
        ) {
            self.category = category
            self.activities = activities
            self.days7 = days7
            self.days30 = days30
            self.days90 = days90
            self.doingWell = doingWell
            self.needsAttention = needsAttention
        }
    }

    package struct LatestAnswer: Codable, Hashable, Sendable {
        package var name: String
        package var date: CivilDate
        package var value: Double?
        package var unit: String?
        /// The answer in words: a choice, a text, a time, yes or no.
        package var text: String?
        /// Between the least and the greatest number it takes, 0 to 1.
        package var progress: Double?

        package init(
            name: String, date: CivilDate, value: Double?, unit: String?, text: String?,
            progress: Double?
        ) {
            self.name = name
            self.date = date
            self.value = value
            self.unit = unit
            self.text = text
            self.progress = progress
        }
    }

    package struct AnnotateRequest: Codable, Hashable, WireValue {
        package var text: String
        /// Nil: today in the profile's zone.
        package var on: CivilDate?
        package var activity: String?

        package init(text: String, on: CivilDate? = nil, activity: String? = nil) {
            self.text = text
            self.on = on
            self.activity = activity
        }
    }

    package struct RemoveAnnotationRequest: Codable, Hashable, WireValue {
        package var id: String

        package init(id: String) {
            self.id = id
        }
    }

    package struct Annotation: Codable, Hashable, WireValue {
        package var id: String
        package var date: CivilDate
        package var text: String
        /// The name of the activity that it is about.
        package var activity: String?

        package init(id: String, date: CivilDate, text: String, activity: String?) {
            self.id = id
            self.date = date
            self.text = text
            self.activity = activity
        }
    }

    package struct AnnotationsResponse: Codable, Hashable, WireValue {
        /// Newest day first.
        package var annotations: [Annotation]

        package init(annotations: [Annotation]) {
            self.annotations = annotations
        }
    }
}
