package import CivilTime

/// The kinds of question of the insights app, whose questions are activities here.
package enum QuestionType: String, CaseIterable, Codable, Sendable {
    case numeric, scale, slider, water, boolean, text, multipleChoice, time

    /// Scale, slider and water are given bit by bit, and each point holds the total so far.
    package var isRunningTotal: Bool {
        switch self {
        case .scale, .slider, .water: true
        case .numeric, .boolean, .text, .multipleChoice, .time: false
        }
    }

    /// The kind of activity that asks it.
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

    /// The points of one day, from the numbers given one after the other.
    ///
    /// A running total keeps a point for each, with what it added; of a plain number only the last
    /// stays, since each answer replaces the one before.
    package func points(of given: [Double]) -> [AnswerPoint] {
        guard isRunningTotal else {
            return given.last.map { [AnswerPoint(value: $0, delta: nil)] } ?? []
        }
        var total = 0.0
        return given.map { delta in
            total += delta
            return AnswerPoint(value: total, delta: delta)
        }
    }
}

/// A number answered, and what it added to the one before where it is a running total.
package struct AnswerPoint: Hashable, Codable, Sendable {
    package var value: Double
    package var delta: Double?

    package init(value: Double, delta: Double?) {
        self.value = value
        self.delta = delta
    }

    /// "before -> after", as the history lists it.
    package var changeText: String {
        "\(plainText(value - (delta ?? value))) -> \(plainText(value))"
    }
}

/// Points as a history lists them: by day, newest day first, and in it newest first.
package func answerHistory(
    _ points: [(moment: LocalTime, point: AnswerPoint)]
) -> [(day: CivilDate, changes: [String])] {
    Dictionary(grouping: points, by: \.moment.date)
        .sorted { $0.key > $1.key }
        .map { day, points in
            (day, points.sorted { $0.moment > $1.moment }.map(\.point.changeText))
        }
}
