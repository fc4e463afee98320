import Presentation

/// A small line of the values of days.
struct ValueSpark {
    /// The name of the activity.
    let name: String
    /// Oldest first; nil without a value.
    let values: [Double?]

    private static let (width, height, margin) = (104.0, 28.0, 3.0)

    /// Nil with fewer than two values.
    var html: HTML? {
        let known = values.compactMap(\.self)
        guard known.count > 1, let low = known.min(), let high = known.max() else { return nil }
        let range = high > low ? high - low : 1
        let step = (Self.width - 2 * Self.margin) / Double(max(values.count - 1, 1))
        let points = values.enumerated().compactMap { index, value in
            value.map { value in
                let x = Self.margin + step * Double(index)
                let y =
                    Self.height - Self.margin
                    - (Self.height - 2 * Self.margin) * (value - low) / range
                return "\(oneDecimal(x)) \(oneDecimal(y))"
            }
        }
        return element(
            "svg",
            [
                "class": "spark", "viewBox": "0 0 104 28", "role": "img",
                "aria-label": "\(name), \(values.count) days, from \(NumberText.short(low)) to "
                    + NumberText.short(high),
            ]
        ) {
            element(
                "path", ["class": "line s-accent", "d": "M" + points.joined(separator: "L")])
        }
    }
}
