package import CivilTime
import Memberwise

/// A note on a day, drawn as a vertical mark across a chart.
@Memberwise
package struct ChartAnnotation: Hashable, Sendable {
    package var day: CivilDate
    package var text: String
}

extension PlotArea {
    /// The text of each note beside its mark, shortened to the available width; none that would
    /// overlap another text or mark.
    func labels(_ notes: [ChartAnnotation]) -> [PlacedLabel] {
        var end = -Double.infinity
        let marks = notes.map { x($0.day, $0.day) }
        return notes.compactMap { note in
            let text = TextWidth.fitted(note.text, to: 130)
            let width = TextWidth.width(text)
            let middle = x(note.day, note.day)
            let places = [middle + 8, middle - 8 - width]
            let start = places.first { start in
                start >= max(end, left) && start + width <= right
                    && !marks.contains { start - 5 < $0 && $0 < start + width + 5 }
            }
            guard let start else { return nil }
            end = start + width + 4
            return PlacedLabel(
                text: text, middle: start + width / 2, y: top + 4, width: width)
        }
    }

    /// A line for each note, with the text as a tooltip and for keyboard focus.
    func marks(_ notes: [ChartAnnotation]) -> [Element] {
        guard !format.isWeb else { return notes.map(flag) }
        return notes.flatMap { note in
            let middle = x(note.day, note.day)
            return [
                Element.line(
                    from: (middle, top), to: (middle, bottom), class: "note s-grey", width: "1.5"),
                Element.circle(x: middle, y: top, radius: 4, class: "f-grey"),
                Element(
                    "rect",
                    [
                        "class": "part", "tabindex": "0", "x": ChartNumberText.pixels(middle - 6),
                        "y": ChartNumberText.pixels(top - 6), "width": "12",
                        "height": ChartNumberText.pixels(bottom - top + 6),
                    ], [Element("title", text: "\(note.day): \(note.text)")]),
            ]
        }
    }

    /// The line of a note on a page, which lists the notes beside the picture.
    private func flag(_ note: ChartAnnotation) -> Element {
        let x = x(note.day, note.day)
        return Element.line(from: (x, top), to: (x, bottom), class: "flag")
    }
}
