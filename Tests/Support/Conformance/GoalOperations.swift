import CivilTime
import JSON
import Tracker
import TrackerRules

/// A day for rules that only count relative to it.
private let someDay = CivilDate(days: 20_000)

extension Operations {
    static let goalOperations: [String: Operation] = [
        "metricProgress": { input, _ in
            let target = MetricTarget(
                baseline: try input["baseline"].ifPresent { try $0.double() },
                target: try input["target"].ifPresent { try $0.double() })
            let latest = try input["latest"].ifPresent { try $0.double() }
            return ["progress": .number(target.progress(latest: latest))]
        },
        "latestValue": { input, _ in
            let entries = try input["logs"].list().enumerated().map { index, log in
                let value = try log["v"].ifPresent { try $0.double() }
                let isSkipped = try log["s"].string() == "skipped"
                return Entry(
                    id: Entry.ID("log \(index)"), activity: "a", day: try log["d"].day(),
                    outcome: isSkipped ? .skipped(reason: nil) : .completed(value: value))
            }
            let activity = Activity(id: "a", name: "a", created: someDay)
            let history = ActivityHistory(activities: [activity], entries: entries)
            return ["latest": .number(history.latestValue(of: activity, asOf: .distantFuture))]
        },
        "consistency": { input, _ in
            let contributions = try input["links"].list { link in
                GoalContribution(
                    rate: try link["rate"].double(), weight: try link["weight"].double(),
                    expected: try link["expected"].int(), isStopped: try link["stopped"].bool())
            }
            return ["score": .number(GoalContribution.consistency(of: contributions))]
        },
        "scoreColor": { input, _ in
            [
                "colors": try .list(input["scores"].list()) {
                    .enumValue(ScoreColor(score: try $0.double()))
                },
                "windowDays": .count(consistencyWindowInDays),
            ]
        },
        "isPaused": { input, _ in
            let goal = Goal(
                id: "g", title: "", created: someDay,
                isPausedByHand: try input["isManuallyPaused"].bool())
            let stopped = try input["stopped"].list { try $0.bool() }
            return ["isPaused": .bool(goal.isPaused(linksStopped: stopped))]
        },
        "link": { input, _ in
            let refusal = try input["activity"].linkedActivity().linkRefusal(
                as: input["role"].enumValue(),
                linked: Set(input["linked"].list { Activity.ID(try $0.string()) }),
                metrics: input["existingMetrics"].int())
            return ["accepted": .bool(refusal == nil)]
        },
        "dissolve": { input, _ in
            let links = try input["goalLinks"].list { link in
                let isMetric = try link["role"].enumValue(GoalRole.Name.self) == .metric
                return GoalLink(
                    id: "link", goal: Goal.ID(try link["goal"].string()),
                    activity: Activity.ID(try link["activity"].string()),
                    role: isMetric ? .metric(MetricTarget()) : .activity,
                    weight: try link["weight"].double())
            }
            let remaining = GoalLink.dissolving(
                Activity.ID(try input["container"].string()),
                into: try input["children"].list { Activity.ID(try $0.string()) }, links: links
            ) { goal, activity in GoalLink.ID("\(goal) \(activity)") }
            return [
                "goalLinks": .list(remaining) {
                    [
                        "goal": .string($0.goal.rawValue),
                        "activity": .string($0.activity.rawValue),
                        "role": .enumValue($0.role.name), "weight": .number($0.weight),
                    ]
                }
            ]
        },
        "avgProgress": { input, _ in
            let progress = AverageProgress(
                change: try input["latestMinusBaseline"].double(),
                spanInDays: try input["daySpan"].int())
            return [
                "rate": .number(progress?.rate),
                "unit": .text(progress.map { "/\($0.period.rawValue)" }),
            ]
        },
        "pauseResume": { input, _ in
            let container = Activity.ID(try input["container"].string())
            let ids = try input["children"].list { Activity.ID(try $0.string()) }
            let children = ids.enumerated().map { index, id in
                Activity(
                    id: id, name: id.rawValue, created: someDay, parent: container,
                    position: index)
            }
            var catalog = Catalog(
                activities: [
                    Activity(
                        id: container, name: container.rawValue, created: someDay,
                        configuration: Configuration(kind: .container))
                ] + children)
            for (index, op) in try input["ops"].list({ try $0.string() }).enumerated() {
                try catalog.apply(op, on: someDay.advanced(by: index + 1))
            }
            let inUse = catalog.activities.values.filter { $0.deleted == nil }
            return [
                "children": .list(catalog.children(of: container)) { .string($0.id.rawValue) },
                "topLevel": .list(
                    catalog.children(of: nil).filter { $0.id != container && !$0.isPaused }
                ) { .string($0.id.rawValue) },
                "stopped": .list(inUse.filter(\.isPaused).sorted { $0.id < $1.id }) {
                    .string($0.id.rawValue)
                },
            ]
        },
    ]
}

extension Catalog {
    /// Applies "pause X", "resume X" or "delete X".
    fileprivate mutating func apply(_ op: String, on day: CivilDate) throws {
        let words = op.split(separator: " ").map(String.init)
        guard words.count == 2 else {
            throw CaseInput.Malformed(description: "unknown operation \(op)")
        }
        let id = Activity.ID(words[1])
        switch words[0] {
        case "pause": try pause(id, on: day)
        case "resume": try resume(id, on: day)
        case "delete": try delete(id, on: day)
        default: throw CaseInput.Malformed(description: "unknown operation \(op)")
        }
    }
}

extension CaseInput {
    /// The activity of a link, whose schedule is given by name only.
    fileprivate func linkedActivity() throws -> Activity {
        let schedule: Schedule =
            switch try self["schedule"].enumValue(Schedule.Name.self) {
            case .daily: .daily
            case .weekly: .weekly([1])
            case .monthly: .monthly([1])
            case .every: .everyDays(2)
            case .times: .times(3, per: .month)
            case .sticky: .sticky
            case .adhoc: .adhoc(nil)
            }
        let kind: ActivityKind =
            switch try self["type"].enumValue(ActivityType.self) {
            case .checkbox: .checkbox
            case .value: .value(Quantity())
            case .cumulative: .cumulative(Quantity(), by: .sum)
            case .container: .container
            case .metric: .metric(.value(Quantity()))
            case .answer: .answer(.text)
            }
        return Activity(
            id: Activity.ID(try self["id"].string()), name: "", created: someDay,
            configuration: Configuration(kind: kind, schedule: schedule),
            parent: try self["parent"].ifPresent { Activity.ID(try $0.string()) })
    }
}
