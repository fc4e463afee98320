import CivilTime
import FoundationEssentials
import JSON
import Milestones

extension Operations {
    static let weightOperations: [String: Operation] = [
        "isValidWeight": { input, _ in
            let unit = try input["unit"].unit()
            let weights = try input["values"].list { try $0.anyDouble() }
            return [
                "valid": .list(weights) { .bool(WeightLimits.isValid(weight: $0, unit: unit)) }
            ]
        },
        "goalWeight": { input, _ in
            let unit = try input["unit"].unit()
            let goals = try input["values"].list { try $0.anyDouble() }
            return [
                "valid": .list(goals) { .bool(WeightLimits.isValid(goal: $0, unit: unit)) },
                "warning": .list(goals) { .enumValue(WeightLimits.warning(goal: $0, unit: unit)) },
            ]
        },
        "convert": { input, _ in
            let from = try input["from"].unit()
            let to = try input["to"].unit()
            return [
                "values": try .list(input["values"].list()) {
                    .number(from.convert(try $0.double(), to: to))
                }
            ]
        },
        "convertRoundTrip": { input, _ in
            let from = try input["from"].unit()
            let to = try input["to"].unit()
            let start = try input["value"].double()
            let end = (0..<(try input["times"].count())).reduce(start) { weight, _ in
                to.convert(from.convert(weight, to: to), to: from)
            }
            return ["drift": .number(abs(end - start))]
        },
        "direction": { input, _ in
            let rate = try input["weeklyRate"].ifPresent { try $0.double() }
            return ["direction": .enumValue(WeightDirection(weeklyRate: rate))]
        },
        "weeklyRate": { input, _ in
            ["weeklyRate": .number(weeklyRate(of: try input.weightEntries(), in: .lb))]
        },
        "streakWarning": { input, _ in
            let days = Set(try input["days"].list { try $0.day() })
            let warns = WeightReminders.shouldWarnOfStreak(days, asOf: try input["asOf"].day())
            return [
                "warn": .bool(warns), "minStreak": .count(WeightReminders.warnedStreak),
                "atHour": .count(WeightReminders.streakWarningHour),
            ]
        },
        "weeklySummary": { input, _ in
            let summary = WeeklyWeightSummary(
                try input.weightEntries(), in: .lb, endingOn: weightToday)
            return summary.map { summary in
                [
                    "entries": .count(summary.entries), "change": .number(summary.change),
                    "trend": .enumValue(summary.trend),
                ]
            } ?? .null
        },
        "optimalTime": { input, _ in
            let minutes = try input["times"].list { try $0.minuteOfDay() }
            let best = WeightReminders.bestMinute(of: minutes)
            return ["time": best.map { .timeOfDay($0) } ?? .null]
        },
        "csv": { input, _ in
            let entries = try input["entries"].list { row in
                WeightEntry(
                    day: try row["date"].day(), weight: try row["w"].double(),
                    unit: try row["unit"].unit(),
                    note: try row["note"].ifPresent { try $0.string() },
                    bodyFat: try row["bodyFat"].ifPresent { try $0.double() })
            }
            let chosen = entries.inOrder(
                from: try input["from"].ifPresent { try $0.day() },
                through: try input["to"].ifPresent { try $0.day() })
            let text = WeightCSV.text(of: chosen)
            let rows = chosen.map { WeightCSV.fields(of: $0) }
            return [
                "header": .text(text.split(separator: "\r\n").first.map(String.init)),
                "weights": .list(rows) { .number(Double($0[1])) },
                "noteFields": .list(rows) { .string($0[3]) },
            ]
        },
        "json": { input, _ in
            let plain = WeightEntry(day: weightToday, weight: 180, unit: .lb)
            var full = plain
            full.note = "note"
            full.bodyFat = 20
            let document = try JSONValue(
                encoding: WeightDocument(
                    Array(repeating: plain, count: max(1, input["entries"].count())) + [full],
                    appVersion: "1", exportDate: "2026-01-01T00:00:00Z"))
            let entries = document.object?["entries"]?.array?.map { $0.object ?? [:] } ?? []
            let always = entries.dropFirst().reduce(Set(entries.first?.keys.map(\.self) ?? [])) {
                $0.intersection($1.keys)
            }
            let sometimes = Set(entries.flatMap(\.keys)).subtracting(always)
            return [
                "keys": .list(document.object?.keys.sorted() ?? []) { .string($0) },
                "entryKeys": .list(always.sorted()) { .string($0) },
                "optionalEntryKeys": .list(sometimes.sorted()) { .string($0) },
                "nilKeysOmitted": .bool(!entries.contains { $0.values.contains(.null) }),
            ]
        },
    ]
}
