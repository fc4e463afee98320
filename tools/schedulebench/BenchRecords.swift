import CivilTime
import Tracker

/// A deterministic profile with many activities and years of entries.
///
/// Of ten activities six are daily (one of them cumulative, one with two sessions, two in a container), two
/// weekly and one monthly with misses carried forward, and one is a container. Six of seven due occurrences
/// are done, with one entry each, or four a day for the cumulative activity.
struct BenchRecords {
    var activities: [Activity] = []
    var entries: [Entry] = []
    let first: CivilDate
    let last: CivilDate

    init(activities count: Int, years: Int) {
        last = CivilDate(days: 20_606)
        first = last.advanced(by: 1 - years * 365)
        activities = (0..<count).map { activity($0) }
        for (number, activity) in activities.enumerated() where number % 10 != 9 {
            log(activity, number)
        }
    }

    private func activity(_ number: Int) -> Activity {
        var configuration = Configuration(carriesForward: true)
        switch number % 10 {
        case 0: configuration.kind = .cumulative(Quantity(target: 2500, unit: "ml"), by: .sum)
        case 1: configuration.slots = [.morning, .evening]
        case 6: configuration.schedule = .weekly([1, 3, 5])
        case 7: configuration.schedule = .weekly([1, 2, 3, 4, 5])
        case 8: configuration.schedule = .monthly([1, 15])
        case 9: configuration.kind = .container
        default: break
        }
        let isChild = (2...3).contains(number % 10)
        return Activity(
            id: Self.id(number), name: "Activity \(number)", created: first,
            configuration: configuration,
            parent: isChild ? Self.id(number / 10 * 10 + 9) : nil, position: number)
    }

    private mutating func log(_ activity: Activity, _ number: Int) {
        var day = first
        while day <= last {
            let isDone = activity.isScheduled(on: day) && (Int(day.days) + number) % 7 != 0
            for number in 0..<(isDone ? Self.entriesOfADay(number) : 0) {
                entries.append(entry(of: activity, on: day, number))
            }
            day = day.advanced(by: 1)
        }
    }

    private static func entriesOfADay(_ number: Int) -> Int {
        switch number % 10 {
        case 0: 4
        case 1: 2
        default: 1
        }
    }

    /// The entry of a day with this number.
    func entry(of activity: Activity, on day: CivilDate, _ number: Int) -> Entry {
        let slots = activity.configuration.slots
        let id = "\(activity.id.rawValue.suffix(20))-\(day)-\(number)"
        return Entry(
            id: Entry.ID(id), activity: activity.id, day: day, outcome: .completed(value: 700),
            slot: slots.isEmpty ? nil : slots[number % slots.count],
            loggedAt: Int64(day.days) * 86_400_000 + Int64(number))
    }

    private static func id(_ number: Int) -> Activity.ID {
        Activity.ID("00000000-0000-4000-8000-\(100_000_000_000 + number)")
    }
}
