import NaturalInput
import Testing

/// Muscles of an exercise as typed.
@Suite struct MuscleSharesTests {
    @Test(
        arguments: [
            ("Chest", ["Chest"], [1]), ("Chest,Triceps:0.5", ["Chest", "Triceps"], [1, 0.5]),
            (" Upper back : 0.25 , Biceps ", ["Upper back", "Biceps"], [0.25, 1]),
        ] as [(String, [String], [Double])])
    func `a muscle has its share`(text: String, muscles: [String], shares: [Double]) throws {
        let typed = try #require(MuscleShares(text))

        #expect(typed.shares.map(\.muscle) == muscles)
        #expect(typed.shares.map(\.share) == shares)
    }

    @Test(arguments: ["", ",", ":1", "Chest:", "Chest:half", "Chest:1:1", "Chest, "])
    func `other texts are not muscles`(text: String) {
        #expect(MuscleShares(text) == nil)
    }
}
