package import CivilTime

/// A remark about a day, as a mark across a chart.
package struct DayNote: Hashable, Sendable {
    package var day: CivilDate
    package var text: String

    package init(day: CivilDate, text: String) {
        self.day = day
        self.text = text
    }
}

extension Frame {
    /// The beginning of each note's words beside its mark, where it has room.
    func words(_ notes: [DayNote]) -> [Element] {
        var end = -Double.infinity
        return notes.compactMap { note in
            let text = Letters.fitted(note.text, to: 130)
            let room = Letters.width(text)
            let middle = x(note.day, note.day)
            let start = middle + 8 + room <= right ? middle + 8 : middle - 8 - room
            guard start >= max(end, left) else { return nil }
            end = start + room + 4
            return Element(
                "text",
                [
                    "class": "faint value", "x": Figures.pixels(start),
                    "y": Figures.pixels(top + 4),
                ], text: text)
        }
    }

    /// A line for each note, which tells its words when pointed at or reached by keyboard.
    func marks(_ notes: [DayNote]) -> [Element] {
        notes.flatMap { note in
            let middle = x(note.day, note.day)
            let x = Figures.pixels(middle)
            return [
                Element(
                    "line",
                    [
                        "class": "note s-grey", "stroke-width": "1.5", "x1": x, "x2": x,
                        "y1": Figures.pixels(top), "y2": Figures.pixels(bottom),
                    ]),
                Element(
                    "circle",
                    ["class": "f-grey", "cx": x, "cy": Figures.pixels(top), "r": "4"]),
                Element(
                    "rect",
                    [
                        "class": "part", "tabindex": "0", "x": Figures.pixels(middle - 6),
                        "y": Figures.pixels(top - 6), "width": "12",
                        "height": Figures.pixels(bottom - top + 6),
                    ], [Element("title", text: "\(note.day): \(note.text)")]),
            ]
        }
    }
}
