import Charts
import CivilTime
import Contracts
import Milestones
import Texts

/// Formats weight entries and milestones as text.
enum WeightText {
    static func line(_ entry: Weights.Entry) -> String {
        let fat = entry.bodyFat.map { ", \(NumberText.entered($0)) % fat" } ?? ""
        let note = entry.note.map { " \($0.onOneLine)" } ?? ""
        return
            "\(weighed(entry.weight)) \(entry.unit.rawValue) on \(entry.date)\(fat)\(note)"
    }

    /// A weight with two decimals: converted weights have more digits than were measured.
    static func weighed(_ weight: Double) -> String {
        decimalText(weight, decimals: 2)
    }

    static func celebrationText(_ celebration: Weights.Celebration) -> String {
        "Milestone reached: \(NumberText.short(celebration.target)) "
            + "\(celebration.unit.rawValue). "
            + "Acknowledge it with: dayline milestones --acknowledge"
    }

    /// `isUnfiltered` is true if no option limits the entries.
    static func table(
        _ listing: Weights.ListResponse, isUnfiltered: Bool = true, _ output: Output
    ) -> String {
        guard !listing.weights.isEmpty else {
            return isUnfiltered
                ? "There are no weight entries yet. Add one with: dayline weight add 81.2 kg"
                : "No weight entry matches. See all with: dayline weight list"
        }
        let unit = listing.unit.rawValue
        var table = TextTable([
            ("date", .left), ("weight", .right), ("average \(unit)", .right),
            ("\(unit) a week", .right), ("", .left), ("id", .left), ("note", .left),
        ])
        for row in listing.weights {
            table.add([
                row.date.description, "\(weighed(row.weight)) \(row.unit.rawValue)",
                NumberText.short(row.movingAverage), row.weeklyRate.map(signed) ?? "-",
                row.direction.rawValue, row.id, row.note ?? "",
            ])
        }
        return table.text(output)
    }

    static func progress(_ progress: Weights.MilestonesResponse, _ output: Output) -> String {
        let unit = progress.unit.rawValue
        func weight(_ value: Double?) -> String {
            value.map { "\(NumberText.short($0)) \(unit)" } ?? "-"
        }
        var lines = [
            output.styled("Goal \(weight(progress.goal))", .bold)
                + ", from \(weight(progress.start)), now \(weight(progress.current)), "
                + "every \(progress.intervalLabel)"
        ]
        if progress.reachedGoal {
            lines.append(output.styled("The goal is reached.", .green))
        } else if let next = progress.next, let share = progress.progress {
            // A weight is also near a milestone that it has just passed.
            let isNearNext = progress.current.map { progress.unit.isNear($0, next) } ?? false
            let near = isNearNext ? ", nearly there" : ""
            lines.append(
                "Next: \(weight(next)), \(weight(progress.toNext)) to go "
                    + "(\(NumberText.share(share)))\(near)")
        }
        for target in progress.targets {
            let day = target.achievedDate.map { " on \($0)" } ?? ""
            lines.append("\(target.reached ? "  ✓" : "  ·") \(weight(target.target))\(day)")
        }
        if let celebration = progress.celebration { lines.append(celebrationText(celebration)) }
        return lines.joined(separator: "\n")
    }

    static func trend(_ trend: Weights.TrendResponse, isRanged: Bool, _ output: Output) -> String {
        let unit = trend.unit.rawValue
        guard let last = trend.days.last else {
            return NoDataText.series(HealthLinks.weightMetric, isRanged: isRanged)
        }
        var lines = [
            output.styled("Weight, \(unit)", .bold)
                + ": \(NumberText.short(last.weight)) on \(last.date), "
                + "average \(NumberText.short(last.average)), \(trend.direction.rawValue)"
        ]
        if let rate = trend.weeklyRate { lines.append("\(signed(rate)) \(unit) in seven days") }
        if let ahead = trend.forecast.last {
            lines.append(
                "On \(ahead.date) about \(NumberText.short(ahead.weight)) \(unit) "
                    + "(\(NumberText.short(ahead.low)) to \(NumberText.short(ahead.high)) in four of "
                    + "five cases, by Holt's method)")
        }
        if let prediction = trend.prediction, let goal = trend.goal {
            lines.append("Goal \(NumberText.short(goal)) \(unit): \(predictionText(prediction))")
        }
        return lines.joined(separator: "\n")
    }

    private static func predictionText(_ prediction: Weights.Prediction) -> String {
        switch prediction.status {
        case "atGoal": "reached."
        case "wrongDirection": "the trend leads away from it."
        case "tooSlow": "more than two years away at this pace."
        case "onTrack": "on \(prediction.date?.description ?? "-") at this pace."
        default: "too few weight entries; it takes entries on seven days."
        }
    }

    private static func signed(_ value: Double) -> String {
        (value > 0 ? "+" : "") + NumberText.short(value)
    }
}

extension Weights.TrendResponse {
    var picture: Picture {
        WeightTrendChart(
            unit: unit.rawValue, days: days.map { ($0.date, $0.weight) },
            trend: days.map(\.average),
            forecast: forecast.map { ($0.date, $0.weight, $0.low, $0.high) }, goal: goal
        ).picture
    }
}

extension Weights.MilestonesResponse {
    /// Nil without a weight entry or a next milestone.
    var picture: Picture? {
        guard let current, let next, let progress else { return nil }
        return MilestoneRing(
            current: current, next: next, goal: goal, unit: unit.rawValue, fraction: progress,
            hasReachedGoal: reachedGoal,
            history: history.map {
                ($0.unit.convert($0.target, to: unit), $0.achievedDate.description)
            }
        ).picture
    }
}
