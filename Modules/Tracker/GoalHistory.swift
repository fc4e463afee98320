package import CivilTime

/// What held of a goal on days of the past and holds no longer, so that it is still told as it was.
package struct GoalHistory: Hashable, Codable, Sendable {
    /// Pauses by hand that are over.
    package fileprivate(set) var pauses: [PastPause] = []
    package fileprivate(set) var links: [FormerLink] = []
}

/// A link that was taken away, or that is another by now.
package struct FormerLink: Hashable, Codable, Sendable {
    package var link: GoalLink
    /// The last day that it held at the end of.
    package var last: CivilDate
}

extension Goal {
    /// Pauses it by hand on a day.
    package mutating func pauseByHand(on day: CivilDate) {
        isPausedByHand = true
        pausedSince = day
    }

    /// Ends a pause by hand. It stays paused on the days before.
    package mutating func resumeByHand(on day: CivilDate) {
        let since = pausedSince ?? created
        isPausedByHand = false
        pausedSince = nil
        guard let over = PastPause(since: since, last: day.advanced(by: -1)) else { return }
        updateHistory { $0.pauses.append(over) }
    }

    /// Keeps a link that holds no longer from `day` on.
    mutating func recordFormerLink(_ link: GoalLink, before day: CivilDate) {
        let last = day.advanced(by: -1)
        guard firstDay(of: link) <= last else { return }
        updateHistory { $0.links.append(FormerLink(link: link, last: last)) }
    }

    /// Changes how former links say what they were.
    mutating func editFormerLinks(_ change: (inout GoalLink) -> Void) {
        for index in (history?.links ?? []).indices {
            guard var link = history?.links[index].link else { continue }
            change(&link)
            history?.links[index].link = link
        }
    }

    private mutating func updateHistory(_ change: (inout GoalHistory) -> Void) {
        var kept = history ?? GoalHistory()
        change(&kept)
        history = kept
    }

    /// Whether it was paused by hand at the end of `day`.
    fileprivate func isPausedByHand(on day: CivilDate) -> Bool {
        if isPausedByHand, pausedSince ?? created <= day { return true }
        return history?.pauses.contains { $0.since <= day && day <= $0.last } ?? false
    }

    fileprivate func formerLinks(on day: CivilDate) -> [GoalLink] {
        (history?.links ?? []).filter { firstDay(of: $0.link) <= day && day <= $0.last }
            .map(\.link)
    }

    private func firstDay(of link: GoalLink) -> CivilDate { link.since ?? since ?? .distantPast }
}

extension Catalog {
    /// The roster with the goals that there were at the end of `day`, paused and linked as they were then.
    /// Activities, titles and deadlines are those of now.
    package func withGoals(asOf day: CivilDate) -> Catalog {
        var past = self
        past.goals = goals.filter { $0.value.since ?? .distantPast <= day }
        past.links = links.filter { $0.since ?? .distantPast <= day }
        for goal in past.goals.values {
            past.goals[goal.id]?.isPausedByHand = goal.isPausedByHand(on: day)
            past.links += goal.formerLinks(on: day)
        }
        return past
    }

    /// Ends links on a day that began before it.
    mutating func recordFormerLinks(_ links: some Sequence<GoalLink>, before day: CivilDate) {
        for link in links { goals[link.goal]?.recordFormerLink(link, before: day) }
    }
}
