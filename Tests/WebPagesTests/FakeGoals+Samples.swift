import CivilTime
import Contracts
import Milestones
import Tracker

@testable import WebPages

/// A name that is markup if it is not escaped.
let hostileName = "<img onerror=x>"

extension Visitor {
    static let sample = Visitor(profile: "default", formToken: "token", language: "en")
}

extension Goals.Goal {
    static func sample(
        id: String = "g1", title: String = "Run", daysLeft: Int? = 24, pausedByHand: Bool = false,
        paused: Bool = false
    ) -> Goals.Goal {
        let today = FakeGoals.today
        return Goals.Goal(
            id: id, title: title, icon: "target", color: "#FF3B30", created: today,
            deadline: daysLeft.map { today.advanced(by: $0) }, daysLeft: daysLeft,
            paused: paused || pausedByHand, pausedByHand: pausedByHand, consistency: 0.44,
            activities: [
                Goals.Contributor(
                    activity: hostileName, weight: 3, rate: 0.33, expected: 3,
                    days: ["completed", "skipped", "missed", "none"].enumerated().map {
                        Goals.Contributor.Day(date: today.advanced(by: $0.offset), mark: $0.element)
                    })
            ],
            metrics: [
                Goals.Metric(
                    activity: "10 km", unit: "min", baseline: 56, target: 49, latest: 51.2,
                    direction: .down, progress: 0.69, averageChange: -0.4, averagePeriod: "week")
            ])
    }
}

extension Activities.ListResponse {
    static let sample = Activities.ListResponse(
        activities: [
            Activity(id: "run", name: hostileName, created: FakeGoals.today),
            Activity(id: "floss", name: "Floss", created: FakeGoals.today),
        ].map { Activities.Item($0, revision: 1) })
}

extension Weights.Row {
    static func sample(
        _ id: String, daysAgo: Int = 0, weight: Double = 78, note: String? = nil
    ) -> Weights.Row {
        Weights.Row(
            Weights.Entry(
                id: id, date: FakeGoals.today.advanced(by: -daysAgo), weight: weight, unit: .kg,
                note: note, bodyFat: 18.5, source: .person),
            movingAverage: weight, weeklyRate: -0.2, direction: .down, milestone: 78)
    }
}

extension Weights.TrendResponse {
    /// The trend of weight entries, newest first.
    static func sample(of rows: [Weights.Row]) -> Weights.TrendResponse {
        let days = rows.reversed().map {
            Weights.Day(date: $0.date, weight: $0.weight, average: $0.weight, ratePerDay: nil)
        }
        return Weights.TrendResponse(
            unit: .kg, entries: [], days: days, level: days.last?.weight, perDay: -0.03,
            forecast: days.last.map { last in
                (1...14).map {
                    Weights.ForecastDay(
                        date: last.date.advanced(by: $0), weight: last.weight - 0.1,
                        low: last.weight - 1, high: last.weight + 1)
                }
            } ?? [], weeklyRate: -0.21, direction: .down, goal: 75,
            prediction: Weights.Prediction(
                status: "onTrack", date: FakeGoals.today.advanced(by: 97), days: 97,
                weightToGoal: 2.9, weeklyVelocity: -0.21))
    }
}

extension Weights.MilestonesResponse {
    static func sample(celebration: Weights.Celebration? = nil) -> Weights.MilestonesResponse {
        var response = Weights.MilestonesResponse(
            unit: .kg, interval: .five, start: 86.4, goal: 75, current: 77.9,
            milestoneProgress: nil,
            targets: [], celebration: celebration,
            history: [
                Weights.ReachedMilestone(
                    MilestoneRecord(
                        target: 80, unit: .kg, day: FakeGoals.today, start: 86.4,
                        celebrationShown: true))
            ], warning: .tooLow)
        response.next = 75
        response.toNext = 2.9
        response.progress = 0.42
        return response
    }
}

extension Statistics.InsightsResponse {
    static func sample(
        streaks: [Statistics.Streak] = [
            Statistics.Streak(id: "hostile", name: hostileName, current: 213, longest: 213),
            Statistics.Streak(id: "floss", name: "Floss", current: 3, longest: 88),
        ],
        behind: [Statistics.LaggingActivity] = [
            Statistics.LaggingActivity(id: "floss", name: "Floss", rate: 0, severe: true)
        ]
    ) -> Statistics.InsightsResponse {
        Statistics.InsightsResponse(
            date: FakeGoals.today, streakBoard: streaks, behind: behind,
            wins: [
                Statistics.Win(
                    id: "floss", name: "Floss", before: 6.9, now: 6.5, change: -0.4, text: "0.4",
                    unit: "h",
                    verdict: "loss")
            ],
            scorecards: [
                Statistics.Scorecard(
                    category: hostileName, activities: 4, days7: 0.86, days30: 0.7, days90: nil,
                    doingWell: true, needsAttention: false)
            ],
            responses: [
                Statistics.LatestAnswer(
                    id: "mood", name: "Mood", date: FakeGoals.today, value: nil, unit: nil,
                    text: hostileName, progress: 0.5)
            ],
            annotations: [
                Statistics.Annotation(
                    id: "n1", date: FakeGoals.today, text: hostileName, activity: "Floss",
                    activityID: "floss")
            ],
            encouragement: Statistics.Encouragement(
                improved: Statistics.Improvement(
                    id: "floss", name: "Floss", before: 0.2, now: 0.5),
                nudge: nil,
                targets: [
                    Statistics.TargetSuggestion(
                        id: "floss", name: "Floss", target: 100, suggested: 80, unit: "ml",
                        days: 14,
                        reached: 2)
                ]), kinds: [])
    }

    static let nothing = Statistics.InsightsResponse(
        date: FakeGoals.today, streakBoard: [], behind: [], wins: [], scorecards: [],
        responses: [], annotations: [],
        encouragement: Statistics.Encouragement(improved: nil, nudge: nil, targets: []), kinds: [])
}

extension Insights.AssociationsResponse {
    static let sample = Insights.AssociationsResponse(
        associations: [
            Insights.Association(
                a: "sleepHours", b: "restingHeartRate", lag: "nextDay", kind: "difference",
                effect: -2.1, unit: "count/min", low: -2.6, high: -1.6, days: [312, 401], q: 0.001,
                threshold: 7, thresholdUnit: "hr")
        ], compared: 12, notice: "An association is not a cause.", stale: false)
}
