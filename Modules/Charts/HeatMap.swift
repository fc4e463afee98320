package import CivilTime
import Memberwise

/// A heat map of completion: weeks as columns, days as squares.
@Memberwise
package struct HeatMap: Sendable {
    @Memberwise
    package struct Day: Hashable, Sendable {
        package var date: CivilDate
        package var state: HeatState
        /// The completion rate, 0 to 1; nil if nothing was due.
        package var rate: Double?
    }

    package var title: String
    /// Consecutive days, oldest first. The first is the first day of a week, so that each row is a
    /// weekday.
    package var days: [Day]
    /// True unless a page has a heading and a margin of its own.
    package var isHeaded = true
    /// The width for the names of the states, and the least width of the picture.
    package var leastWidth = 420.0

    private static let side = 15.0
    private static let pitch = 19.0

    /// The first column of days, with the names of the weekdays before it.
    private var left: Double { isHeaded ? 56 : 36 }
    /// The distance of the last column from the right edge, with the gap between columns.
    private var right: Double { isHeaded ? 20 : 2 }

    package var picture: Picture {
        let table = DataTable(
            caption: title, columns: ["date", "state", "rate"],
            rows: days.map {
                [$0.date.description, $0.state.name, $0.rate.map(DataTable.cell) ?? ""]
            })
        let counted = days.compactMap(\.rate)
        let mean = counted.isEmpty ? 0 : counted.reduce(0, +) / Double(counted.count)
        let full = days.reduce(0) { $0 + ($1.state == .done(4) ? 1 : 0) }
        return Picture(
            title: title, label: "\(title): the last \(days.count) days",
            summary: "\(full) of \(days.count) days were done in full; on average "
                + "\(ChartNumberText.label(mean * 100)) % of what counted.",
            table: table, width: width,
            height: (legendPlaces.last?.y ?? top + 7 * Self.pitch) + 32,
            shapes: (isHeaded ? PlotArea.heading(title, "", width: leastWidth) : []) + weekdays
                + months
                + days.enumerated().map { square($1, at: $0) } + legend)
    }

    private func square(_ day: Day, at index: Int) -> Element {
        let rate = day.rate.map { ", \(ChartNumberText.label($0 * 100)) %" } ?? ""
        let mark = HeatMark(
            state: day.state, x: left + Double(index / 7) * Self.pitch,
            y: top + Double(index % 7) * Self.pitch, side: Self.side)
        return Element(
            "g", ["class": "day", "tabindex": "0"],
            [Element("title", text: "\(day.date.dayText): \(day.state.name)\(rate)")] + mark.shapes)
    }

    /// The first letter of each weekday beside its row.
    private var weekdays: [Element] {
        days.prefix(7).enumerated().map { row, day in
            Element.text(
                String(day.date.weekdayName.prefix(3)), x: left - 10,
                y: top + Double(row) * Self.pitch + 12, class: "faint weekday", anchor: "end")
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
            let x = left + Double(column) * Self.pitch
            if x < free { elements.removeLast() }
            free = x + 26
            elements.append(
                Element.text(monthAbbreviation(first.month), x: x, y: top - 8, class: "faint"))
        }
        return elements
    }

    private var legend: [Element] {
        legendPlaces.flatMap { state, x, y in
            HeatMark(state: state, x: x, y: y, side: 12).shapes + [
                Element.text(state.name, x: x + 17, y: y + 10, class: "faint")
            ]
        }
    }

    /// The places of the states in rows of the least width, which a scrolled picture shows first.
    private var legendPlaces: [(state: HeatState, x: Double, y: Double)] {
        var x = left
        var y = top + 7 * Self.pitch + 14
        return HeatState.all.map { state in
            let width = 17 + TextWidth.width(state.name)
            if x + width > leastWidth - (isHeaded ? 12 : 0), x > left {
                x = left
                y += Self.legendPitch
            }
            defer { x += width + 14 }
            return (state, x, y)
        }
    }

    /// The first row of days.
    private var top: Double { isHeaded ? 66 : 24 }
    private static let legendPitch = 19.0

    private var width: Double {
        max(left + Double((days.count + 6) / 7) * Self.pitch + right, leastWidth)
    }
}
