package import CivilTime

/// Past pauses and links of a goal, for answers about past days.
package struct GoalHistory: Hashable, Codable, Sendable {
    /// Pauses by hand that have ended.
    package fileprivate(set) var pauses: [PastPause] = []
    package fileprivate(set) var links: [FormerLink] = []
}

/// A link that was removed or changed.
package struct FormerLink: Hashable, Codable, Sendable {
    package var link: GoalLink
    /// The last day at whose end the link existed.
    package var last: CivilDate
}

extension Goal {
    /// Pauses the goal by hand from `day` on.
    package mutating func pauseByHand(on day: CivilDate) {
        isPausedByHand = true
        pausedSince = day
    }

    /// Ends a pause by hand. The days before `day` remain paused.
    package mutating func resumeByHand(on day: CivilDate) {
        let since = pausedSince ?? created
        isPausedByHand = false
        pausedSince = nil
        guard let over = PastPause(since: since, last: day.advanced(by: -1)) else { return }
        updateHistory { $0.pauses.append(over) }
    }

    /// Records a link that ends with the day before `day`.
    mutating func recordFormerLink(_ link: GoalLink, before day: CivilDate) {
        let last = day.advanced(by: -1)
        guard firstDay(of: link) <= last else { return }
        updateHistory { $0.links.append(FormerLink(link: link, last: last)) }
    }

    /// Changes all former links.
    mutating func editFormerLinks(_ change: (inout GoalLink) -> Void) {
        for index in (history?.links ?? []).indices {
            guard var link = history?.links[index].link else { continue }
            change(&link)
            history?.links[index].link = link
        }
    }

    private mutating func updateHistory(_ change: (inout GoalHistory) -> Void) {
        var updated = history ?? GoalHistory()
        change(&updated)
        history = updated
    }

    /// True if the goal was paused by hand at the end of `day`.
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
    /// The catalog with the goals, pauses and links as they were at the end of `day`. Activities, titles
    /// and deadlines are the present ones.
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

    /// Records links that end with the day before `day`.
    mutating func recordFormerLinks(_ links: some Sequence<GoalLink>, before day: CivilDate) {
        for link in links { goals[link.goal]?.recordFormerLink(link, before: day) }
    }
}
