package import CivilTime
package import Tracker

extension ActivityHistory {
    /// Puts `new` in the place of `old`; without `old` it is added, without `new` `old` is removed.
    ///
    /// The number of `new` is by default that of `old` when both are one entry, else a greater one
    /// than all others.
    package mutating func replace(_ old: Entry?, with new: Entry?, number: Int64? = nil) {
        var known: Int64?
        if let old { change(old) { known = $0.remove(old.id, on: old.day) } }
        if old?.id != new?.id { known = nil }
        if let new { change(new) { $0.add(new, number: number ?? known) } }
    }

    /// Removes everything that was logged for an activity.
    package mutating func removeEntries(of activity: Activity.ID) {
        if indices[activity] == nil {
            untrackedHistories[activity] = nil
        } else {
            for entry in entries(of: activity, from: .distantPast, through: .distantFuture) {
                replace(entry, with: nil)
            }
        }
    }

    private mutating func change(_ entry: Entry, _ change: (inout History) -> Void) {
        guard let place = indices[entry.activity] else {
            change(&untrackedHistories[entry.activity, default: History(of: entry.activity)])
            return
        }
        change(&tracks[place].history)
        for affected in [place] + tracks[place].containers {
            rewriteStreakDays(of: affected, changedOn: entry.day)
        }
    }

    /// Takes activities in, each in the place of the one of its name if there is one; a deleted one
    /// leaves.
    package mutating func update(_ changed: [Activity]) {
        var affected = Set(changed.map(\.id))
        affected.formUnion(containers(of: affected))
        var all = activities
        for activity in changed { all[activity.id] = activity }
        setActivities(Array(all.values))
        affected.formUnion(containers(of: affected))
        for place in affected.compactMap({ indices[$0] }) { writeStreakDays(of: place) }
    }

    private func containers(of ids: Set<Activity.ID>) -> [Activity.ID] {
        ids.compactMap { indices[$0] }.flatMap { tracks[$0].containers }
            .map { tracks[$0].activity.id }
    }

    package mutating func setVacation(_ isVacation: Bool, on day: CivilDate) {
        if isVacation { vacations.insert(day) } else { vacations.remove(day) }
        for place in tracks.indices { reevaluate(place, from: day) }
    }
}

extension ActivityHistory {
    /// Gives the activities their places and timelines, and keeps what is known about each.
    mutating func setActivities(_ all: [Activity]) {
        let known = Dictionary(uniqueKeysWithValues: tracks.map { ($0.activity.id, $0) })
        for track in tracks { untrackedHistories[track.activity.id] = track.history }
        activities = Dictionary(all.lazy.filter { $0.deleted == nil }.map { ($0.id, $0) }) { $1 }
        let listed = activities.values.sorted(by: Activity.listOrder)
        indices = Dictionary(uniqueKeysWithValues: listed.enumerated().map { ($1.id, $0) })
        tracks = listed.map { activity in
            ActivityData(
                activity: activity,
                timeline: RuleHistory(activity, without: missingDays) { indices[$0] },
                history: untrackedHistories.removeValue(forKey: activity.id)
                    ?? History(of: activity.id),
                containers: activity.allContainers.compactMap { indices[$0] }.sorted(),
                streakDays: known[activity.id]?.streakDays ?? StreakDays())
        }
        for (place, track) in tracks.enumerated() {
            for container in track.containers where !hasPath(from: container, to: place) {
                tracks[container].members.append(place)
            }
        }
    }

    /// Whether an activity is another, or was ever in it, however deep. What is within itself is
    /// refused when it is made, but a file may claim it.
    private func hasPath(from start: Int, to end: Int) -> Bool {
        var pending = [start]
        var seen: Set<Int> = []
        while let next = pending.popLast() {
            if next == end { return true }
            if seen.insert(next).inserted { pending += tracks[next].containers }
        }
        return false
    }

    /// Judges every day from the first entry to the last; no other can add to a streak.
    mutating func writeStreakDays(of place: Int) {
        let track = tracks[place]
        let ledgers = [track.history] + track.members.map { tracks[$0].history }
        var days = StreakDays()
        let spans = ledgers.compactMap(\.span)
        if let first = spans.map(\.lowerBound).min(), let last = spans.map(\.upperBound).max() {
            var day = max(first, track.activity.created)
            while day <= last {
                days.append(streakEffect(of: place, on: day), on: day)
                day = day.advanced(by: 1)
            }
        }
        tracks[place].streakDays = days
    }

    /// Judges the days again that an entry of `day` decides about, for its activity or its
    /// container.
    private mutating func rewriteStreakDays(of place: Int, changedOn day: CivilDate) {
        guard measurableDays.contains(day) else { return }
        guard let span = tracks[place].streakDays.span, day >= span.lowerBound else {
            writeStreakDays(of: place)
            return
        }
        reevaluate(place, from: day)
        var next = span.upperBound
        while next < day {
            next = next.advanced(by: 1)
            let effect = streakEffect(of: place, on: next)
            tracks[place].streakDays.append(effect, on: next)
        }
    }

    /// Judges `day` again where it is written, and for a container the days to which a missed
    /// occurrence of a child can be carried from it.
    private mutating func reevaluate(_ place: Int, from day: CivilDate) {
        guard let span = tracks[place].streakDays.span else { return }
        let reach = tracks[place].members.isEmpty ? 0 : Self.carryForwardLimitInDays
        var next = max(day, span.lowerBound)
        while next <= min(day.advanced(by: reach), span.upperBound) {
            tracks[place].streakDays[next] = streakEffect(of: place, on: next)
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
