import CivilTime
import Contracts
import Presentation
import Tracker

extension Activities.Item {
    /// Target, days and parts of the day, such as `20 min every afternoon`.
    var summary: String {
        var parts = ["\(amountText)\(dueText)"]
        if type == .container {
            parts.insert(NumberText.count(children.count, "activity", "activities"), at: 0)
        }
        if let health {
            switch health.mode {
            case .read: parts.append("read from health data")
            case .write: parts.append("written to health data")
            case .both: parts.append("read from and written to health data")
            }
        }
        return parts.joined(separator: ", ")
    }

    private var amountText: String {
        if let target {
            let time = per == .week ? "a week " : per == .month ? "a month " : ""
            return (atMost == true ? "at most " : "") + NumberText.entered(target, unit) + " "
                + time
        }
        return unit.map { "in \($0), " } ?? ""
    }

    private var dueText: String {
        let sessions = slots.filter { $0 != .allDay }.map(\.rawValue)
        if case .daily = schedule {
            if per == .week || per == .month { return "on any day" }
            return sessions.isEmpty ? "every day" : "every \(Self.list(sessions))"
        }
        return ([schedule.daysText] + (sessions.isEmpty ? [] : [Self.list(sessions)]))
            .joined(separator: ", ")
    }

    /// `a, b and c`.
    static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}

extension Schedule {
    /// The days as a text, such as `on Monday and Sunday`.
    var daysText: String {
        switch self {
        case .daily: "every day"
        case .weekly(let days):
            "on " + Activities.Item.list(days.sorted().map(Schedule.weekdayName))
        case .monthly(let days):
            "on day \(Activities.Item.list(days.sorted().map(String.init))) of the month"
        case .everyDays, .times: text
        case .everyWeeks(let count, let days, _):
            (count == 1 ? "every week" : "every \(count) weeks")
                + (days.isEmpty
                    ? ""
                    : " on " + Activities.Item.list(days.sorted().map(Schedule.weekdayName)))
        case .sticky: "until it is done"
        case .adhoc(let day): day.map { "on \($0.fullText)" } ?? "on no day"
        }
    }

    /// The name of an ISO weekday, 1 Monday to 7 Sunday.
    static func weekdayName(_ weekday: Int) -> String {
        // 1970-01-05 was a Monday.
        CivilDate(days: 4).advanced(by: (weekday - 1) % 7).weekdayName
    }
}

extension ActivityType {
    /// The type in the form, and its meaning.
    var texts: (name: String, meaning: String) {
        switch self {
        case .checkbox: ("Done or not", "Complete with one tap.")
        case .value: ("One value", "A number for each session, such as kilograms.")
        case .cumulative: ("Amounts", "Amounts of a day are added, such as millilitres.")
        case .container: ("Group", "Complete when its activities are complete.")
        case .metric: ("Measurement", "A number, photos, a check or notes.")
        case .answer: ("Question", "A text, an answer of a list, or a time.")
        }
    }
}
