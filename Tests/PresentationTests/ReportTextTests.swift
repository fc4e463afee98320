import Charts
import CivilTime
import Contracts
import Milestones
import Testing
import Tracker

@testable import Presentation

/// The report of a period as text and as a document.
@Suite struct ReportTextTests {
    private static let monday = CivilDate(days: 20_458)

    private static func report(isEmpty: Bool = false) -> Insights.ReportResponse {
        Insights.ReportResponse(
            label: "Jan 5-Jan 11", from: monday, to: monday.advanced(by: 6),
            through: monday.advanced(by: 2),
            previous: Journal.DayRange(
                from: monday.advanced(by: -7), to: monday.advanced(by: -1)),
            days: isEmpty
                ? []
                : [1.0, 0.5, 0].enumerated().map {
                    Statistics.HeatDay(
                        date: monday.advanced(by: $0), rate: $1, level: $1 == 1 ? "full" : "none")
                },
            activities: isEmpty
                ? []
                : [
                    Statistics.PeriodActivity(
                        id: Activity.ID("water"), name: "Water", type: .cumulative, rate: 0.5,
                        previousRate: nil, completed: 1, missed: 1, skipped: 0, average: 1250,
                        previousAverage: 500, unit: "ml",
                        streak: Journal.Streak(current: 0, longest: 12))
                ],
            goals: isEmpty
                ? []
                : [
                    Statistics.PeriodGoal(
                        id: "fit", title: "Get fit", deadline: monday.advanced(by: 30),
                        daysLeft: 28, paused: false, consistency: 0.5, previousConsistency: nil,
                        metrics: [
                            Statistics.PeriodGoalMetric(
                                activity: "Weight", unit: "kg", baseline: 90, target: 80,
                                latest: 86, progress: 0.4, previousProgress: 0.3)
                        ]),
                    Statistics.PeriodGoal(
                        id: "rest", title: "Rest", deadline: nil, daysLeft: nil, paused: true,
                        consistency: nil, previousConsistency: nil, metrics: []),
                ],
            metrics: isEmpty
                ? []
                : [
                    Insights.ReportMetric(
                        metric: "stepCount", unit: "count", kind: "cumulative", days: 2,
                        average: 9000, minValue: 8000, maxValue: 10000, previousDays: 7,
                        previousAverage: 6000,
                        change: Insights.Change(absolute: 3000, percent: 50, verdict: "change"),
                        daily: [
                            Insights.Day(date: monday, averageValue: 8000, sampleCount: 3),
                            Insights.Day(
                                date: monday.advanced(by: 1), averageValue: 10000, sampleCount: 3),
                        ])
                ],
            milestones: isEmpty
                ? []
                : [Statistics.PeriodMilestone(date: monday, target: 80, unit: .kg)],
            stale: false)
    }

    @Test func `the text has days, activities, goals, metrics and milestones`() {
        let lines = Self.report().text(PlainText()).split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)

        let expected = [
            "Report: Jan 5-Jan 11, through 2026-01-07",
            "2026-01-05 to 2026-01-07, compared with 2025-12-29 to 2026-01-04. "
                + "50 % of what was due is done; 1 of 3 days in full.", "", "Activities",
            "activity  rate  before  done  missed  skipped   average  before  streak  longest",
            "Water     50 %       -     1       1        0  1,250 ml     500  0 days       12", "",
            "Goals", "goal           consistency  before    deadline  days left",
            "Get fit               50 %       -  2026-02-04         28",
            "Rest (paused)            -       -           -          -", "",
            "goal     metric   from    now     to  progress  before",
            "Get fit  Weight  90 kg  86 kg  80 kg      40 %    30 %", "",
            "Health", "metric  average  before  change  least  greatest  days",
            "Steps     9,000   6,000   +50 %  8,000    10,000     2", "", "Milestones",
            "80 kg was reached on 2026-01-05.",
        ]
        #expect(lines == expected)
    }

    @Test func `an empty period says so in each part`() {
        let text = Self.report(isEmpty: true).text(PlainText())

        #expect(text.contains("Nothing was due."))
        #expect(text.contains("No activity was due or done."))
        #expect(text.contains("There are no goals."))
        #expect(text.contains("There is no health data in this period or the one before."))
        #expect(text.hasSuffix("No weight milestone was reached."))
    }

    @Test func `the document has the agenda, the streaks and the metrics with days as pictures`() {
        let document = Self.report().document

        #expect(document.title == "Report: Jan 5-Jan 11, through 2026-01-07")
        #expect(document.pictures.map(\.title) == ["Agenda", "Streaks", "Steps"])
        #expect(Self.report(isEmpty: true).document.pictures.isEmpty)
    }

    @Test func `the PDF has the pages of the document`() throws {
        let document = Self.report().document

        let pdf = try document.pdf()

        let text = String(decoding: pdf, as: UTF8.self)
        #expect(text.hasPrefix("%PDF-"))
        #expect(text.contains("%%EOF"))
        #expect(text.contains("/Count \(document.pages.count)"))
    }
}
