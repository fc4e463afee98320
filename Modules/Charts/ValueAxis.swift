/// The range of values of a chart, with marks at round numbers.
package struct ValueAxis: Hashable, Sendable {
    package let low: Double
    package let high: Double
    package let step: Double

    /// The approximate number of marks.
    package static let targetMarkCount = 4

    /// Magnitudes that can be drawn: smaller ones count as 0, and greater ones are ignored.
    private static let magnitudes = 1e-200...1e200
    /// Values that differ by a smaller share of themselves are equal: no marks are between them.
    private static let leastShare = 1e-12

    /// - Parameters:
    ///   - values: The values to draw; values outside ``magnitudes`` are ignored.
    ///   - fromZero: True to start at zero, for bars. Lines also start at zero, unless the lower
    ///     half of the chart would be empty.
    package init(_ values: some Sequence<Double>, fromZero: Bool) {
        var least = Double.infinity
        var greatest = -Double.infinity
        for value in values where abs(value) <= Self.magnitudes.upperBound {
            let value = abs(value) < Self.magnitudes.lowerBound ? 0 : value
            least = min(least, value)
            greatest = max(greatest, value)
        }
        if least > greatest { (least, greatest) = (0, 1) }
        if fromZero || (least >= 0 && least < greatest / 2) { least = min(least, 0) }
        if fromZero || (greatest <= 0 && greatest > least / 2) { greatest = max(greatest, 0) }
        let magnitude = max(abs(least), abs(greatest))
        if greatest - least <= magnitude * Self.leastShare {
            let margin = magnitude == 0 ? 1 : magnitude / 10
            greatest += margin
            if !fromZero { least -= margin }
        }
        step = Self.roundStep(atLeast: (greatest - least) / Double(Self.targetMarkCount))
        low = (least / step).rounded(.down) * step
        high = (greatest / step).rounded(.up) * step
    }

    /// The round numbers from `low` to `high`.
    package var marks: [Double] {
        let count = Int(((high - low) / step).rounded())
        return (0...count).map { low + Double($0) * step }
    }

    /// True if zero is not on the axis, so that heights are not proportional to values.
    package var isCut: Bool { low > 0 || high < 0 }

    /// 0 at `low`, 1 at `high`.
    package func fraction(_ value: Double) -> Double {
        (value - low) / (high - low)
    }

    /// The smallest of 1, 2, 2.5, 5 and 10 times a power of ten that is at least `width`.
    private static func roundStep(atLeast width: Double) -> Double {
        var power = 1.0
        while power > width { power /= 10 }
        while power * 10 <= width { power *= 10 }
        return [1, 2, 2.5, 5, 10].map { $0 * power }.first { $0 >= width } ?? power * 10
    }
}
