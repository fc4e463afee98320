import CivilTime
import Tracker

/// The question types of the seed insights app, whose questions are activities here.
enum QuestionType: String {
    case numeric, scale, slider, water, boolean, text, multipleChoice, time

    /// True for types that are entered in increments; each point has the total so far.
    private var isRunningTotal: Bool {
        switch self {
        case .scale, .slider, .water: true
        case .numeric, .boolean, .text, .multipleChoice, .time: false
        }
    }

    /// The kind of an activity without a unit, a target or options that the question type becomes.
    var kind: ActivityKind {
        switch self {
        case .numeric: .value(Quantity())
        case .scale, .slider, .water: .cumulative(Quantity(), by: .sum)
        case .boolean: .checkbox
        case .text: .answer(.text)
        case .multipleChoice: .answer(.choice(options: []))
        case .time: .answer(.time)
        }
    }

    /// The points of one day from numbers in the order in which they were entered.
    ///
    /// A running total has a point per number, with its increment. Other types have only the last
    /// number, because each answer replaces the previous one.
    func points(of numbers: [Double]) -> [AnswerPoint] {
        guard isRunningTotal else {
            return numbers.last.map { [AnswerPoint(value: $0, delta: nil)] } ?? []
        }
        var total = 0.0
        return numbers.map { delta in
            total += delta
            return AnswerPoint(value: total, delta: delta)
        }
    }
}

/// The value of a numeric answer, and its increment if the type is a running total.
struct AnswerPoint {
    var value: Double
    var delta: Double?

    /// The change as "before -> after".
    private var changeText: String {
        "\(plainText(value - (delta ?? value))) -> \(plainText(value))"
    }

    /// The changes of points grouped by day, newest day first, and newest first within a day.
    static func history(_ points: [(moment: LocalTime, point: AnswerPoint)]) -> [[String]] {
        Dictionary(grouping: points, by: \.moment.date)
            .sorted { $0.key > $1.key }
            .map { $0.value.sorted { $0.moment > $1.moment }.map(\.point.changeText) }
    }
}
