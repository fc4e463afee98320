import Charts
import CivilTime
import Contracts
import Milestones
import Testing
import Tracker

@testable import Presentation

/// Texts and pictures of responses.
@Suite struct ResponseTextTests {
    private let day = CivilDate("2026-01-05") ?? CivilDate(days: 0)

    @Test func `streaks are a table and a picture with the name of each activity`() {
        let streaks = Statistics.StreaksResponse(streaks: [
            Statistics.Streak(id: "floss", name: "Floss", current: 3, longest: 1200)
        ])

        #expect(
            streaks.text(PlainText()) == """
                activity  current  longest
                Floss           3    1,200
                """)
        #expect(streaks.picture.svg(.light).contains("Floss"))
    }

    @Test func `streaks of weeks and months have their unit`() {
        let streaks = Statistics.StreaksResponse(streaks: [
            Statistics.Streak(id: "floss", name: "Floss", current: 3, longest: 9),
            Statistics.Streak(id: "gym", name: "Gym", current: 2, longest: 4, unit: .week),
        ])

        #expect(
            streaks.text(PlainText()) == """
                activity  current  longest  in
                Floss           3        9  days
                Gym             2        4  weeks
                """)
    }

    @Test func `the reply of a log names the limit, and the week or month`() {
        func text(_ total: Double, _ change: (inout Journal.DayTotal) -> Void) -> String {
            var day = Journal.DayTotal(
                date: day, total: total, target: 2, unit: "cups", complete: false)
            change(&day)
            return Journal.LogResponse(
                entry: LoggedEntry(
                    id: "1", activity: "Coffee", date: self.day, status: "completed", value: 1,
                    unit: "cups", slot: nil, note: nil, skipReason: nil, answer: nil, mood: nil,
                    place: nil, photos: nil, entered: nil, source: .person, loggedAt: nil),
                day: day, streak: Journal.Streak(current: 0, longest: 0)
            ).text(PlainText())
        }
        let week = Journal.Period(from: day, to: day.advanced(by: 6), done: 2, needed: 3)

        #expect(
            text(2) { $0.atMost = true } == "Coffee 1 cups; 2 of at most 2 cups on 2026-01-05")
        #expect(
            text(3) { ($0.atMost, $0.exceeded) = (true, true) }
                == "Coffee 1 cups; 3 of at most 2 cups, over the limit on 2026-01-05")
        #expect(
            text(1) { ($0.period, $0.unit) = (week, nil) }
                == "Coffee 1 cups; 2 of 3 from 2026-01-05 to 2026-01-11 on 2026-01-05")
    }

    @Test func `a heat map has a sign for each state`() {
        let rates: [(Double?, String, Bool?)] = [
            (1, "full", nil), (0.5, "partial", nil), (0, "none", nil), (nil, "none", nil),
            (0, "skipped", nil), (nil, "vacation", nil), (0, "none", true),
        ]
        let heat = Statistics.HeatMapResponse(
            name: nil,
            days: rates.enumerated().map { index, state in
                Statistics.HeatDay(
                    date: day.advanced(by: index), rate: state.0, level: state.1, open: state.2)
            }, date: day.advanced(by: 6), created: day)

        #expect(
            heat.text(PlainText()).split(separator: "\n").dropFirst().prefix(7).map(\.last)
                == ["#", "+", "x", ".", "-", "v", "o"])
    }

    @Test func `days of a vacation are listed as runs`() {
        func sentence(_ offsets: [Int]) -> String {
            Vacations.ChangeResponse(days: offsets.map { day.advanced(by: $0) }, skips: 1)
                .sentence("marked")
        }

        #expect(sentence([]) == "0 days marked, with 1 skip.")
        #expect(sentence([0]) == "1 day marked, with 1 skip: 2026-01-05.")
        #expect(
            sentence([0, 1, 2, 5])
                == "4 days marked, with 1 skip: 2026-01-05..2026-01-07, 2026-01-10.")
    }

    @Test func `an empty list names the command that adds the first item`() {
        #expect(
            Statistics.StreaksResponse(streaks: []).text(PlainText())
                == "There are no streaks yet. Begin one with: dayline activity add Floss")
        #expect(
            Goals.ListResponse(goals: []).text(PlainText())
                == "There are no goals yet. Add one with: dayline goal add \"Run 10 km\"")
        #expect(
            Training.VolumeResponse(from: day, to: day, muscles: []).text(PlainText())
                .hasPrefix("No set in this week is of an exercise with muscles. Add one with: "))
    }

    @Test(arguments: [
        (86.0, 86.0, "Next: 84 kg, 2 kg to go (0 %)", 84.0),
        (85, 84, "Next: 84 kg, 1 kg to go (50 %)", 84),
        (84, 84, "Next: 83 kg, 1 kg to go (0 %)", 83),
    ])
    func `the next milestone is the one after the weight, also at a milestone`(
        current: Double, next: Double, line: String, upcoming: Double
    ) {
        var response = Weights.MilestonesResponse(
            unit: .kg, interval: .five, start: 88, goal: 83, current: current,
            milestoneProgress: nil,
            targets: [86, 84, 83].map {
                Weights.Target(target: $0, reached: $0 >= current, achievedDate: nil)
            }, celebration: nil, history: [], warning: nil)
        (response.next, response.toNext) = (next, current - next)
        response.progress = current == next ? 1 : 0.5

        #expect(response.text(PlainText()).contains("\n\(line)\n"))
        #expect(response.upcoming == upcoming)
    }

    @Test func `a vacation of one day is listed without a range`() {
        let listing = Vacations.ListResponse(vacations: [
            Vacations.Vacation(from: day, to: day),
            Vacations.Vacation(from: day, to: day.advanced(by: 2)),
        ])

        #expect(listing.text(PlainText()) == "2026-01-05\n2026-01-05..2026-01-07")
    }

    @Test func `a template without new activities lists the existing ones`() {
        let applied = Templates.ApplyResponse(added: [], existing: ["Water", "Read"])

        #expect(applied.text(PlainText()) == "Existing already: Water, Read.")
    }
}
