package import CivilTime
import Memberwise
package import TrackerRules

/// A heat map of completion: weeks as columns, days as squares.
@Memberwise
package struct HeatMap: Sendable {
    @Memberwise
    package struct Day: Hashable, Sendable {
        package var date: CivilDate
        package var level: HeatLevel
        /// The completion rate, 0 to 1; nil if nothing was due.
        package var rate: Double?
    }

    package var title: String
    /// Consecutive days, oldest first. The first is the first day of a week, so that each row is a
    /// weekday.
    package var days: [Day]

    private static let side = 15.0
    private static let pitch = 19.0
    private static let left = 56.0
    private static let top = 66.0

    package var picture: Picture {
        let table = DataTable(
            caption: title, columns: ["date", "level", "rate"],
            rows: days.map {
                [$0.date.description, $0.level.rawValue, $0.rate.map(DataTable.cell) ?? ""]
            })
        let counted = days.compactMap(\.rate)
        let mean = counted.isEmpty ? 0 : counted.reduce(0, +) / Double(counted.count)
        let full = days.reduce(0) { $0 + ($1.level == .full ? 1 : 0) }
        let columns = Double((days.count + 6) / 7)
        return Picture(
            title: title, label: "\(title): the last \(days.count) days",
            summary: "\(full) of \(days.count) days were done in full; on average "
                + "\(ChartNumberText.label(mean * 100)) % of what counted.",
            table: table, width: max(Self.left + columns * Self.pitch + 20, 420),
            height: Self.top + 7 * Self.pitch + 40,
            shapes: PlotArea.heading(title, "", width: 420) + weekdays + months
                + days.enumerated().map { square($1, at: $0) } + legend)
    }

    private func square(_ day: Day, at index: Int) -> Element {
        let rate = day.rate.map { ", \(ChartNumberText.label($0 * 100)) %" } ?? ""
        return Element(
            "rect",
            [
                "class": Self.fill(day.level), "tabindex": "0",
                "x": ChartNumberText.pixels(Self.left + Double(index / 7) * Self.pitch),
                "y": ChartNumberText.pixels(Self.top + Double(index % 7) * Self.pitch),
                "width": ChartNumberText.pixels(Self.side),
                "height": ChartNumberText.pixels(Self.side),
                "rx": "3",
            ], [Element("title", text: "\(day.date): \(Self.name(day.level))\(rate)")])
    }

    /// The first letter of each weekday beside its row.
    private var weekdays: [Element] {
        days.prefix(7).enumerated().map { row, day in
            Element(
                "text",
                [
                    "class": "faint weekday", "x": ChartNumberText.pixels(Self.left - 10),
                    "y": ChartNumberText.pixels(Self.top + Double(row) * Self.pitch + 12),
                    "text-anchor": "end",
                ], text: String(day.date.weekdayName.prefix(3)))
        }
    }

    /// The name of each month above its first column.
    private var months: [Element] {
        var elements: [Element] = []
        var free = -Double.infinity
        for (column, start) in stride(from: 0, to: days.count, by: 7).enumerated() {
            let week = days[start..<min(start + 7, days.count)]
            guard
                let first = week.first(where: { $0.date.day == 1 })?.date
                    ?? (column == 0 ? week.first?.date : nil)
            else { continue }
            let x = Self.left + Double(column) * Self.pitch
            if x < free { elements.removeLast() }
            free = x + 26
            elements.append(
                Element(
                    "text",
                    [
                        "class": "faint", "x": ChartNumberText.pixels(x),
                        "y": ChartNumberText.pixels(Self.top - 8),
                    ],
                    text: monthAbbreviation(first.month)))
        }
        return elements
    }

    private var legend: [Element] {
        let y = Self.top + 7 * Self.pitch + 10
        var x = Self.left
        return HeatLevel.allCases.flatMap { level in
            let word = Self.name(level)
            let elements = [
                Element(
                    "rect",
                    [
                        "class": Self.fill(level), "x": ChartNumberText.pixels(x),
                        "y": ChartNumberText.pixels(y),
                        "width": "12", "height": "12", "rx": "3",
                    ]),
                Element(
                    "text",
                    [
                        "class": "faint", "x": ChartNumberText.pixels(x + 17),
                        "y": ChartNumberText.pixels(y + 10),
                    ],
                    text: word),
            ]
            x += 17 + Double(word.count) * PlotArea.letterWidth + 14
            return elements
        }
    }

    private static func fill(_ level: HeatLevel) -> String {
        switch level {
        case .vacation: "f-accent"
        case .skipped: "f-orange"
        case .none: "empty"
        case .partial: "f-pale"
        case .full: "f-green"
        }
    }

    private static func name(_ level: HeatLevel) -> String {
        switch level {
        case .vacation: "vacation"
        case .skipped: "skipped"
        case .none: "none"
        case .partial: "partial"
        case .full: "done"
        }
    }
}
