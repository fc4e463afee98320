import Testing
import Tracker

struct NameMatchTests {
    private static let names = ["Water", "Walk", "Weight", "water jug"]

    @Test(arguments: [
        ("Walk", NameMatch.found(1)), ("walk", .found(1)), ("we", .found(2)),
        ("wat", .ambiguous(["Water", "water jug"])), ("x", .unknown(closest: nil)),
        // An additional letter, two exchanged letters, and more than a third of wrong letters.
        ("wwalk", .unknown(closest: "Walk")), ("weigth", .unknown(closest: "Weight")),
        ("wlak", .unknown(closest: "Walk")), ("talc", .unknown(closest: nil)),
    ])
    func `a name is found exactly, ignoring case, by its prefix, or suggested by similarity`(
        typed: String, match: NameMatch
    ) {
        #expect(NameMatch(typed, among: Self.names) == match)
    }
}
