package import CivilTime

extension Catalog {
    /// Pauses an activity after `today`, which still counts. It leaves its container and remembers
    /// it; the children of a container are paused with it.
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

    /// Resumes an activity on `today`: back into its container as the last child, if that is still
    /// there and not paused. With a container come the children that were paused with it.
    ///
    /// The days in between stay days on which it was paused.
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
        // The pause day still belongs to the container it is about to leave.
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

    /// Whether an activity can be put into another.
    func canContainActivities(_ id: Activity.ID) -> Bool {
        guard let container = activities[id] else { return false }
        return container.configuration.kind == .container && !container.isPaused
            && container.deleted == nil
    }
}
