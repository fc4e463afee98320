package import CivilTime
import Memberwise

/// The question types of the seed insights app, whose questions are activities here.
package enum QuestionType: String, CaseIterable, Codable, Sendable {
    case numeric, scale, slider, water, boolean, text, multipleChoice, time

    /// True for types that are entered in increments; each point has the total so far.
    package var isRunningTotal: Bool {
        switch self {
        case .scale, .slider, .water: true
        case .numeric, .boolean, .text, .multipleChoice, .time: false
        }
    }

    /// The activity kind of the question type.
    package func kind(_ quantity: Quantity = Quantity(), options: [String] = []) -> ActivityKind {
        switch self {
        case .numeric: .value(quantity)
        case .scale, .slider, .water: .cumulative(quantity, by: .sum)
        case .boolean: .checkbox
        case .text: .answer(.text)
        case .multipleChoice: .answer(.choice(options: options))
        case .time: .answer(.time)
        }
    }

    /// The points of one day from numbers in the order in which they were entered.
    ///
    /// A running total has a point per number, with its increment. Other types have only the last
    /// number, because each answer replaces the previous one.
    package func points(of numbers: [Double]) -> [AnswerPoint] {
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
@Memberwise
package struct AnswerPoint: Hashable, Codable, Sendable {
    package var value: Double
    package var delta: Double?

    /// The change as "before -> after".
    package var changeText: String {
        "\(plainText(value - (delta ?? value))) -> \(plainText(value))"
    }
}

/// Points grouped by day, newest day first, and newest first within a day.
package func answerHistory(
    _ points: [(moment: LocalTime, point: AnswerPoint)]
) -> [(day: CivilDate, changes: [String])] {
    Dictionary(grouping: points, by: \.moment.date)
        .sorted { $0.key > $1.key }
        .map { day, points in
            (day, points.sorted { $0.moment > $1.moment }.map(\.point.changeText))
        }
}
