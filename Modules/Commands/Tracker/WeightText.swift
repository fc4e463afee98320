import Charts
import CivilTime
import Contracts
import Milestones
import Texts

/// Weights and milestones in words.
enum WeightText {
    static func line(_ entry: Weights.Entry) -> String {
        let fat = entry.bodyFat.map { ", \(NumberText.entered($0)) % fat" } ?? ""
        let note = entry.note.map { " \($0.onOneLine)" } ?? ""
        return
            "\(weighed(entry.weight)) \(entry.unit.rawValue) on \(entry.date)\(fat)\(note)"
    }

    /// A weight as a scale shows it: one that was converted has digits that nobody measured.
    static func weighed(_ weight: Double) -> String {
        decimalText(weight, decimals: 2)
    }

    static func celebrationText(_ celebration: Weights.Celebration) -> String {
        "Milestone reached: \(NumberText.short(celebration.target)) "
            + "\(celebration.unit.rawValue). "
            + "Say that you have seen it with: dayline milestones --acknowledge"
    }

    /// `isWhole`: whether all weighings were asked for.
    static func table(
        _ listing: Weights.ListResponse, isWhole: Bool = true, _ output: Output
    ) -> String {
        guard !listing.weights.isEmpty else {
            return isWhole
                ? "There are no weighings yet. Add one with: dayline weight add 81.2 kg"
                : "No weighing is like that. See them all with: dayline weight list"
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
            // A weight is near the milestone that it has just passed, too.
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
        default: "too few weighings to tell; it takes seven days with one."
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
    /// Nil before the first weighing.
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
