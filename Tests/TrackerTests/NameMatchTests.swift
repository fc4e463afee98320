import Testing
import Tracker

struct NameMatchTests {
    private static let names = ["Water", "Walk", "Weight", "water jug"]

    @Test(arguments: [
        ("Walk", NameMatch.found(1)), ("walk", .found(1)), ("we", .found(2)),
        ("wat", .ambiguous(["Water", "water jug"])), ("x", .unknown(closest: nil)),
        // A letter too many, one exchanged with the next, and more than a third of them wrong.
        ("wwalk", .unknown(closest: "Walk")), ("weigth", .unknown(closest: "Weight")),
        ("wlak", .unknown(closest: "Walk")), ("talc", .unknown(closest: nil)),
    ])
    func `a name is found exactly, without case, by its beginning, or by what is near`(
        typed: String, match: NameMatch
    ) {
        #expect(NameMatch(typed, among: Self.names) == match)
    }
}
