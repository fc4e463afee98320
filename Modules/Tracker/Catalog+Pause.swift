package import CivilTime

extension Catalog {
    /// Pauses an activity after `today`, which still counts. The activity moves to the top level and the
    /// pause records its container. The children of a container are paused with the container.
    package mutating func pause(_ id: Activity.ID, on today: CivilDate) throws(CatalogError) {
        let paused = try activity(id)
        guard !paused.isPaused else { throw .alreadyPaused(id) }
        if paused.configuration.kind == .container {
            for child in children(of: id) where !child.isPaused {
                stop(child, on: today, withContainer: true)
            }
        }
        stop(paused, on: today, withContainer: false)
    }

    /// Resumes an activity on `today` as the last child of its former container, if that container still
    /// exists and is not paused. The children that were paused with a container are resumed with it.
    ///
    /// The days between pause and resumption remain paused days.
    package mutating func resume(_ id: Activity.ID, on today: CivilDate) throws(CatalogError) {
        let resumed = try activity(id)
        guard resumed.isPaused else { throw .notPaused(id) }
        start(resumed, on: today)
        let companions = activities.values.filter { child in
            child.deleted == nil && child.pause?.withContainer == true
                && child.pause?.container == id
        }
        for child in companions.sorted(by: Activity.listOrder) {
            start(child, on: today)
        }
    }

    private mutating func stop(_ activity: Activity, on today: CivilDate, withContainer: Bool) {
        var stopped = activity
        // On the pause day the activity is still in its container.
        stopped.snapshot(through: today)
        stopped.pause = Pause(
            since: today, container: activity.parent, withContainer: withContainer)
        stopped.parent = nil
        activities[activity.id] = stopped
    }

    private mutating func start(_ activity: Activity, on today: CivilDate) {
        guard let pause = activity.pause else { return }
        var started = activity
        started.pause = nil
        if let over = PastPause(since: pause.since, last: today.advanced(by: -1)) {
            started.pastPauses.append(over)
        }
        started.history.reopen(from: today)
        if let container = pause.container, canContainActivities(container) {
            started.parent = container
            started.position = nextPosition(in: container)
        } else if pause.container != nil {
            started.position = nextPosition(in: nil)
        }
        activities[activity.id] = started
    }

    /// True if `id` is a container that is neither paused nor deleted.
    func canContainActivities(_ id: Activity.ID) -> Bool {
        guard let container = activities[id] else { return false }
        return container.configuration.kind == .container && !container.isPaused
            && container.deleted == nil
    }
}
