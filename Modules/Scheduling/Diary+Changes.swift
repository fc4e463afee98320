package import CivilTime
package import Tracking

extension Diary {
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
        if places[activity] == nil {
            unlisted[activity] = nil
        } else {
            for entry in entries(of: activity, from: .distantPast, through: .distantFuture) {
                replace(entry, with: nil)
            }
        }
    }

    private mutating func change(_ entry: Entry, _ change: (inout Ledger) -> Void) {
        guard let place = places[entry.activity] else {
            change(&unlisted[entry.activity, default: Ledger(of: entry.activity)])
            return
        }
        change(&tracks[place].ledger)
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
        list(Array(all.values))
        affected.formUnion(containers(of: affected))
        for place in affected.compactMap({ places[$0] }) { writeStreakDays(of: place) }
    }

    private func containers(of ids: Set<Activity.ID>) -> [Activity.ID] {
        ids.compactMap { places[$0] }.flatMap { tracks[$0].containers }
            .map { tracks[$0].activity.id }
    }

    package mutating func setVacation(_ isVacation: Bool, on day: CivilDate) {
        if isVacation { vacations.insert(day) } else { vacations.remove(day) }
        for place in tracks.indices { judgeAgain(place, from: day) }
    }
}

extension Diary {
    /// Gives the activities their places and timelines, and keeps what is known about each.
    mutating func list(_ all: [Activity]) {
        let known = Dictionary(uniqueKeysWithValues: tracks.map { ($0.activity.id, $0) })
        for track in tracks { unlisted[track.activity.id] = track.ledger }
        activities = Dictionary(all.lazy.filter { $0.deleted == nil }.map { ($0.id, $0) }) { $1 }
        let listed = activities.values.sorted(by: Activity.listOrder)
        places = Dictionary(uniqueKeysWithValues: listed.enumerated().map { ($1.id, $0) })
        tracks = listed.map { activity in
            Track(
                activity: activity,
                timeline: Timeline(activity, without: missingDays) { places[$0] },
                ledger: unlisted.removeValue(forKey: activity.id) ?? Ledger(of: activity.id),
                containers: activity.containersEver.compactMap { places[$0] }.sorted(),
                streakDays: known[activity.id]?.streakDays ?? StreakDays())
        }
        for (place, track) in tracks.enumerated() {
            for container in track.containers where !leads(from: container, to: place) {
                tracks[container].members.append(place)
            }
        }
    }

    /// Whether an activity is another, or was ever in it, however deep. What is within itself is
    /// refused when it is made, but a file may claim it.
    private func leads(from start: Int, to end: Int) -> Bool {
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
        let ledgers = [track.ledger] + track.members.map { tracks[$0].ledger }
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
        judgeAgain(place, from: day)
        var next = span.upperBound
        while next < day {
            next = next.advanced(by: 1)
            let effect = streakEffect(of: place, on: next)
            tracks[place].streakDays.append(effect, on: next)
        }
    }

    /// Judges `day` again where it is written, and for a container the days to which a missed
    /// occurrence of a child can be carried from it.
    private mutating func judgeAgain(_ place: Int, from day: CivilDate) {
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
