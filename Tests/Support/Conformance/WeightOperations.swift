import CivilTime
import FoundationEssentials
import Milestones
import TrackerDocuments

extension Operations {
    static let weightOperations: [String: Operation] = [
        "isValidWeight": { given, _ in
            let unit = try given["unit"].unit()
            let weights = try given["values"].list { try $0.anyDouble() }
            return [
                "valid": .list(weights) { .bool(WeightLimits.isValid(weight: $0, unit: unit)) }
            ]
        },
        "goalWeight": { given, _ in
            let unit = try given["unit"].unit()
            let goals = try given["values"].list { try $0.anyDouble() }
            return [
                "valid": .list(goals) { .bool(WeightLimits.isValid(goal: $0, unit: unit)) },
                "warning": .list(goals) { .enumValue(WeightLimits.warning(goal: $0, unit: unit)) },
            ]
        },
        "convert": { given, _ in
            let from = try given["from"].unit()
            let to = try given["to"].unit()
            return [
                "values": try .list(given["values"].list()) {
                    .number(from.convert(try $0.double(), to: to))
                }
            ]
        },
        "convertRoundTrip": { given, _ in
            let from = try given["from"].unit()
            let to = try given["to"].unit()
            let start = try given["value"].double()
            let end = (0..<(try given["times"].count())).reduce(start) { weight, _ in
                to.convert(from.convert(weight, to: to), to: from)
            }
            return ["drift": .number(abs(end - start))]
        },
        "direction": { given, _ in
            let rate = try given["weeklyRate"].ifPresent { try $0.double() }
            return ["direction": .enumValue(WeightDirection(weeklyRate: rate))]
        },
        "weeklyRate": { given, _ in
            ["weeklyRate": .number(weeklyRate(of: try given.weightEntries(), in: .lb))]
        },
        "streakWarning": { given, _ in
            let days = Set(try given["days"].list { try $0.day() })
            let warns = WeightReminders.shouldWarnOfStreak(days, asOf: try given["asOf"].day())
            return [
                "warn": .bool(warns), "minStreak": .count(WeightReminders.warnedStreak),
                "atHour": .count(WeightReminders.streakWarningHour),
            ]
        },
        "weeklySummary": { given, _ in
            let summary = WeeklyWeightSummary(
                try given.weightEntries(), in: .lb, endingOn: weightToday)
            return summary.map { summary in
                [
                    "entries": .count(summary.entries), "change": .number(summary.change),
                    "trend": .enumValue(summary.trend),
                ]
            } ?? .null
        },
        "optimalTime": { given, _ in
            let minutes = try given["times"].list { try $0.minuteOfDay() }
            let best = WeightReminders.bestMinute(of: minutes)
            return ["time": best.map { .timeOfDay($0) } ?? .null]
        },
        "csv": { given, _ in
            let entries = try given["entries"].list { row in
                WeightEntry(
                    day: try row["date"].day(), weight: try row["w"].double(),
                    unit: try row["unit"].unit(),
                    note: try row["note"].ifPresent { try $0.string() },
                    bodyFat: try row["bodyFat"].ifPresent { try $0.double() })
            }
            let chosen = entries.inOrder(
                from: try given["from"].ifPresent { try $0.day() },
                through: try given["to"].ifPresent { try $0.day() })
            let text = WeightTable.text(of: chosen)
            let rows = chosen.map { WeightTable.fields(of: $0) }
            return [
                "header": .text(text.split(separator: "\r\n").first.map(String.init)),
                "weights": .list(rows) { .number(Double($0[1])) },
                "noteFields": .list(rows) { .string($0[3]) },
            ]
        },
        "json": { given, _ in
            let plain = WeightEntry(day: weightToday, weight: 180, unit: .lb)
            var full = plain
            full.note = "note"
            full.bodyFat = 20
            let document = try JSONValue(
                encoding: WeightDocument(
                    Array(repeating: plain, count: max(1, given["entries"].count())) + [full],
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

extension JSONValue {
    fileprivate init(encoding value: some Encodable) throws {
        self = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
    }
}
