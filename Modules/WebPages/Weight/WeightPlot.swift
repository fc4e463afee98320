import Charts
import CivilTime
import Contracts
import Presentation

/// The area of a picture of weights: positions of days and weights, and the marks of both axes.
struct WeightPlot {
    let first: CivilDate
    /// The last day, not before `first`.
    let end: CivilDate
    let axis: ValueAxis
    /// In pixels.
    let width: Double
    /// In pixels.
    let height: Double

    let left = 40.0
    var right: Double { width - 8 }
    private let top = 12.0
    var bottom: Double { height - 28 }

    private func position(_ day: CivilDate) -> Double {
        let span = max(first.distance(to: end), 1)
        return left + (right - left) * Double(first.distance(to: day)) / Double(span)
    }

    func position(_ weight: Double) -> Double {
        bottom - (bottom - top) * axis.fraction(weight)
    }

    func x(_ day: CivilDate) -> String { oneDecimal(position(day)) }
    func y(_ weight: Double) -> String { oneDecimal(position(weight)) }

    /// The path through points, which are not empty.
    func line(_ points: [(day: CivilDate, weight: Double)]) -> String {
        "M" + points.map { "\(x($0.day)) \(y($0.weight))" }.joined(separator: "L")
    }

    /// Lines at round weights, with the weights at the left.
    @HTMLBuilder var valueMarks: HTML {
        for mark in axis.marks {
            element(
                "path",
                ["class": "grid", "d": "M\(oneDecimal(left)) \(y(mark))H\(oneDecimal(right))"])
            element(
                "text",
                [
                    "x": oneDecimal(left - 8), "y": oneDecimal(position(mark) + 4),
                    "text-anchor": "end",
                ]
            ) { NumberText.short(mark) }
        }
    }

    /// Labels of about `count` days below the plot.
    @HTMLBuilder func dayMarks(_ count: Int, areMonths: Bool) -> HTML {
        let indices = DayAxis.evenIndices(count, over: first.distance(to: end) + 1)
        for index in indices {
            let day = first.advanced(by: index)
            element(
                "text",
                [
                    "x": x(day), "y": oneDecimal(height - 8),
                    "text-anchor": anchor(position(day)),
                ]
            ) { areMonths ? DayAxis.label(day, .month) : day.shortText }
        }
    }

    /// The anchor that keeps a label inside the picture.
    private func anchor(_ position: Double) -> String {
        let margin = 24.0
        if position < left + margin { return "start" }
        return position > right - margin ? "end" : "middle"
    }

    /// A part of the plot that shows the numbers of a day.
    struct Part {
        let day: Weights.Day
        let x: String
        let width: String
    }

    /// Parts of equal width, each with its last day that has a weight; parts without one are absent.
    func parts(of days: [Weights.Day], atMost limit: Int) -> [Part] {
        let span = first.distance(to: days.last?.date ?? first) + 1
        let length = (span + limit - 1) / limit
        var shown: [Int: Weights.Day] = [:]
        for day in days { shown[first.distance(to: day.date) / length] = day }
        return shown.sorted { $0.key < $1.key }.map { index, day in
            let start = position(first.advanced(by: index * length))
            let stop = min(position(first.advanced(by: (index + 1) * length)), right)
            return Part(day: day, x: oneDecimal(start), width: oneDecimal(max(stop - start, 1)))
        }
    }
}
