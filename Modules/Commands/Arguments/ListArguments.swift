import ArgumentParser
import CivilTime
import Tracker

/// Weekdays separated by commas: names, unique prefixes, or numbers from 1 (Monday).
struct WeekdayList: ExpressibleByArgument {
    /// ISO weekdays.
    var values: Set<Int>

    init?(argument: String) {
        values = []
        for word in argument.lowercased().split(separator: ",") {
            if let number = Int(word), (1...7).contains(number) {
                values.insert(number)
                continue
            }
            let matches = weekdayNames.indices.filter {
                weekdayNames[$0].lowercased().hasPrefix(word)
            }
            guard word.count >= 2, matches.count == 1 else { return nil }
            values.insert(matches[0] + 1)
        }
        guard !values.isEmpty else { return nil }
    }
}

/// Whole numbers, such as `1,15`.
struct NumberList: ExpressibleByArgument {
    var values: Set<Int>

    init?(argument: String) {
        values = []
        for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let number = Int(word) else { return nil }
            values.insert(number)
        }
    }
}

/// Words separated by commas.
struct TextList: ExpressibleByArgument {
    var values: [String]

    init?(argument: String) {
        values = argument.split(separator: ",").map { word in
            let start = word.drop { $0 == " " }
            return String(start.reversed().drop { $0 == " " }.reversed())
        }
        guard !values.isEmpty, values.allSatisfy({ !$0.isEmpty }) else { return nil }
    }
}

/// Parts of the day separated by commas.
struct SlotList: ExpressibleByArgument {
    var values: [Slot]

    init?(argument: String) {
        values = []
        for word in argument.split(separator: ",") {
            guard let slot = Slot(rawValue: String(word)) else { return nil }
            values.append(slot)
        }
        guard !values.isEmpty else { return nil }
    }
}

/// Hours of a day, such as `6-9`.
struct HourWindow: ExpressibleByArgument {
    var value: TimeWindow

    init?(argument: String) {
        let hours = argument.split(separator: "-").map { Int($0) }
        guard hours.count == 2, let start = hours[0], let end = hours[1],
            (0...24).contains(start), (0...24).contains(end)
        else { return nil }
        value = TimeWindow(startHour: start, endHour: end)
    }
}
