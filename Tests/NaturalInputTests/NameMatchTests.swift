import NaturalInput
import Testing

struct NameMatchTests {
    private static let names = [
        "Water", "Walk", "Weight", "water jug", "Morning run", "Morning reading",
    ]

    @Test(arguments: [
        ("Walk", NameMatch.found(1)), ("walk", .found(1)), ("we", .found(2)),
        ("wat", .ambiguous(["Water", "water jug"])), ("x", .unknown(closest: nil)),
        // Prefixes of words, in the order of the name.
        ("mor ru", .found(4)), ("run", .found(4)), ("jug", .found(3)), ("w j", .found(3)),
        ("m r", .ambiguous(["Morning reading", "Morning run"])), ("ru mor", .unknown(closest: nil)),
        // An additional letter, two exchanged letters, and more than a third of wrong letters.
        ("wwalk", .unknown(closest: "Walk")), ("weigth", .unknown(closest: "Weight")),
        ("wlak", .unknown(closest: "Walk")), ("talc", .unknown(closest: nil)),
    ])
    func
        `a name is found exactly, ignoring case, by prefix, by prefixes of words, or suggested by similarity`(
            typed: String, match: NameMatch
        )
    {
        #expect(NameMatch(typed, among: Self.names) == match)
    }
}
