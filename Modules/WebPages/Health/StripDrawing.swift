import Charts
import CivilTime
import Contracts
import Presentation
import Texts
import Windows

/// The picture of a strip: the axis beside the scroller, and the days in it. The module of the
/// strips draws the same at the width of the screen.
struct StripDrawing {
    let days: [Insights.WindowResponse.Day]
    let kind: HealthChart.Kind
    let tone: Tone
    private let ticks: [Double]

    private static let dayWidth = 32.0
    private static let top = 10.0
    private static let bottom = 134.0
    /// The number of steps of the axis, at least.
    private static let stepCount = 3.0

    init(days: [Insights.WindowResponse.Day], kind: HealthChart.Kind, tone: Tone) {
        self.days = days
        self.kind = kind
        self.tone = tone
        ticks = Self.ticks(
            days.compactMap(\.value).filter(\.isFinite), fromZero: kind != .line)
    }

    /// Round numbers around all values.
    private static func ticks(_ values: [Double], fromZero: Bool) -> [Double] {
        guard let least = values.min(), let greatest = values.max() else { return [0, 1] }
        var (low, high) = (fromZero ? min(0, least) : least, greatest)
        if low == high { (low, high) = (fromZero ? low : low - 1, high + 1) }
        let raw = (high - low) / stepCount
        guard raw.isNormal else { return [0, 1] }
        var power = 1.0
        while power > raw { power /= 10 }
        while power * 10 <= raw { power *= 10 }
        let step = [1, 2, 2.5, 5, 10].map { $0 * power }.first { $0 >= raw } ?? power * 10
        let first = (low / step + 1e-9).rounded(.down)
        let last = (high / step - 1e-9).rounded(.up)
        return (0...max(1, Int(min(last - first, 10)))).map { (first + Double($0)) * step }
    }

    private func y(_ value: Double) -> Double {
        guard let low = ticks.first, let high = ticks.last, high > low else { return Self.bottom }
        return Self.bottom - (value - low) / (high - low) * (Self.bottom - Self.top)
    }

    private func x(_ index: Int) -> Double { (Double(index) + 0.5) * Self.dayWidth }

    var axis: HTML {
        element(
            "svg",
            [
                "class": "strip-axis", "width": "40", "height": "160", "viewBox": "0 0 40 160",
                "aria-hidden": "true",
            ]
        ) {
            for tick in ticks {
                element(
                    "text", ["x": "32", "y": oneDecimal(y(tick) + 4), "text-anchor": "end"]
                ) { Self.compact(tick) }
            }
        }
    }

    /// `5K` of 5000.
    private static func compact(_ value: Double) -> String {
        switch abs(value) {
        case 1e6...: decimalText(value / 1e6, decimals: 1) + "M"
        case 1000...: decimalText(value / 1000, decimals: 1) + "K"
        default: NumberText.entered(value)
        }
    }

    /// The days; `label` is read by screen readers.
    func plot(label: String) -> HTML {
        let width = "\(Int(Self.dayWidth) * days.count)"
        return element(
            "svg",
            [
                "width": width, "height": "160", "viewBox": "0 0 \(width) 160", "role": "img",
                "aria-label": label,
            ]
        ) {
            for tick in ticks {
                element("path", ["class": "grid", "d": "M0 \(oneDecimal(y(tick)))H\(width)"])
            }
            for (index, day) in days.enumerated() {
                if day.value == nil {
                    element(
                        "path",
                        ["class": "gap", "d": "M\(x(index) - 3) \(Int(Self.bottom) - 2)h6"])
                }
                if kind == .bar, let value = day.value { bar(value, at: index) }
                if Self.hasLabel(day.date) {
                    element(
                        "text", ["x": "\(x(index))", "y": "152", "text-anchor": "middle"]
                    ) { day.date.shortText }
                }
            }
            if kind != .bar {
                for run in runs { line(run) }
            }
        }
    }

    /// True for every fifth day of a month and its first.
    private static func hasLabel(_ date: CivilDate) -> Bool {
        let day = date.components.day
        return day == 1 || (day % 5 == 0 && day < 30)
    }

    private func bar(_ value: Double, at index: Int) -> HTML {
        let width = Self.dayWidth * 0.66
        let (zero, end) = (y(0), y(value))
        return element(
            "rect",
            [
                "class": "f-\(tone.rawValue)", "x": oneDecimal(x(index) - width / 2),
                "y": oneDecimal(min(zero, end)), "width": oneDecimal(width),
                "height": oneDecimal(max(abs(zero - end), 1)), "rx": "4",
            ])
    }

    /// The values of adjacent days as points.
    private var runs: [[(x: String, y: String)]] {
        var runs: [[(x: String, y: String)]] = []
        var isInRun = false
        for (index, day) in days.enumerated() {
            guard let value = day.value else {
                isInRun = false
                continue
            }
            if !isInRun { runs.append([]) }
            isInRun = true
            runs[runs.count - 1].append((oneDecimal(x(index)), oneDecimal(y(value))))
        }
        return runs
    }

    @HTMLBuilder private func line(_ run: [(x: String, y: String)]) -> HTML {
        let points = run.map { "\($0.x) \($0.y)" }.joined(separator: "L")
        if kind == .area, let first = run.first, let last = run.last {
            element(
                "path",
                [
                    "class": "f-\(tone.rawValue) fade",
                    "d": "M\(first.x) 134L\(points)L\(last.x) 134Z",
                ])
        }
        element("path", ["class": "line s-\(tone.rawValue)", "d": "M\(points)"])
        if kind == .line || run.count == 1 {
            for point in run {
                element(
                    "circle",
                    ["class": "f-\(tone.rawValue)", "cx": point.x, "cy": point.y, "r": "2.5"])
            }
        }
    }
}
