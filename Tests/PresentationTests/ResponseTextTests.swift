import Charts
import CivilTime
import Contracts
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
