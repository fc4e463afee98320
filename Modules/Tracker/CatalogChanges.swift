/// The records to store so that one catalog becomes another.
package struct CatalogChanges: Hashable, Sendable {
    /// Added or changed activities, in order of identifier.
    package var activities: [Activity]
    package var goals: [Goal]
    package var links: [GoalLink]
    package var removedLinks: [GoalLink.ID]
}

extension Catalog {
    /// The differences from `old`. Activities and goals are never removed; they are marked as deleted.
    package func changes(from old: Catalog) -> CatalogChanges {
        let ids = Set(links.map(\.id))
        let oldLinks = Dictionary(old.links.map { ($0.id, $0) }) { $1 }
        return CatalogChanges(
            activities: activities.values
                .filter { old.activities[$0.id] != $0 }.sorted { $0.id < $1.id },
            goals: goals.values.filter { old.goals[$0.id] != $0 }.sorted { $0.id < $1.id },
            links: links.filter { oldLinks[$0.id] != $0 },
            removedLinks: old.links.map(\.id).filter { !ids.contains($0) })
    }
}
