import CivilTime
import Testing
import Tracker
import TrackerRules

@Suite struct BarTests {
    /// A Sunday.
    private let today = CivilDate(days: 20_604)

    private func history(_ kind: ActivityKind, values: [Int: Double]) -> (ActivityHistory, Activity)
    {
        let activity = Activity(
            id: "a", name: "a", created: today.advanced(by: -400),
            configuration: Configuration(kind: kind))
        let entries = values.map { ago, value in
            Entry(
                id: Entry.ID("\(ago)"), activity: "a", day: today.advanced(by: -ago),
                outcome: .completed(value: value))
        }
        return (ActivityHistory(activities: [activity], entries: entries), activity)
    }

    @Test func `a weekly bar is the sum of a cumulative activity and the mean of a value`() {
        let values = [0: 4.0, 3: 8, 7: 5]
        let (sums, water) = history(.cumulative(Quantity(), by: .sum), values: values)
        let (means, weight) = history(.value(Quantity()), values: values)

        let summed = sums.bars(of: water, over: .sixMonths, endingOn: today)
        let averaged = means.bars(of: weight, over: .sixMonths, endingOn: today)

        #expect(summed.count == 26)
        #expect(summed.suffix(2).map(\.value) == [5, 12])
        #expect(averaged.suffix(3).map(\.value) == [nil, 5, 6])
    }

    @Test func `a short range has a bar for each day`() {
        let (history, walk) = history(.checkbox, values: [0: 1, 2: 1])

        let bars = history.bars(of: walk, over: .week, endingOn: today)

        #expect(bars.map(\.value) == [0, 0, 0, 0, 1, 0, 1])
        #expect(bars.last?.last == today)
    }
}
