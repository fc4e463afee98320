import Texts
import Tracker

/// A box for each weekday, in the order of the language of the browser.
struct WeekdayBoxes {
    /// The beginning of the identifiers of the boxes, unique on the page.
    let id: String
    let legend: String
    /// True for the ISO weekdays whose boxes are checked.
    let isChecked: (_ weekday: Int) -> Bool

    /// The name of the box of an ISO weekday.
    static func name(_ weekday: Int) -> String { "weekday-\(weekday)" }

    /// The ISO weekdays whose boxes are in the fields of a form or a query, ascending.
    static func checked(in fields: [String: String]) -> [Int] {
        (1...7).filter { fields[name($0)] != nil }
    }

    var html: HTML {
        element("fieldset", ["class": "stack tight"]) {
            element("legend", ["class": "soft small"]) { legend }
            element("div", ["class": "row"]) {
                for weekday in TextLocale.current?.weekdays ?? Array(1...7) { box(weekday) }
            }
        }
    }

    private func box(_ weekday: Int) -> HTML {
        let name = Self.name(weekday)
        return checkBox(id: "\(id)-\(name)", name: name, isChecked: isChecked(weekday)) {
            Schedule.weekdayName(weekday)
        }
    }
}
