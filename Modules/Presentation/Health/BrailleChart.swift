/// Draws a series of values with braille characters, which have eight dots each.
///
/// The horizontal axis is time, so that days without data are gaps: the line is interrupted before
/// a point whose `isConnected` is false.
struct BrailleChart {
    struct Point {
        /// Position on the time axis, in any unit.
        var position: Double
        var value: Double
        /// True if a line connects the point before.
        var isConnected: Bool
        var label: String
    }

    /// The width of the plot in characters.
    var width = 64
    /// The height of the plot in lines.
    var height = 12
    /// True if each point has a marker, and its value where that fits.
    var hasPointMarkers: Bool
    /// Values that the axis includes besides those of the points.
    var bounds: [Double] = []

    func text(_ points: [Point]) -> String {
        guard let first = points.first, let last = points.last else { return "" }
        let values = points.map(\.value) + bounds
        let low = values.reduce(first.value, min)
        let high = values.reduce(first.value, max)
        let span = high > low ? high - low : max(abs(high), 1)
        let bottom = high > low ? low : low - span / 2
        let duration = last.position > first.position ? last.position - first.position : 1

        var canvas = BrailleCanvas(width: width, height: height)
        let dots = points.map { point in
            (
                x: Int(
                    ((point.position - first.position) / duration * Double(width * 2 - 1)).rounded()
                ),
                y: Int(((1 - (point.value - bottom) / span) * Double(height * 4 - 1)).rounded())
            )
        }
        for (index, dot) in dots.enumerated() {
            if index > 0, points[index].isConnected {
                canvas.line(from: dots[index - 1], to: dot)
            }
            canvas.set(dot.x, dot.y)
        }
        var grid = canvas.rows
        if hasPointMarkers { mark(points, dots, in: &grid) }
        return frame(grid, bottom: bottom, top: bottom + span, first.label, last.label)
    }

    private func mark(
        _ points: [Point], _ dots: [(x: Int, y: Int)], in grid: inout [[Character]]
    ) {
        for dot in dots { grid[dot.y / 4][dot.x / 2] = "●" }
        for (point, dot) in zip(points, dots) {
            let text = Array(NumberText.short(point.value))
            let row = dot.y / 4 - 1
            let start = min(max(0, dot.x / 2 - text.count / 2), width - text.count)
            guard row >= 0, start >= 0 else { continue }
            let area = max(0, start - 1)..<min(width, start + text.count + 1)
            guard grid[row][area].allSatisfy({ $0 == BrailleCanvas.blank }) else { continue }
            grid[row].replaceSubrange(start..<start + text.count, with: text)
        }
    }

    private func frame(
        _ grid: [[Character]], bottom: Double, top: Double, _ firstLabel: String,
        _ lastLabel: String
    ) -> String {
        // In a chart of few rows two ticks may share a row.
        let ticks = Dictionary(
            [(0, top), (height / 2, (top + bottom) / 2), (height - 1, bottom)].map {
                ($0, NumberText.short($1))
            }
        ) { $1 }
        let margin = ticks.values.reduce(0) { max($0, $1.count) }
        var lines = grid.enumerated().map { row, cells in
            let tick = ticks[row] ?? ""
            return String(repeating: " ", count: margin - tick.count) + tick
                + (tick.isEmpty ? " │" : " ┤") + String(cells)
        }
        lines.append(
            String(repeating: " ", count: margin) + " └" + String(repeating: "─", count: width))
        let space = width - firstLabel.count - lastLabel.count
        let labels =
            space > 0 && firstLabel != lastLabel
            ? firstLabel + String(repeating: " ", count: space) + lastLabel : firstLabel
        lines.append(String(repeating: " ", count: margin + 2) + labels)
        return lines.joined(separator: "\n")
    }
}

/// A grid of dots, two wide and four high to a character.
private struct BrailleCanvas {
    static let blank: Character = " "

    private let width: Int
    private let height: Int
    private var cells: [UInt8]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        cells = Array(repeating: 0, count: width * height)
    }

    mutating func set(_ x: Int, _ y: Int) {
        guard x >= 0, y >= 0, x < width * 2, y < height * 4 else { return }
        // Unicode numbers the dots 1-2-3 and 4-5-6 down the columns, and 7 and 8 below them.
        let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
        cells[y / 4 * width + x / 2] |= bits[x % 2][y % 4]
    }

    /// Bresenham's line.
    mutating func line(from a: (x: Int, y: Int), to b: (x: Int, y: Int)) {
        let (dx, dy) = (abs(b.x - a.x), -abs(b.y - a.y))
        let (stepX, stepY) = (a.x < b.x ? 1 : -1, a.y < b.y ? 1 : -1)
        var (x, y, error) = (a.x, a.y, dx + dy)
        while true {
            set(x, y)
            if x == b.x && y == b.y { return }
            let doubled = 2 * error
            if doubled >= dy {
                error += dy
                x += stepX
            }
            if doubled <= dx {
                error += dx
                y += stepY
            }
        }
    }

    var rows: [[Character]] {
        (0..<height).map { row in
            (0..<width).map { column in
                let bits = cells[row * width + column]
                guard bits != 0, let scalar = Unicode.Scalar(0x2800 + UInt32(bits)) else {
                    return Self.blank
                }
                return Character(scalar)
            }
        }
    }
}
