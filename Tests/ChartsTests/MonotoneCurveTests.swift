import Charts
import Randomness
import Testing

@Suite struct MonotoneCurveTests {
    /// The point of the Bézier curve after point `index` at the parameter `share`.
    private func y(_ curve: MonotoneCurve, _ index: Int, _ share: Double) -> Double {
        let (leaving, arriving) = curve.handles(after: index)
        let (t, u) = (share, 1 - share)
        return u * u * u * curve.points[index].y + 3 * u * u * t * leaving.y
            + 3 * u * t * t * arriving.y + t * t * t * curve.points[index + 1].y
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `between two points the line rises, falls or stays as they do`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var x = 0.0
        let points = (0..<12).map { _ in
            x += Double(random.below(40) + 1)
            return PixelPoint(x: x, y: Double(random.below(5)) * 10)
        }

        let curve = MonotoneCurve(points)

        for index in points.indices.dropLast() {
            let walk = (0...50).map { y(curve, index, Double($0) / 50) }
            let steps = zip(walk, walk.dropFirst()).map { $1 - $0 }
            let rise = points[index + 1].y - points[index].y
            #expect(steps.allSatisfy { $0 * rise >= -1e-9 && (rise != 0 || abs($0) < 1e-9) })
        }
    }

    @Test func `the line passes through its points without a corner`() {
        let points = [
            PixelPoint(x: 0, y: 0), PixelPoint(x: 10, y: 4), PixelPoint(x: 14, y: 20),
            PixelPoint(x: 30, y: 21),
        ]

        let curve = MonotoneCurve(points)

        for index in 1..<3 {
            let before = curve.handles(after: index - 1).1
            let after = curve.handles(after: index).0
            let slope = (points[index].y - before.y) / (points[index].x - before.x)
            #expect(abs((after.y - points[index].y) / (after.x - points[index].x) - slope) < 1e-9)
        }
    }

    @Test func `points on a straight line stay on it`() {
        let curve = MonotoneCurve((0..<5).map { PixelPoint(x: Double($0) * 3, y: Double($0) * 2) })

        #expect(curve.slopes.allSatisfy { abs($0 - 2.0 / 3) < 1e-12 })
    }

    @Test func `one point is a dot, none is nothing`() {
        #expect(MonotoneCurve([PixelPoint(x: 3, y: 4.256)]).path == "M3,4.26L3,4.26")
        #expect(MonotoneCurve([]).path == "")
    }

    @Test(arguments: [
        (1.99, "M0,0L1.99,6L3.98,0"), (2.0, "M0,0C0.67,2 1.33,6 2,6C2.67,6 3.33,2 4,0"),
    ])
    func `points nearer than two pixels have lines between them`(distance: Double, path: String) {
        let points = (0..<3).map { PixelPoint(x: Double($0) * distance, y: $0 == 1 ? 6 : 0) }

        #expect(MonotoneCurve(points).path == path)
    }
}
