import CivilTime
import JSON
import Tracker
import TrackerRules

/// Decodes the activities and entries of cases.
extension CaseInput {
    func activity() throws -> Activity {
        let id = Activity.ID(try self["id"].string())
        var activity = Activity(
            id: id, name: id.rawValue, created: try self["created"].day(),
            configuration: try configuration())
        activity.parent = try self["parent"].ifPresent { Activity.ID(try $0.string()) }
        activity.position = try self["order"].ifPresent { try $0.int() } ?? 0
        activity.pause = try self["stopped"].ifPresent { Pause(since: try $0.day()) }
        let snapshots = try self["snapshots"].ifPresent { try $0.list { $0 } } ?? []
        activity.history = ConfigurationHistory(
            try snapshots.map { try $0.snapshot(of: activity.configuration) })
        return activity
    }

    private func configuration() throws -> Configuration {
        var configuration = Configuration(
            kind: try kind(), schedule: try self["schedule"].schedule())
        configuration.slots =
            try self["slots"].ifPresent { try $0.list { try $0.enumValue() } } ?? []
        configuration.carriesForward =
            try self["carryForward"].ifPresent { try $0.bool() } ?? false
        return configuration
    }

    private func kind() throws -> ActivityKind {
        let quantity = Quantity(
            target: try self["target"].ifPresent { try $0.double() },
            unit: try self["unit"].ifPresent { try $0.string() })
        switch try self["type"].enumValue(ActivityType.self) {
        case .checkbox: return .checkbox
        case .value: return .value(quantity)
        case .cumulative:
            let accumulation = try self["aggregation"].ifPresent {
                try $0.enumValue(Accumulation.self)
            }
            return .cumulative(quantity, by: accumulation ?? .sum)
        case .container: return .container
        case .metric: return .metric(.value(quantity))
        case .answer: return .answer(.text)
        }
    }

    /// A schedule whose weeks start on `weekStart`.
    func schedule(weekStart: WeekStart? = nil) throws -> Schedule {
        switch try self["type"].enumValue(Schedule.Name.self) {
        case .every: try interval(weekStart: weekStart)
        case .times:
            .times(
                try self["count"].int(),
                per: SchedulePeriod(try self["per"].enumValue(), weekStart: weekStart))
        case .daily: .daily
        case .weekly: .weekly(Set(try self["weekdays"].list { try $0.int() }))
        case .monthly: .monthly(Set(try self["monthDays"].list { try $0.int() }))
        case .sticky: .sticky
        case .adhoc: .adhoc(try self["specificDate"].ifPresent { try $0.day() })
        }
    }

    private func interval(weekStart: WeekStart?) throws -> Schedule {
        let count = try self["every"].int()
        guard try self["unit"].string() == "week" else { return .everyDays(count) }
        let weekdays = try self["weekdays"].ifPresent { try $0.list { try $0.int() } } ?? []
        return .everyWeeks(count, on: Set(weekdays), weekStart: weekStart)
    }

    private func snapshot(of present: Configuration) throws -> ConfigurationSnapshot {
        var configuration = present
        configuration.schedule = try self["schedule"].schedule()
        configuration.slots =
            try self["slots"].ifPresent { try $0.list { try $0.enumValue() } } ?? []
        let parentage: Parentage =
            if value.object?.keys.contains("parent") == true {
                try self["parent"].ifPresent { .container(Activity.ID(try $0.string())) }
                    ?? .topLevel
            } else {
                .unknown
            }
        return ConfigurationSnapshot(
            first: try self["from"].day(), last: try self["until"].day(),
            configuration: configuration, parentage: parentage)
    }

    /// An entry whose identifier is derived from `index`.
    func entry(_ index: Int) throws -> Entry {
        let value = try self["v"].ifPresent { try $0.double() }
        let isSkipped = try self["s"].string() == "skipped"
        return Entry(
            id: Entry.ID("log \(index)"), activity: Activity.ID(try self["a"].string()),
            day: try self["d"].day(),
            outcome: isSkipped ? .skipped(reason: nil) : .completed(value: value),
            slot: try self["slot"].ifPresent { try $0.enumValue() })
    }

    func entries() throws -> [Entry] {
        try self["logs"].list().enumerated().map { try $1.entry($0) }
    }

    /// The history of a case: the activities under `key`, its entries and its vacations. Activities with
    /// equal order keep the order of the case.
    func history(activities key: String) throws -> ActivityHistory {
        let listed = self[key].value.array == nil ? [self[key]] : try self[key].list()
        var activities = try listed.map { try $0.activity() }
        let order = activities.indices.sorted {
            (activities[$0].position, $0) < (activities[$1].position, $1)
        }
        for (position, index) in order.enumerated() { activities[index].position = position }
        return ActivityHistory(
            activities: activities, entries: try entries(),
            vacations: Set(
                try self["vacations"].ifPresent { try $0.list { try $0.day() } } ?? []))
    }
}
