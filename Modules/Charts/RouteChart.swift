package import Workouts

/// A route as a line without a map: coloured by the pace of each kilometre, with marks of the
/// kilometres, a scale and the direction of north.
package struct RouteChart: Sendable {
    private let route: MeasuredRoute
    /// The band of each kilometre; nil: unknown.
    private let bands: [PaceBand?]
    private let label: String

    private static let width = 420.0
    private static let height = 300.0
    private static let margin = 28.0
    private static let metersPerDegree = 111_195.0

    /// - Parameters:
    ///   - route: The points.
    ///   - bands: The band of each kilometre, in order.
    ///   - label: The description for screen readers.
    package init(_ route: MeasuredRoute, bands: [PaceBand?], label: String) {
        self.route = route
        self.bands = bands
        self.label = label
    }

    /// The picture as an SVG element of a page.
    package var webMarkup: String {
        let plan = Plan(route.points.map(\.point))
        return Element(
            "svg",
            [
                "viewBox": "0 0 \(Int(Self.width)) \(Int(Self.height))", "role": "img",
                "aria-label": label,
            ], lines(plan) + marks(plan) + scale(plan) + Self.north
        ).markup
    }

    /// The projection of positions to pixels, north at the top.
    private struct Plan {
        private let west: Double
        private let north: Double
        /// The length of a degree of longitude compared with one of latitude.
        private let shrink: Double
        /// Pixels of a degree of latitude.
        private let zoom: Double
        private let left: Double
        private let top: Double

        init(_ points: [RoutePoint]) {
            let south = points.map(\.latitude).min() ?? 0
            let east = points.map(\.longitude).max() ?? 0
            west = points.map(\.longitude).min() ?? 0
            north = points.map(\.latitude).max() ?? 0
            shrink = max(0.01, cosine(ofDegrees: (south + north) / 2))
            let (across, down) = ((east - west) * shrink, north - south)
            let available = (
                width: RouteChart.width - 2 * RouteChart.margin,
                height: RouteChart.height - 2 * RouteChart.margin
            )
            // A route that stays in one place fills 20 m.
            let least = 20 / RouteChart.metersPerDegree
            zoom = min(available.width / max(across, least), available.height / max(down, least))
            left = (RouteChart.width - across * zoom) / 2
            top = (RouteChart.height - down * zoom) / 2
        }

        /// Pixels of a metre.
        var pixelsPerMeter: Double { zoom / RouteChart.metersPerDegree }

        func pixel(_ point: RoutePoint) -> (x: Double, y: Double) {
            (
                left + (point.longitude - west) * shrink * zoom,
                top + (north - point.latitude) * zoom
            )
        }

        func path(_ segments: [[RoutePoint]]) -> String {
            segments.map { segment in
                "M"
                    + segment.map { point in
                        let (x, y) = pixel(point)
                        return "\(ChartNumberText.pixels(x)) \(ChartNumberText.pixels(y))"
                    }.joined(separator: "L")
            }.joined()
        }
    }

    /// The class of a band.
    private static func tone(_ band: PaceBand?) -> String {
        switch band {
        case .fast: "s-cyan"
        case .steady, nil: "s-green"
        case .slow: "s-orange"
        }
    }

    private func lines(_ plan: Plan) -> [Element] {
        let casing = Element(
            "path",
            ["class": "casing", "d": plan.path(route.section(from: 0, to: route.meters))])
        let count = max(1, bands.count)
        let parts = (0..<count).map { index in
            let from = Double(index) * 1000
            let section = route.section(
                from: from, to: index == count - 1 ? route.meters : from + 1000)
            let band = bands.indices.contains(index) ? bands[index] : nil
            return Element(
                "path", ["class": "line \(Self.tone(band))", "d": plan.path(section)])
        }
        return [casing] + parts
    }

    /// The start, and each kilometre; of long routes every fifth, tenth and so on.
    private func marks(_ plan: Plan) -> [Element] {
        var marks: [Element] = []
        if let first = route.points.first {
            let (x, y) = plan.pixel(first.point)
            marks.append(Element.circle(x: x, y: y, radius: 6, class: "start"))
        }
        let whole = Int(route.meters / 1000)
        guard let step = [1, 2, 5, 10, 20, 50, 100].first(where: { whole / $0 <= 12 }), whole > 0
        else { return marks }
        for kilometre in stride(from: step, through: whole, by: step) {
            guard let point = route.point(at: Double(kilometre) * 1000) else { continue }
            let (x, y) = plan.pixel(point)
            marks.append(Element.circle(x: x, y: y, radius: 9, class: "mark"))
            marks.append(
                Element.text("\(kilometre)", x: x, y: y + 4, anchor: "middle"))
        }
        return marks
    }

    /// The bar of the greatest round length that is at most 120 pixels long.
    private func scale(_ plan: Plan) -> [Element] {
        let lengths = [
            10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000,
        ]
        guard let meters = lengths.last(where: { Double($0) * plan.pixelsPerMeter <= 120 }) else {
            return []
        }
        let end = 16 + Double(meters) * plan.pixelsPerMeter
        return [
            Element(
                "path",
                [
                    "class": "scale",
                    "d": "M16 280v8M16 284H\(ChartNumberText.pixels(end))"
                        + "M\(ChartNumberText.pixels(end)) 280v8",
                ]),
            Element.text(
                meters < 1000 ? "\(meters) m" : "\(meters / 1000) km", x: (16 + end) / 2, y: 275,
                anchor: "middle"),
        ]
    }

    private static let north = [
        Element.text("N", x: 402, y: 20, anchor: "middle"),
        Element("path", ["class": "scale", "d": "M402 42V26M398 32l4-6 4 6"]),
    ]
}
