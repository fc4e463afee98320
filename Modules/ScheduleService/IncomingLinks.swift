import TrackerFormat
import Tracking

/// The links to goals of a document on its way in, judged beside those that are there.
struct IncomingLinks {
    /// Those of the document that may be.
    let allowed: [GoalLink]
    /// How many of the document may not be, beside what is there.
    let refused: Int
    /// Those that are there, and that an activity may not have as the document has it.
    let broken: [GoalLink.ID]

    /// Judges them beside the links of the roster that the document is merged into: nil when it takes the
    /// place of everything, for it is sound in itself.
    init(_ imported: TrackerImport, into roster: Roster?) {
        guard let roster else {
            (allowed, refused, broken) = (imported.links, 0, [])
            return
        }
        let incoming = Set(imported.links.map(\.id))
        let merged = Roster(
            activities: Array(roster.activities.values) + imported.activities,
            goals: Array(roster.goals.values) + imported.goals,
            links: roster.links.filter { !incoming.contains($0.id) } + imported.links)
        let wrong = Set(merged.brokenLinks.map(\.link.id))
        allowed = imported.links.filter { !wrong.contains($0.id) }
        refused = imported.links.count - allowed.count
        broken = wrong.subtracting(incoming)
            .subtracting(roster.brokenLinks.map(\.link.id)).sorted()
    }
}
