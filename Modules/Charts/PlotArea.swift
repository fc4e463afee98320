import CivilTime

/// The coordinates of days and values in a picture, and the axes and headings around them.
struct PlotArea {
    static let width = 640.0
    static let headingHeight = 44.0
    /// The approximate width of a letter of a label.
    static let letterWidth = 6.3
    /// The ratio of heading letters (15 pixels, bold) to label letters (11 pixels).
    private static let titleScale = 1.5

    let format: PictureFormat
    let axis: ValueAxis
    let left: Double
    let right: Double
    let top: Double
    let bottom: Double
    /// The first day, in days since 1970.
    private let first: Double
    /// The day after the last one, in days since 1970.
    private let end: Double

    /// A plot area for `days`, including gaps, with `headroom` pixels above the highest value for
    /// labels. `labelWidth` is the width of the labels of the values; nil for that of this axis.
    init(
        days: ClosedRange<CivilDate>, axis: ValueAxis, headroom: Double = 8,
        labelWidth: Double? = nil, format: PictureFormat = .file
    ) {
        self.format = format
        self.axis = axis
        left = format.margin + (labelWidth ?? Self.labelWidth(of: axis))
        right = format.width - format.margin
        top = format.headingHeight + headroom
        bottom = format.height - 30
        first = Double(days.lowerBound.days)
        end = Double(days.upperBound.days) + 1
    }

    /// The width of the widest label of an axis.
    static func labelWidth(of axis: ValueAxis) -> Double {
        let letters = axis.marks.reduce(1) { widest, mark in
            max(widest, ChartNumberText.tick(mark, step: axis.step).count)
        }
        return Double(letters) * letterWidth
    }

    var width: Double { format.width }
    var height: Double { format.height }

    /// The x coordinate of the middle of a range of days, both ends inclusive.
    func x(_ start: CivilDate, _ end: CivilDate) -> Double {
        x(Double(start.days) / 2 + Double(end.days + 1) / 2)
    }

    /// The x coordinate of a moment in days.
    func x(_ position: Double) -> Double {
        left + (position - first) / (end - first) * (right - left)
    }

    var dayWidth: Double { (right - left) / (end - first) }

    func y(_ value: Double) -> Double {
        bottom - axis.fraction(value) * (bottom - top)
    }

    /// The heading, with the title at the left and a remark at the right. A page has its own.
    func heading(_ title: String, _ remark: String) -> [Element] {
        format.isWeb ? [] : Self.heading(title, remark, width: width)
    }

    static func heading(_ title: String, _ remark: String, width: Double) -> [Element] {
        let titleWidth = width - 60 - TextWidth.width(remark)
        let shown = TextWidth.fitted(title, to: max(titleWidth, 80), scale: titleScale)
        return [
            Element.text(shown, x: 20, y: 28, class: "title"),
            Element.text(remark, x: width - 20, y: 28, class: "faint", anchor: "end"),
        ]
    }

    /// Grid lines at the round values, with labels at the left.
    var valueMarks: [Element] {
        axis.marks.flatMap { mark in
            let y = y(mark)
            return [
                Element.line(from: (left, y), to: (right, y), class: "grid"),
                Element(
                    "text",
                    [
                        "class": "faint", "x": ChartNumberText.pixels(left - 8),
                        "y": ChartNumberText.pixels(y), "dy": "4",
                        "text-anchor": "end",
                    ], text: ChartNumberText.tick(mark, step: axis.step)),
            ]
        }
    }

    /// The unit above the labels of the values; a page shows the unit elsewhere.
    func unitMark(_ unit: String) -> [Element] {
        guard !format.isWeb, !unit.isEmpty else { return [] }
        return [
            Element.text(unit, x: 20, y: format.headingHeight - 2, class: "faint unit")
        ]
    }

    /// The labels of the largest number of marks, at most `limit`, of which none overlaps another. `marks`
    /// returns marks at equal distances for the most that they may be.
    func marksThatFit(
        atMost limit: Int, _ marks: (Int) -> [(x: Double, label: String)]
    ) -> [Element] {
        for count in stride(from: limit, to: 1, by: -1) {
            let candidates = marks(count)
            let labels = dayMarks(candidates)
            if labels.count == candidates.count { return labels }
        }
        return dayMarks(marks(1))
    }

    /// Labels below the days, none beyond the right end of the plot; a label that would overlap
    /// another is dropped.
    func dayMarks(_ marks: [(x: Double, label: String)]) -> [Element] {
        let places = marks.map { mark -> (middle: Double, width: Double) in
            let width = Double(mark.label.count) * Self.letterWidth
            return (min(max(mark.x, width / 2 + 4), right - width / 2), width)
        }
        return DayAxis.nonOverlapping(places, gap: 8).map { index in
            Element.text(
                marks[index].label, x: places[index].middle, y: bottom + 20, class: "faint",
                anchor: "middle")
        }
    }

    /// An invisible strip over the whole height with a tooltip, which can have keyboard focus.
    func detail(from start: CivilDate, through last: CivilDate, _ text: String) -> Element {
        let left = x(Double(start.days))
        return Element(
            "rect",
            [
                "class": "part", "tabindex": "0", "x": ChartNumberText.pixels(left),
                "y": ChartNumberText.pixels(top),
                "width": ChartNumberText.pixels(x(Double(last.days) + 1) - left),
                "height": ChartNumberText.pixels(bottom - top),
            ], [Element("title", text: text)])
    }
}
