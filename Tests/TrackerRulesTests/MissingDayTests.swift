import CivilTime
import Testing
import Tracker
import TrackerRules

/// A date that the person's clocks left out, in the middle of what is kept up.
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

    @Test func `streaks go on across it, and rates leave it out`() throws {
        let diary = history(.daily, doneOn: [-3, -2, -1, 1])
        let pills = try #require(diary.activities["a"])

        let streaks = diary.streaks(of: pills, asOf: missing.advanced(by: 1))
        let rate = diary.completionRate(of: pills, days: 5, endingOn: missing.advanced(by: 1))

        #expect(streaks == Streaks(current: 4, longest: 4))
        #expect(rate == CompletionRate(value: 1, expected: 4))
    }

    @Test func `it asks for nothing, and shows nothing`() throws {
        let diary = history(.daily, doneOn: [-1])
        let pills = try #require(diary.activities["a"])

        let bars = diary.bars(of: pills, over: .week, endingOn: missing.advanced(by: 1))

        #expect(diary.occurrences(on: missing).isEmpty)
        #expect(diary.vacationSkips(on: missing).isEmpty)
        #expect(diary.status(on: missing, asOf: missing.advanced(by: 9)).rate == nil)
        #expect(bars.suffix(3).map(\.value) == [1, nil, 0])
    }

    @Test func `nothing is carried from it: the scheduled day before decides`() throws {
        let diary = history(.monthly([15, 30]), carriesForward: true, doneOn: [])
        let rent = try #require(diary.activities["a"])

        let carried = diary.carried(rent, to: missing.advanced(by: 3))

        #expect(carried?.originalDay == missing.advanced(by: -15))
    }
}
