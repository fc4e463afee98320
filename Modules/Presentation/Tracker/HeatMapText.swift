package import Charts
import CivilTime
package import Contracts
import TrackerRules

extension Statistics.HeatMapResponse: TextPresentable, PicturePresentable {
    package var picture: Picture {
        Charts.HeatMap(
            title: name ?? "Everything",
            days: days.map {
                Charts.HeatMap.Day(date: $0.date, state: state($0), rate: $0.rate)
            }
        ).picture
    }

    private func state(_ day: Statistics.HeatDay) -> HeatState {
        if day.date > date { return .future }
        if let created, day.date < created { return .beforeCreation }
        return switch HeatLevel(rawValue: day.level) ?? .none {
        case .vacation: .vacation
        case .skipped: .skipped
        case .none, .partial, .full:
            // The day of the answer is not over, so that nothing is missed yet.
            day.rate.map { $0 == 0 && day.date == date ? .notDue : HeatState(rate: $0) } ?? .notDue
        }
    }

    /// A row for each weekday.
    package func text(_ styler: some TextStyler) -> String {
        let rows = (0..<min(7, days.count)).map { row in
            let cells = stride(from: row, to: days.count, by: 7).map { index in
                Self.cell(days[index].level, styler)
            }
            return "\(days[row].date.shortWeekdayName)  \(cells.joined(separator: " "))"
        }
        let title = name ?? "everything"
        let span = "\(days.first?.date.description ?? "")..\(days.last?.date.description ?? "")"
        return (["\(title), \(span)"] + rows + ["# full  + partial  . none  - skipped  v vacation"])
            .joined(separator: "\n")
    }

    private static func cell(_ level: String, _ styler: some TextStyler) -> String {
        switch level {
        case "full": styler.styled("#", .green)
        case "partial": styler.styled("+", .green)
        case "skipped": styler.styled("-", .yellow)
        case "vacation": styler.styled("v", .accent)
        default: styler.styled(".", .dim)
        }
    }
}
