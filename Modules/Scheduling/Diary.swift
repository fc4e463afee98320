package import CivilTime
package import Tracking

/// Everything the rules of a day are decided by: activities, what was logged, and vacations.
///
/// A value without a clock: every question names its day. It answers for deleted activities as if
/// they had never been.
package struct Diary: Sendable {
    package let activities: [Activity.ID: Activity]
    package let vacations: Set<CivilDate>
    /// Every activity in list order.
    let listed: [Activity]
    private let entriesByDay: [Activity.ID: [CivilDate: [Entry]]]
    /// Those who were ever in a container, in list order.
    private let members: [Activity.ID: [Activity]]

    /// Entries come in the order they were logged: of two on a day the later is the newer.
    package init(
        activities: [Activity], entries: [Entry] = [], vacations: Set<CivilDate> = []
    ) {
        listed = activities.filter { $0.deleted == nil }.sorted(by: Activity.listOrder)
        self.activities = Dictionary(listed.map { ($0.id, $0) }) { $1 }
        self.vacations = vacations
        entriesByDay = Dictionary(grouping: entries, by: \.activity)
            .mapValues { Dictionary(grouping: $0, by: \.day) }
        var members: [Activity.ID: [Activity]] = [:]
        for activity in listed {
            for container in activity.containersEver {
                members[container, default: []].append(activity)
            }
        }
        self.members = members
    }

    /// What was logged for an activity on a day, in the order it was logged.
    package func entries(of activity: Activity.ID, on day: CivilDate) -> [Entry] {
        entriesByDay[activity]?[day] ?? []
    }

    /// What was ever logged for an activity, by day.
    package func entries(of activity: Activity.ID) -> [CivilDate: [Entry]] {
        entriesByDay[activity] ?? [:]
    }

    /// Everything logged on a day, by activity in list order.
    package func entries(on day: CivilDate) -> [Entry] {
        listed.flatMap { entries(of: $0.id, on: day) }
    }

    func members(of container: Activity.ID) -> [Activity] {
        members[container] ?? []
    }

    /// The container an activity was in on `day`; one that is gone is none.
    package func container(of activity: Activity, on day: CivilDate) -> Activity? {
        activity.parent(on: day).flatMap { activities[$0] }
    }
}

extension Activity {
    fileprivate var containersEver: Set<Activity.ID> {
        var containers = Set(parent.map { [$0] } ?? [])
        for snapshot in history.snapshots {
            if case .container(let id) = snapshot.parentage {
                containers.insert(id)
            }
        }
        return containers
    }
}
