import CivilTime
import Testing
import Tracker
import TrackerRules

/// A date that does not exist in the time zone, within a streak.
@Suite struct MissingDayTests {
    /// 2011-12-30, a Friday.
    private let missing = CivilDate(days: 15_338)

    private func history(_ schedule: Schedule, carriesForward: Bool = false, doneOn days: [Int])
        -> ActivityHistory
    {
        let activity = Activity(
            id: "a", name: "a", created: missing.advanced(by: -31),
            configuration: Configuration(schedule: schedule, carriesForward: carriesForward))
        let entries = days.map { offset in
            Entry(
                id: Entry.ID("\(offset)"), activity: "a", day: missing.advanced(by: offset),
                outcome: .completed(value: nil))
        }
        return ActivityHistory(activities: [activity], entries: entries, missingDays: [missing])
    }

    @Test func `streaks continue across a missing day and rates exclude it`() throws {
        let history = history(.daily, doneOn: [-3, -2, -1, 1])
        let pills = try #require(history.activities["a"])

        let streaks = history.streaks(of: pills, asOf: missing.advanced(by: 1))
        let rate = history.completionRate(of: pills, days: 5, endingOn: missing.advanced(by: 1))

        #expect(streaks == Streaks(current: 4, longest: 4))
        #expect(rate == CompletionRate(value: 1, expected: 4))
    }

    @Test func `nothing is due or listed on a missing day`() throws {
        let history = history(.daily, doneOn: [-1])
        let pills = try #require(history.activities["a"])

        let bars = history.bars(of: pills, over: .week, endingOn: missing.advanced(by: 1))

        #expect(history.occurrences(on: missing).isEmpty)
        #expect(history.vacationSkips(on: missing).isEmpty)
        #expect(history.status(on: missing, asOf: missing.advanced(by: 9)).rate == nil)
        #expect(bars.suffix(3).map(\.value) == [1, nil, 0])
    }

    @Test func `nothing is carried from a missing day; the scheduled day before decides`() throws {
        let history = history(.monthly([15, 30]), carriesForward: true, doneOn: [])
        let rent = try #require(history.activities["a"])

        let carried = history.carried(rent, to: missing.advanced(by: 3))

        #expect(carried?.originalDay == missing.advanced(by: -15))
    }
}
