import CivilTime
import Contracts
import Folding
import Testing
import Tracker

struct DayNumbersTests {
    /// An activity whose kind changed on day 10.
    private func activity(_ old: ActivityKind, then new: ActivityKind) -> Activity {
        let snapshot = ConfigurationSnapshot(
            first: CivilDate(days: 0), last: CivilDate(days: 9),
            configuration: Configuration(kind: old), parentage: .unknown)
        return Activity(
            id: "a", name: "A", created: CivilDate(days: 0),
            configuration: Configuration(kind: new), history: ConfigurationHistory([snapshot]))
    }

    /// The numbers of entries as (day, value), in order of time.
    private func numbers(
        of activity: Activity, asOf day: Int32? = nil, _ entries: [(Int32, Double?)]
    ) -> DayColumns {
        var numbers = DayNumbers(of: activity, asOf: day.map { CivilDate(days: $0) })
        for (instant, entry) in entries.enumerated() {
            numbers.add(entry.1, on: CivilDate(days: entry.0), at: Int64(instant))
        }
        return numbers.finished()
    }

    /// The kind on a day, the present kind, the entries of the day, and its number as sum, count, least,
    /// greatest and last value; nil without a number. An entry without a value is a tick.
    private static let conversions:
        [(old: ActivityKind, new: ActivityKind, entries: [Double?], number: [Double]?)] = [
            (.sum("ml"), .sum("l"), [500, 250], [0.75, 2, 0.25, 0.5, 0.25]),
            (.sum("ml"), .value(Quantity(unit: "l")), [500, 250], [0.75, 1, 0.75, 0.75, 0.75]),
            (.average, .sum(nil), [4, 8], [6, 1, 6, 6, 6]),
            (.value(Quantity()), .average, [4, 8], [8, 1, 8, 8, 8]),
            (.sum("pages"), .sum("chapters"), [4, 8], [12, 2, 4, 8, 8]),
            (.sum("kg"), .sum("km"), [4], nil),
            (.sum(nil), .checkbox, [4, 8], [2, 2, 1, 1, 1]),
            (.checkbox, .sum(nil), [1], nil),
            (.checkbox, .checkbox, [nil], [1, 1, 1, 1, 1]), (.sum(nil), .sum(nil), [nil], nil),
            (.answer(.text), .checkbox, [nil], [1, 1, 1, 1, 1]),
            (.answer(.text), .answer(.time), [4], [0, 1, 0, 0, 0]),
            (.answer(.text), .sum(nil), [4], nil), (.sum(nil), .answer(.text), [4], nil),
            (.container, .sum(nil), [4], nil), (.sum(nil), .container, [4], nil),
        ]

    @Test(arguments: conversions.indices)
    func `a day of another kind becomes one number of its own kind, in the requested unit`(
        index: Int
    ) {
        let (old, new, entries, number) = Self.conversions[index]

        let days = numbers(of: activity(old, then: new), entries.map { (5, $0) })

        #expect(days.day == (number == nil ? [] : [5]))
        let found = [days.sum, days.count.map { Double($0) }, days.min, days.max, days.last]
        #expect(found.flatMap(\.self) == number ?? [])
        #expect(days.rawSum == days.sum)
    }

    @Test func `the requested day decides the kind, and each day has its configuration`() {
        let activity = activity(.average, then: .sum("l"))
        let entries: [(Int32, Double?)] = [(5, 1), (5, 3), (12, 4), (12, 6)]

        let present = numbers(of: activity, entries)
        let past = numbers(of: activity, asOf: 9, entries)

        #expect(DayNumbers(of: activity, asOf: nil).kind?.number == .total)
        #expect(DayNumbers(of: activity, asOf: nil).kind?.unit == "l")
        #expect(DayNumbers(of: activity, asOf: CivilDate(days: 9)).kind?.number == .mean)
        #expect(present.day == [5, 12])
        #expect(present.sum == [2, 10])
        #expect(present.count == [1, 2])
        #expect(past.sum == [4, 10])
        #expect(past.count == [2, 1])
    }
}

extension ActivityKind {
    fileprivate static let average = cumulative(Quantity(), by: .average)

    fileprivate static func sum(_ unit: String?) -> ActivityKind {
        .cumulative(Quantity(unit: unit), by: .sum)
    }
}
