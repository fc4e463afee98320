import CivilTime
import JSON
import Tracker

/// The codec of the list `categories`.
struct CategoryRecord: RecordCodec {
    static let list = "categories"

    func key(of category: Category) -> String { category.id.rawValue }

    func read(_ reader: inout RecordReader) -> Category? {
        guard let id = reader.string("id") else {
            reader.report(.missing, "id")
            return nil
        }
        return Category(
            id: Category.ID(id), name: reader.name("name", default: "Unnamed category"),
            appearance: Appearance(
                icon: reader.string("icon") ?? Appearance.activity.icon,
                color: reader.string("hexColor") ?? Appearance.activity.color),
            position: reader.position("sortOrder") ?? 0)
    }

    func write(_ category: Category) -> JSONObject {
        [
            "id": .string(category.id.rawValue),
            "name": .string(category.name),
            "icon": .string(category.appearance.icon),
            "hexColor": .string(category.appearance.color),
            "sortOrder": JSONValue(category.position),
        ]
    }
}

/// The codec of the list `goals`.
struct GoalRecord: RecordCodec {
    static let list = "goals"

    let zone: Zone
    let moment: Int64

    func key(of goal: Goal) -> String { goal.id.rawValue }

    func read(_ reader: inout RecordReader) -> Goal? {
        guard let id = reader.string("id") else {
            reader.report(.missing, "id")
            return nil
        }
        return Goal(
            id: Goal.ID(id), title: reader.name("title", default: "Unnamed goal"),
            created: zone.civilDate(at: reader.instant("createdAt") ?? moment),
            appearance: Appearance(
                icon: reader.string("icon") ?? Appearance.goal.icon,
                color: reader.string("hexColor") ?? Appearance.goal.color),
            deadline: reader.day("deadline", in: zone),
            position: reader.position("sortOrder") ?? 0,
            isPausedByHand: reader.bool("isManuallyPaused") ?? false)
    }

    func write(_ goal: Goal) -> JSONObject {
        [
            "id": .string(goal.id.rawValue),
            "title": .string(goal.title),
            "icon": .string(goal.appearance.icon),
            "hexColor": .string(goal.appearance.color),
            "deadline": JSONValue(
                optional: goal.deadline.map { DocumentInstant.text(zone.startOfDay($0)) }),
            "isArchived": .bool(false),
            "isManuallyPaused": .bool(goal.isPausedByHand),
            "createdAt": .string(DocumentInstant.text(zone.startOfDay(goal.created))),
            "sortOrder": JSONValue(goal.position),
        ]
    }
}

/// The codec of the list `goalActivities`.
struct LinkRecord: RecordCodec {
    static let list = "goalActivities"

    func key(of link: GoalLink) -> String { link.id.rawValue }

    func read(_ reader: inout RecordReader) -> GoalLink? {
        guard let goal = reader.string("goalID"), let activity = reader.string("activityID")
        else {
            reader.report(.missing, "goalID")
            return nil
        }
        let id = reader.string("id") ?? StableIdentifier.text(for: "link \(goal) \(activity)")
        let target = MetricTarget(
            baseline: reader.double("metricBaseline"), target: reader.double("metricTarget"),
            direction: reader.enumValue("metricDirectionRaw", as: MetricTarget.Direction.self))
        let role = reader.enumValue("roleRaw", as: GoalRole.Name.self) ?? .activity
        return GoalLink(
            id: GoalLink.ID(id), goal: Goal.ID(goal), activity: Activity.ID(activity),
            role: role == .metric ? .metric(target) : .activity,
            weight: reader.double("weight") ?? 1)
    }

    func write(_ link: GoalLink) -> JSONObject {
        let target: MetricTarget? =
            if case .metric(let target) = link.role { target } else { nil }
        return [
            "id": .string(link.id.rawValue),
            "goalID": .string(link.goal.rawValue),
            "activityID": .string(link.activity.rawValue),
            "roleRaw": .string(link.role.name.rawValue),
            "weight": JSONValue(link.weight),
            "metricBaseline": target?.baseline.map { JSONValue($0) } ?? .null,
            "metricTarget": target?.target.map { JSONValue($0) } ?? .null,
            "metricDirectionRaw": JSONValue(optional: target?.direction?.rawValue),
        ]
    }
}

/// The codec of the list `vacationDays`.
struct VacationRecord: RecordCodec {
    static let list = "vacationDays"

    let zone: Zone

    func key(of day: CivilDate) -> String { day.description }

    func read(_ reader: inout RecordReader) -> CivilDate? {
        reader.recordDay("date", in: zone)
    }

    func write(_ day: CivilDate) -> JSONObject {
        ["date": .string(DocumentInstant.text(zone.startOfDay(day)))]
    }
}
