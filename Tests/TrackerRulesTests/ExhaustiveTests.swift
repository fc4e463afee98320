import ScheduleProof
import TestKit
import Testing

/// Compares a part of the small worlds with the plain model; `dayline-scheduleproof worlds` compares all.
@Suite struct ExhaustiveTests {
    /// A step coprime to the numbers of choices, so that the compared worlds combine all choices.
    private static let step = TestTier.isLong ? 211 : 641

    @Test(arguments: SmallWorlds.all.indices)
    func `a small world equals the plain model`(index: Int) {
        let worlds = SmallWorlds.all[index]
        for number in stride(from: 0, to: worlds.count, by: Self.step) {
            let comparison = ModelComparison(
                in: worlds[number], on: worlds.dates, streaksOn: worlds.dates)
            #expect(
                comparison.differences.isEmpty,
                "world \(number) of \(worlds.name): \(comparison.differences.prefix(3))")
        }
    }
}
