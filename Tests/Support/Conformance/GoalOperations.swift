import CivilTime
import Tracker
import TrackerDocuments
import TrackerRules

/// Any day will do where a rule only counts from it.
private let someDay = CivilDate(days: 20_000)

extension Operations {
    static let goalOperations: [String: Operation] = [
        "metricProgress": { given, _ in
            let target = MetricTarget(
                baseline: try given["baseline"].ifPresent { try $0.double() },
                target: try given["target"].ifPresent { try $0.double() })
            let latest = try given["latest"].ifPresent { try $0.double() }
            return ["progress": .number(target.progress(latest: latest))]
        },
        "latestValue": { given, _ in
            let entries = try given["logs"].list().enumerated().map { place, log in
                let value = try log["v"].ifPresent { try $0.double() }
                let isSkipped = try log["s"].string() == "skipped"
                return Entry(
                    id: Entry.ID("log \(place)"), activity: "a", day: try log["d"].day(),
                    outcome: isSkipped ? .skipped(reason: nil) : .completed(value: value))
            }
            let activity = Activity(id: "a", name: "a", created: someDay)
            let diary = ActivityHistory(activities: [activity], entries: entries)
            return ["latest": .number(diary.latestValue(of: activity, asOf: .distantFuture))]
        },
        "consistency": { given, _ in
            let contributions = try given["links"].list { link in
                Contribution(
                    rate: try link["rate"].double(), weight: try link["weight"].double(),
                    expected: try link["expected"].int(), isStopped: try link["stopped"].bool())
            }
            return ["score": .number(Contribution.consistency(of: contributions))]
        },
        "scoreColor": { given, _ in
            [
                "colors": try .list(given["scores"].list()) {
                    .enumValue(ScoreColor(score: try $0.double()))
                },
                "windowDays": .count(consistencyWindowInDays),
            ]
        },
        "isPaused": { given, _ in
            let goal = Goal(
                id: "g", title: "", created: someDay,
                isPausedByHand: try given["isManuallyPaused"].bool())
            let stopped = try given["stopped"].list { try $0.bool() }
            return ["isPaused": .bool(goal.isPaused(linksStopped: stopped))]
        },
        "link": { given, _ in
            let refusal = try given["activity"].linkedActivity().linkRefusal(
                as: given["role"].enumValue(),
                linked: Set(given["linked"].list { Activity.ID(try $0.string()) }),
                metrics: given["existingMetrics"].int())
            return ["accepted": .bool(refusal == nil)]
        },
        "dissolve": { given, _ in
            let links = try given["goalLinks"].list { link in
                let isMetric = try link["role"].enumValue(GoalRole.Name.self) == .metric
                return GoalLink(
                    id: "link", goal: Goal.ID(try link["goal"].string()),
                    activity: Activity.ID(try link["activity"].string()),
                    role: isMetric ? .metric(MetricTarget()) : .activity,
                    weight: try link["weight"].double())
            }
            let remaining = GoalLink.dissolving(
                Activity.ID(try given["container"].string()),
                into: try given["children"].list { Activity.ID(try $0.string()) }, links: links
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
        "avgProgress": { given, _ in
            let progress = AverageProgress(
                change: try given["latestMinusBaseline"].double(),
                spanInDays: try given["daySpan"].int())
            return [
                "rate": .number(progress?.rate),
                "unit": .text(progress.map { "/\($0.period.rawValue)" }),
            ]
        },
        "pauseResume": { given, _ in
            let container = Activity.ID(try given["container"].string())
            let ids = try given["children"].list { Activity.ID(try $0.string()) }
            let children = ids.enumerated().map { place, id in
                Activity(
                    id: id, name: id.rawValue, created: someDay, parent: container,
                    position: place)
            }
            var roster = Catalog(
                activities: [
                    Activity(
                        id: container, name: container.rawValue, created: someDay,
                        configuration: Configuration(kind: .container))
                ] + children)
            for (place, op) in try given["ops"].list({ try $0.string() }).enumerated() {
                try roster.apply(op, on: someDay.advanced(by: place + 1))
            }
            let inUse = roster.activities.values.filter { $0.deleted == nil }
            return [
                "children": .list(roster.children(of: container)) { .string($0.id.rawValue) },
                "topLevel": .list(
                    roster.topLevel.filter { $0.id != container && !$0.isPaused }
                ) { .string($0.id.rawValue) },
                "stopped": .list(inUse.filter(\.isPaused).sorted { $0.id < $1.id }) {
                    .string($0.id.rawValue)
                },
            ]
        },
    ]
}

extension Catalog {
    /// "pause X", "resume X" or "delete X".
    fileprivate mutating func apply(_ op: String, on day: CivilDate) throws {
        let words = op.split(separator: " ").map(String.init)
        guard words.count == 2 else { throw CaseInput.Malformed(description: "\(op) is no op") }
        let id = Activity.ID(words[1])
        switch words[0] {
        case "pause": try pause(id, on: day)
        case "resume": try resume(id, on: day)
        case "delete": try delete(id, on: day)
        default: throw CaseInput.Malformed(description: "\(op) is no op")
        }
    }
}

extension CaseInput {
    /// The activity of a link: its schedule is only named.
    fileprivate func linkedActivity() throws -> Activity {
        let schedule: Schedule =
            switch try self["schedule"].enumValue(Schedule.Name.self) {
            case .daily: .daily
            case .weekly: .weekly([1])
            case .monthly: .monthly([1])
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
