import CivilTime
import HealthMetrics
import JSON
import Tracker
import TrackerRules

extension Operations {
    static let healthLinkOperations: [String: Operation] = [
        "healthSync": { input, _ in
            let kind = try input["type"].kindWithoutTarget()
            let entries = try input["logs"].list().enumerated().map { try $1.syncedEntry($0) }
            let sync = HealthSync(
                entries, of: kind, mode: try input["mode"].enumValue(),
                reading: HealthReading(
                    total: try input["todayTotal"].ifPresent { try $0.double() },
                    samples: try input["samples"].list { try $0.double() }))
            let after = sync.applied(to: entries) { value in
                Entry(
                    id: "synced", activity: "a", day: CivilDate(days: 20_000),
                    outcome: .completed(value: value), source: .health)
            }
            let status = DayStatus(of: Configuration(kind: kind), entries: after)
            return [
                "logs": .list(after) { .log($0) },
                "changed": .bool(sync != .unchanged),
                "dayTotal": kind.type == .cumulative ? .number(status.value) : .null,
            ]
        },
        "syncModes": { input, _ in
            let modes = try input["modes"].list { try $0.enumValue(HealthMode.self) }
            return [
                "reads": .list(modes) { .bool($0.canRead) },
                "writes": .list(modes) { .bool($0.canWrite) },
                "excludeOwn": .list(modes) { mode in
                    mode.excludesOwnSamples.map { .bool($0) } ?? .null
                },
            ]
        },
        "passiveMetric": { input, _ in
            let day = CivilDate(days: 20_000)
            let kind = ActivityKind.metric(.value(Quantity()))
            let metric = Activity(
                id: "m", name: "m", created: day,
                configuration: Configuration(
                    kind: kind, health: HealthLink(metric: "restingHeartRate"),
                    isPassive: try input["isPassive"].bool()))
            let history = ActivityHistory(activities: [metric])
            let sync = HealthSync(
                [], of: kind, mode: .read, reading: HealthReading(total: nil, samples: [60]))
            let refusal = metric.linkRefusal(as: .metric, linked: [], metrics: 0)
            return [
                "onDayList": .bool(!history.occurrences(on: day).isEmpty),
                "inCompletion": .bool(history.isExpected(metric, on: day)),
                "synced": .bool(sync != .unchanged),
                "linkable": .bool(refusal == nil),
            ]
        },
        "displayUnit": { input, _ in
            guard let metric = Metric.known(key: try input["type"].string()) else {
                throw CaseInput.Malformed(description: "an unknown type")
            }
            let stored = try UnitConversion(from: input["rawUnit"].string(), to: metric.unit)
            let shown = metric.display.converted(stored.converted(try input["raw"].double()))
            return ["shown": .number(shown), "unit": .string(metric.displayUnit)]
        },
        "quickAddStep": { input, _ in
            [
                "steps": try .list(input["cases"].list()) { example in
                    .number(
                        quickAddStep(
                            after: try example["last"].list { try $0.double() },
                            target: try example["goal"].ifPresent { try $0.double() }))
                }
            ]
        },
    ]
}

extension CaseInput {
    fileprivate func kindWithoutTarget() throws -> ActivityKind {
        switch try enumValue(ActivityType.self) {
        case .checkbox: .checkbox
        case .value: .value(Quantity())
        case .cumulative: .cumulative(Quantity(), by: .sum)
        case .container: .container
        case .metric: .metric(.value(Quantity()))
        case .answer: .answer(.text)
        }
    }

    /// An entry of one activity and day; without a source the entry is manual.
    fileprivate func syncedEntry(_ index: Int) throws -> Entry {
        let value = try self["v"].ifPresent { try $0.double() }
        let isSkipped = try self["s"].string() == "skipped"
        return Entry(
            id: Entry.ID("log \(index)"), activity: "a", day: CivilDate(days: 20_000),
            outcome: isSkipped ? .skipped(reason: nil) : .completed(value: value),
            source: self["source"].isNull ? .person : .health)
    }
}

extension JSONValue {
    fileprivate static func log(_ entry: Entry) -> JSONValue {
        [
            "s": entry.outcome.isCompleted ? "completed" : "skipped",
            "v": .number(entry.outcome.value),
            "source": entry.source == .health ? "healthkit" : nil,
        ]
    }
}
