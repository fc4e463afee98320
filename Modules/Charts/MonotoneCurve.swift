import Memberwise

/// A position in a drawing, in pixels from its upper left corner.
@Memberwise
package struct PixelPoint: Hashable, Sendable {
    package var x: Double
    package var y: Double
}

/// A smooth curve through points without overshoot.
///
/// Fritsch and Carlson, "Monotone Piecewise Cubic Interpolation", SIAM Journal on Numerical
/// Analysis 17 (1980): between two points the curve is monotone.
package struct MonotoneCurve: Hashable, Sendable {
    package let points: [PixelPoint]
    /// The slope of the curve at each point.
    package let slopes: [Double]

    /// - Parameter points: Ascending by x, without equal x.
    package init(_ points: [PixelPoint]) {
        self.points = points
        let secants = zip(points, points.dropFirst()).map { left, right in
            (right.y - left.y) / (right.x - left.x)
        }
        guard let first = secants.first, let last = secants.last else {
            slopes = points.map { _ in 0 }
            return
        }
        var slopes =
            [first]
            + zip(secants, secants.dropFirst()).map { $0 * $1 > 0 ? ($0 + $1) / 2 : 0 } + [last]
        for (index, secant) in secants.enumerated() {
            guard secant != 0 else {
                slopes[index] = 0
                slopes[index + 1] = 0
                continue
            }
            let left = slopes[index] / secant
            let right = slopes[index + 1] / secant
            let square = left * left + right * right
            if square > 9 {
                let scale = 3 / square.squareRoot()
                slopes[index] = scale * left * secant
                slopes[index + 1] = scale * right * secant
            }
        }
        self.slopes = slopes
    }

    /// The two control points of the Bézier curve from point `index` to the next.
    package func handles(after index: Int) -> (PixelPoint, PixelPoint) {
        let (left, right) = (points[index], points[index + 1])
        let third = (right.x - left.x) / 3
        return (
            PixelPoint(x: left.x + third, y: left.y + third * slopes[index]),
            PixelPoint(x: right.x - third, y: right.y - third * slopes[index + 1])
        )
    }

    /// The least distance by x in pixels of two points between which the path is a curve. A curve between nearer
    /// points looks like a line and needs three times as many numbers.
    private static let leastCurveWidth = 2.0

    /// The curve as SVG path data, with lines between near points. A single point is a line of length zero, which
    /// round line caps show as a dot.
    package var path: String {
        guard let first = points.first else { return "" }
        var path = "M\(text(first))"
        if points.count == 1 { path += "L\(text(first))" }
        for index in points.indices.dropLast() {
            let next = points[index + 1]
            guard next.x - points[index].x >= Self.leastCurveWidth else {
                path += "L\(text(next))"
                continue
            }
            let (leaving, arriving) = handles(after: index)
            path += "C\(text(leaving)) \(text(arriving)) \(text(next))"
        }
        return path
    }

    private func text(_ place: PixelPoint) -> String {
        "\(ChartNumberText.pixels(place.x)),\(ChartNumberText.pixels(place.y))"
    }
}
