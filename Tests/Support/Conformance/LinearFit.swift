/// A line fitted by least squares.
struct LinearFit: Hashable, Sendable {
    var slope: Double
    var intercept: Double

    /// Nil with fewer than two different x values.
    init?(_ points: [(x: Double, y: Double)]) {
        guard !points.isEmpty else { return nil }
        let count = Double(points.count)
        let meanX = points.reduce(0) { $0 + $1.x } / count
        let meanY = points.reduce(0) { $0 + $1.y } / count
        let spread = points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
        guard spread > 0 else { return nil }
        slope = points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) } / spread
        intercept = meanY - slope * meanX
    }

    func value(at x: Double) -> Double {
        intercept + slope * x
    }
}
