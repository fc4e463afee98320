package import Contracts
import Milestones
import Texts

extension Weights.Entry: TextPresentable {
    package func text(_ styler: some TextStyler) -> String { line }

    /// Weight, day, body fat and note.
    package var line: String {
        let fat = bodyFat.map { ", \(NumberText.entered($0)) % fat" } ?? ""
        let note = note.map { " \($0.onOneLine)" } ?? ""
        return "\(WeightText.weighed(weight)) \(unit.rawValue) on \(date)\(fat)\(note)"
    }
}

extension Weights.AddResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        ([entry.line] + (celebration.map { [$0.sentence] } ?? [])).joined(separator: "\n")
    }
}

extension Weights.Celebration {
    /// The milestone and the command that acknowledges the celebration.
    package var sentence: String {
        "Milestone reached: \(NumberText.short(target)) \(unit.rawValue). "
            + "Acknowledge it with: dayline milestones --acknowledge"
    }
}

extension Weights.ListResponse {
    /// `isUnfiltered` is true if no option limits the entries.
    package func text(isUnfiltered: Bool, _ styler: some TextStyler) -> String {
        let unit = unit.rawValue
        return TextTable(
            of: weights, .left("date", \.date),
            .right("weight") { "\(WeightText.weighed($0.weight)) \($0.unit.rawValue)" },
            .right("average \(unit)", \.movingAverage),
            .right("\(unit) a week") { $0.weeklyRate.map(NumberText.signed) ?? "-" },
            .left("", \.direction.rawValue), .left("id", \.id), .left("note", \.note)
        ).text(
            styler,
            orIfEmpty: isUnfiltered
                ? "There are no weight entries yet. Add one with: dayline weight add 81.2 kg"
                : "No weight entry matches. See all with: dayline weight list")
    }
}

/// Formats weights.
package enum WeightText {
    /// A weight with two decimals: converted weights have more digits than were measured.
    package static func weighed(_ weight: Double) -> String { decimalText(weight, decimals: 2) }
}
