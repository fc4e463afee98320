package import CivilTime

/// Which days an edit of structure is about.
package enum EditScope: String, CaseIterable, Codable, Sendable {
    /// From today on; the past stays as it was.
    case future
    /// All days, past ones too.
    case all
}

extension Catalog {
    /// Changes structural fields of an activity. A change for the future holds from `today` on.
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

    /// Has goals say in which unit they measure by an activity, where that is about to change; nil: in the
    /// one that it always had.
    private mutating func setTargetUnits(of activity: Activity.ID, in unit: String?) {
        func keepTarget(_ link: inout GoalLink) {
            guard link.activity == activity, case .metric(var target) = link.role else { return }
            target.unit = unit == nil ? nil : target.unit ?? unit
            link.role = .metric(target)
        }
        for index in links.indices { keepTarget(&links[index]) }
        for id in goals.keys { goals[id]?.editFormerLinks(keepTarget) }
    }

    /// Changes what is no structure: name, appearance, category, position.
    package mutating func updateDetails(
        _ id: Activity.ID, _ change: (inout Activity) -> Void
    ) throws(CatalogError) {
        var described = try activity(id)
        change(&described)
        activities[id] = described
    }

    /// Puts an activity in the trash. The children of a container go to the top.
    package mutating func delete(_ id: Activity.ID, on today: CivilDate) throws(CatalogError) {
        var deleted = try activity(id)
        for child in children(of: id) {
            removeFromContainer(child, on: today)
        }
        deleted.deleted = today
        activities[id] = deleted
    }

    /// Takes an activity out of the trash. It goes to the top when its container is gone, or is none any
    /// more. As a sixth metric of a goal it stays where it is.
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
