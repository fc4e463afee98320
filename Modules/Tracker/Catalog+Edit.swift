package import CivilTime

/// The days to which a structural edit applies.
package enum EditScope: String, CaseIterable, Codable, Sendable {
    /// Today and later days; past days are unchanged.
    case future
    /// All days, including past days.
    case all
}

extension Catalog {
    /// Changes structural fields of an activity. With scope `future` the change applies from `today`.
    package mutating func edit(
        _ id: Activity.ID, scope: EditScope, on today: CivilDate,
        _ change: (inout Configuration) -> Void
    ) throws(CatalogError) {
        var edited = try activity(id)
        switch scope {
        case .future: edited.snapshot(through: today.advanced(by: -1))
        case .all: edited.history.edit(change)
        }
        let unit = edited.configuration.kind.quantity?.unit
        change(&edited.configuration)
        activities[id] = edited
        if edited.configuration.kind.quantity?.unit != unit {
            setTargetUnits(of: id, in: scope == .future ? unit : nil)
        }
    }

    /// Stores the unit in the metric targets of goals that measure by `activity`, because the unit of
    /// the activity changes. With nil the targets follow the unit of the activity.
    private mutating func setTargetUnits(of activity: Activity.ID, in unit: String?) {
        func updateUnit(_ link: inout GoalLink) {
            guard link.activity == activity, case .metric(var target) = link.role else { return }
            target.unit = unit == nil ? nil : target.unit ?? unit
            link.role = .metric(target)
        }
        for index in links.indices { updateUnit(&links[index]) }
        for id in goals.keys { goals[id]?.editFormerLinks(updateUnit) }
    }

    /// Changes fields that are not structural: name, appearance, category, position.
    package mutating func updateDetails(
        _ id: Activity.ID, _ change: (inout Activity) -> Void
    ) throws(CatalogError) {
        var updated = try activity(id)
        change(&updated)
        activities[id] = updated
    }

    /// Moves an activity to the trash. The children of a container move to the top level.
    package mutating func delete(_ id: Activity.ID, on today: CivilDate) throws(CatalogError) {
        var deleted = try activity(id)
        for child in children(of: id) {
            removeFromContainer(child, on: today)
        }
        deleted.deleted = today
        activities[id] = deleted
    }

    /// Restores an activity from the trash, at the top level if its container no longer exists or is no
    /// longer a container. Fails if a goal of the activity would have too many metrics.
    package mutating func restore(_ id: Activity.ID) throws(CatalogError) {
        guard var restored = activities[id] else { throw .unknownActivity(id) }
        restored.deleted = nil
        if let parent = restored.parent, !canContainActivities(parent) {
            restored.parent = nil
            restored.position = nextPosition(in: nil)
        }
        activities[id] = restored
        for link in links where link.activity == id && link.role.name == .metric {
            let metrics = self.links(of: link.goal).count { $0.role.name == .metric }
            guard metrics <= LinkError.metricLimit else { throw .link(.tooManyMetrics, of: id) }
        }
    }
}
