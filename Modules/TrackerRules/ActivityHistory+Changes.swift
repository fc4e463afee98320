package import CivilTime
package import Tracker

extension ActivityHistory {
    /// Replaces `old` by `new`. Without `old`, `new` is added; without `new`, `old` is removed.
    ///
    /// The default number of `new` is that of `old` if both have one identifier, else a number greater
    /// than all others.
    package mutating func replace(_ old: Entry?, with new: Entry?, number: Int64? = nil) {
        var known: Int64?
        if let old { change(old) { known = $0.remove(old.id, on: old.day) } }
        if old?.id != new?.id { known = nil }
        if let new { change(new) { $0.add(new, number: number ?? known) } }
    }

    /// Removes all entries of an activity.
    package mutating func removeEntries(of activity: Activity.ID) {
        if indices[activity] == nil {
            untrackedHistories[activity] = nil
        } else {
            for entry in entries(of: activity, from: .distantPast, through: .distantFuture) {
                replace(entry, with: nil)
            }
        }
    }

    private mutating func change(_ entry: Entry, _ change: (inout EntryColumns) -> Void) {
        guard let index = indices[entry.activity] else {
            change(&untrackedHistories[entry.activity, default: EntryColumns(of: entry.activity)])
            return
        }
        change(&tracked[index].history)
        for affected in [index] + tracked[index].containers {
            rewriteStreakDays(of: affected, changedOn: entry.day)
        }
    }

    /// Inserts or replaces activities by identifier and removes deleted ones.
    package mutating func update(_ changed: [Activity]) {
        var affected = Set(changed.map(\.id))
        affected.formUnion(containers(of: affected))
        var all = activities
        for activity in changed { all[activity.id] = activity }
        setActivities(Array(all.values))
        affected.formUnion(containers(of: affected))
        for index in affected.compactMap({ indices[$0] }) { writeStreakDays(of: index) }
    }

    private func containers(of ids: Set<Activity.ID>) -> [Activity.ID] {
        ids.compactMap { indices[$0] }.flatMap { tracked[$0].containers }
            .map { tracked[$0].activity.id }
    }

    package mutating func setVacation(_ isVacation: Bool, on day: CivilDate) {
        if isVacation { vacations.insert(day) } else { vacations.remove(day) }
        for index in tracked.indices {
            // The vacation changes the days that a child needs in the whole week or month.
            let hasPeriods = tracked[index].members.contains { tracked[$0].ruleHistory.hasPeriods }
            reevaluate(
                index, from: day,
                daysBefore: hasPeriods ? SchedulePeriod.month.longestInDays - 1 : 0)
        }
    }
}

extension ActivityHistory {
    /// Rebuilds indices and rule histories for `all` and retains entries and streak days.
    mutating func setActivities(_ all: [Activity]) {
        let known = Dictionary(uniqueKeysWithValues: tracked.map { ($0.activity.id, $0) })
        for item in tracked { untrackedHistories[item.activity.id] = item.history }
        activities = Dictionary(all.lazy.filter { $0.deleted == nil }.map { ($0.id, $0) }) { $1 }
        let listed = activities.values.sorted(by: Activity.listOrder)
        indices = Dictionary(uniqueKeysWithValues: listed.enumerated().map { ($1.id, $0) })
        tracked = listed.map { activity in
            ActivityData(
                activity: activity,
                ruleHistory: RuleHistory(activity, without: missingDays) { indices[$0] },
                history: untrackedHistories.removeValue(forKey: activity.id)
                    ?? EntryColumns(of: activity.id),
                containers: activity.allContainers.compactMap { indices[$0] }.sorted(),
                streakDays: known[activity.id]?.streakDays ?? StreakDays())
        }
        for (index, item) in tracked.enumerated() {
            for container in item.containers where !hasPath(from: container, to: index) {
                tracked[container].members.append(index)
            }
        }
    }

    /// True if `start` equals `end` or was ever in it, directly or through other containers. Commands
    /// reject cycles, but an imported document can contain one.
    private func hasPath(from start: Int, to end: Int) -> Bool {
        var pending = [start]
        var visited: Set<Int> = []
        while let next = pending.popLast() {
            if next == end { return true }
            if visited.insert(next).inserted { pending += tracked[next].containers }
        }
        return false
    }

    /// Computes the streak effect of each day from the first entry to the last. No other day can extend a
    /// streak. An activity whose results come after the day has no stored effects.
    mutating func writeStreakDays(of index: Int) {
        let item = tracked[index]
        guard !hasLateResults(index) else {
            tracked[index].streakDays = StreakDays()
            return
        }
        let histories = [item.history] + item.members.map { tracked[$0].history }
        var days = StreakDays()
        let spans = histories.compactMap(\.span)
        if let first = spans.map(\.lowerBound).min(), let last = spans.map(\.upperBound).max() {
            var day = max(first, item.activity.created)
            while day <= last {
                days.append(streakEffect(of: index, on: day), on: day)
                day = day.advanced(by: 1)
            }
        }
        tracked[index].streakDays = days
    }

    /// Recomputes the streak effects that depend on an entry of `day`, for its activity or a container.
    private mutating func rewriteStreakDays(of index: Int, changedOn day: CivilDate) {
        guard measurableDays.contains(day) else { return }
        guard let span = tracked[index].streakDays.span, day >= span.lowerBound else {
            writeStreakDays(of: index)
            return
        }
        reevaluate(index, from: day)
        var next = span.upperBound
        while next < day {
            next = next.advanced(by: 1)
            let effect = streakEffect(of: index, on: next)
            tracked[index].streakDays.append(effect, on: next)
        }
    }

    /// Recomputes the streak effect of `day` and of `daysBefore` days before, and for a container those of
    /// the days to which a missed occurrence of a child can be carried from `day`. Days outside of the
    /// stored span are ignored.
    private mutating func reevaluate(_ index: Int, from day: CivilDate, daysBefore: Int = 0) {
        guard let span = tracked[index].streakDays.span else { return }
        let laterDays = tracked[index].members.isEmpty ? 0 : Self.carryForwardLimitInDays
        var next = max(day.advanced(by: -daysBefore), span.lowerBound)
        while next <= min(day.advanced(by: laterDays), span.upperBound) {
            tracked[index].streakDays[next] = streakEffect(of: index, on: next)
            next = next.advanced(by: 1)
        }
    }
}

extension Activity {
    fileprivate var allContainers: Set<Activity.ID> {
        var containers = Set(parent.map { [$0] } ?? [])
        for snapshot in history.snapshots {
            if case .container(let id) = snapshot.parentage {
                containers.insert(id)
            }
        }
        return containers
    }
}
