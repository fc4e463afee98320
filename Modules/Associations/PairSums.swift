/// The sums of pairs of values from which a correlation and a slope are computed.
struct PairSums {
    private var (count, x, y, xx, yy, xy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

    mutating func add(_ first: Double, _ second: Double) {
        count += 1
        x += first
        y += second
        xx += first * first
        yy += second * second
        xy += first * second
    }

    /// Pearson's correlation; nil if one of both is constant.
    var correlation: Double? {
        guard count > 0 else { return nil }
        let (xSquares, ySquares) = (xx - x * x / count, yy - y * y / count)
        guard xSquares > xx * Self.leastShare, ySquares > yy * Self.leastShare else { return nil }
        return min(max((xy - x * y / count) / (xSquares * ySquares).squareRoot(), -1), 1)
    }

    /// The slope of the second over the first value by least squares; nil if the first is constant.
    ///
    /// Where the first value is an adjusted series of 0 and 1, and the second is adjusted in the
    /// same way, the slope is the difference of the means of both groups without what was removed
    /// (Frisch and Waugh 1933).
    var slope: Double? {
        guard count > 0 else { return nil }
        let xSquares = xx - x * x / count
        guard xSquares > xx * Self.leastShare else { return nil }
        return (xy - x * y / count) / xSquares
    }

    /// Smaller sums of squares are rounding errors.
    private static let leastShare = 1e-12

    static func += (total: inout PairSums, other: PairSums) {
        total.count += other.count
        total.x += other.x
        total.y += other.y
        total.xx += other.xx
        total.yy += other.yy
        total.xy += other.xy
    }

    static func -= (total: inout PairSums, other: PairSums) {
        total.count -= other.count
        total.x -= other.x
        total.y -= other.y
        total.xx -= other.xx
        total.yy -= other.yy
        total.xy -= other.xy
    }
}
