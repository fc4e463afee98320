package import Charts
import CivilTime
package import Contracts
import TrackerRules

extension Statistics.HeatMapResponse: TextPresentable, PicturePresentable {
    package var picture: Picture { picture(isHeaded: true) }

    /// The least width of a heat map without heading, of which a phone shows 13 weeks.
    private static let pageWidth = 285.0

    /// The heat map as a picture, with or without its heading.
    package func picture(isHeaded: Bool) -> Picture {
        Charts.HeatMap(
            title: name ?? "Everything",
            days: days.map {
                Charts.HeatMap.Day(
                    date: $0.date, state: $0.state(asOf: date, created: created), rate: $0.rate)
            }, isHeaded: isHeaded, leastWidth: isHeaded ? 420 : Self.pageWidth
        ).picture
    }

    /// A row for each weekday.
    package func text(_ styler: some TextStyler) -> String {
        let rows = (0..<min(7, days.count)).map { row in
            let cells = stride(from: row, to: days.count, by: 7).map { index in
                days[index].state(asOf: date, created: created).cell(styler)
            }
            return "\(days[row].date.shortWeekdayName)  \(cells.joined(separator: " "))"
        }
        let title = name ?? "everything"
        let span = "\(days.first?.date.description ?? "")..\(days.last?.date.description ?? "")"
        let legend = "# full  + partial  x missed  o open  . not due  - skipped  v vacation"
        return (["\(title), \(span)"] + rows + [legend]).joined(separator: "\n")
    }
}

extension HeatState {
    fileprivate func cell(_ styler: some TextStyler) -> String {
        switch self {
        case .done(4): styler.styled("#", .green)
        case .done: styler.styled("+", .green)
        case .missed: styler.styled("x", .dim)
        case .open: "o"
        case .skipped: styler.styled("-", .yellow)
        case .vacation: styler.styled("v", .accent)
        case .notDue: styler.styled(".", .dim)
        case .beforeCreation, .future: " "
        }
    }
}

extension Statistics.HeatDay {
    /// The state in a heat map as of a day. `created` is the creation day of the activity; nil: unknown.
    func state(asOf today: CivilDate, created: CivilDate?) -> HeatState {
        if date > today { return .future }
        if let created, date < created { return .beforeCreation }
        return switch HeatLevel(rawValue: level) ?? .none {
        case .vacation: .vacation
        case .skipped: .skipped
        case .none, .partial, .full:
            rate.map { $0 == 0 && open == true ? .open : HeatState(rate: $0) } ?? .notDue
        }
    }
}
